import sys


def main():
    print(sys.argv)


# A comment of Python, not a heading.
main()
