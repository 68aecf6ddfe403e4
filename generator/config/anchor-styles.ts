/**
 * The rules by which software makes a heading's anchor. Each one after the first two is named after
 * the software or the setting that it comes from.
 */
export const ANCHOR_STYLES = [
  "document",
  "github",
  "vitepress",
  "markdown-it-anchor",
  "python-markdown",
  "python-markdown-unicode",
  "pymdownx",
  "goldmark",
  "goldmark-ascii",
  "blackfriday",
  "kramdown",
  "kramdown-gfm",
  "mdbook",
  "nuxt",
  "mintlify",
  "nextra",
] as const;

/** The way in which a heading's text becomes an anchor. */
export type AnchorStyle = (typeof ANCHOR_STYLES)[number];
