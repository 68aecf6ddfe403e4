/** Repeats a text up to a length in characters. */
function fill(text: string, length: number): string {
  return text.repeat(Math.ceil(length / text.length)).slice(0, length);
}

/** Makes lines from their numbers, up to a length in characters. */
function lines(length: number, line: (number: number) => string): string {
  let text = "";
  for (let number = 0; text.length < length; number++) text += line(number);
  return text;
}

/** Makes a page of about this many characters. */
export type HostilePage = (length: number) => string;

/**
 * Pages on which parsers of Markdown, HTML or YAML, or later steps, might spend time or memory out
 * of proportion to their length.
 */
export const HOSTILE_PAGES: Readonly<Record<string, HostilePage>> = {
  "nested quotes": (length) => fill(">", length),
  "nested quotes with blanks": (length) => fill("> ", length),
  "nested lists": (length) => fill("- ", length),
  "nested numbered lists": (length) => fill("1. ", length),
  "quotes in lists": (length) => fill("- > ", length),
  "lists in lists by indentation": (length) => lines(length, (n) => `${"  ".repeat(n)}- a\n`),
  "underlined headings": (length) => fill("a\n-\n", length),
  "underlined headings apart": (length) => fill("a\n-\n\n", length),
  "escapes of emphasis": (length) => fill("\\*_", length),
  "starts of instructions": (length) => `a ${fill("<?", length)}`,
  "starts of CDATA": (length) => `a ${fill("<![CDATA[", length)}`,
  "open brackets": (length) => fill("[", length),
  "nested brackets": (length) => fill("[", length / 2) + fill("]", length / 2),
  "open links": (length) => fill("[a](", length),
  "open links with <": (length) => fill("[a](<b", length),
  "open references": (length) => fill("[a][", length),
  "definitions of one label": (length) => fill("[a]\n\n[a]: /u\n", length),
  references: (length) => `[a]: b\n\n${fill("[a] ", length)}`,
  "nested images": (length) => fill("![a", length / 2) + fill("](b)", length / 2),
  "mixed nesting": (length) => fill("*[_![", length),
  "astral emphasis": (length) => fill("*😀", length),
  "mixed emphasis": (length) => fill("*_", length),
  "emphasis in words": (length) => fill("a**b", length),
  "runs of emphasis": (length) => lines(length, (n) => `a${"*".repeat(n % 50)}`),
  "heading of blanks": (length) => `# a${fill(" ", length)}b`,
  "heading of stars": (length) => `# ${fill("*", length)}`,
  "heading with an id and blanks": (length) => `# a {#b}${fill(" ", length)}x`,
  "heading with a comment of blanks": (length) => `# {/*${fill(" ", length)}`,
  "underlined heading of blanks": (length) => `a${fill(" ", length)}b\n===`,
  "character references": (length) => fill("&amp;", length),
  "empty items": (length) => fill("+\n", length),
  items: (length) => fill("- a\n", length),
  "items in items": (length) => fill("- a\n  - b\n", length),
  "lazy quotes": (length) => fill("> a\nb\n", length),
  "quotes apart": (length) => fill("> a\n\n", length),
  "anchors in a block of HTML": (length) => `<div>\n${fill("<a href=x>\n", length)}`,
  "wiki links": (length) => fill("[[a]]\n", length),
  "wiki links and code": (length) => fill("[[a]] `b` ", length),
  "runs of backticks": (length) => lines(length, (n) => `${"`".repeat(n)}a`),
  "frontmatter of digits": (length) => `---\na: ${fill("1.", length)}#\n---\n`,
  "frontmatter of slashes": (length) => `---\na: ${fill("1/", length)}#\n---\n`,
  "frontmatter of aliases": (length) => `---\na: &a 1\nb: [${lines(length, () => "*a,")}]\n---\n`,
  "frontmatter of keys": (length) => `---\n${lines(length, (n) => `a${n}: #\n`)}---\n`,
  "frontmatter of brackets": (length) => `---\na: ${fill("[", length)}\n---\n`,
  "broken fragments": (length) => lines(length, (n) => `[a](#xx${n}y)\n\n## yy${n}x\n\n`),
  "broken links": (length) => lines(length, (n) => `[a](xx${n}.md)\n\n`),
};
