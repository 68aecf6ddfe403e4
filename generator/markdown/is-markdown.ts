const MARKDOWN = /\.(?:md|markdown|mdx)$/i;

/** @returns whether a path names a Markdown file (DOC-A1) */
export function isMarkdown(path: string): boolean {
  return MARKDOWN.test(path);
}
