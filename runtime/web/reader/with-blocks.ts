/** HTML of boxes and tabs, and where it belongs in the Markdown. */
export type Block = readonly [offset: number, html: string];

/** Puts the tags of boxes and tabs, which the server found, into the Markdown. */
export function withBlocks(markdown: string, blocks: readonly Block[]): string {
  let text = "";
  let done = 0;
  for (const [offset, html] of blocks) {
    text += markdown.slice(done, offset) + html;
    done = offset;
  }
  return text + markdown.slice(done);
}
