/** Sources of a title: see `chooseTitle`. */
export const TITLE_SOURCES = ["frontmatter", "heading", "h1", "file"] as const;

export type TitleSource = (typeof TITLE_SOURCES)[number];
