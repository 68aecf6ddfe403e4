"""Runs Python-Markdown: reads the pages as JSON, prints rule -> ids of each page's headings."""

import html
import json
import re
import sys

import markdown
from markdown.extensions.toc import slugify, slugify_unicode
from pymdownx.slugs import slugify as pymdownx_slugify

SLUGIFIERS = {
    "python-markdown": slugify,
    "python-markdown-unicode": slugify_unicode,
    "pymdownx": pymdownx_slugify(case="lower"),
}


def ids_in(page, rule):
    # Since 3.6, Python-Markdown decodes them, as a browser does. Earlier ones leave them out.
    if re.search(r"&[#\w]+;", page):
        return None
    configs = {"toc": {"slugify": SLUGIFIERS[rule]}}
    rendered = markdown.markdown(page, extensions=["toc", "attr_list"], extension_configs=configs)
    return [html.unescape(found) for found in re.findall(r'<h[1-6]\b[^>]*? id="([^"]*)"', rendered)]


pages = json.load(sys.stdin)
json.dump({rule: [ids_in(page, rule) for page in pages] for rule in SLUGIFIERS}, sys.stdout)
