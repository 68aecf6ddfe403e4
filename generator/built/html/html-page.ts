/** Everything that is used of an HTML page: plain data, which depends on the bytes of the file alone. */
export interface HtmlPage {
  /** The text of `<title>`; empty if there is none. */
  readonly title: string;
  /** The language of `<html lang>`. */
  readonly lang: string | null;
  readonly canonical: string | null;
  /** The address of `<base href>`, which relative links begin at. */
  readonly base: string | null;
  /** Where `<meta http-equiv="refresh">` leads. */
  readonly refresh: string | null;
  /** True if search engines are asked to leave the page out. */
  readonly isNoindex: boolean;
  /** Every fragment that leads somewhere in the page: ids, and names of `<a>`, each once. */
  readonly ids: readonly string[];
  /** The addresses of links, without query and fragment, each once: see `MAX_LINKS`. */
  readonly links: readonly string[];
  /** The text that readers see, in order: blocks are separate lines, code keeps its lines. */
  readonly text: string;
  readonly headings: readonly HtmlHeading[];
  /** Blocks of code, in order; not empty. */
  readonly code: readonly TextRange[];
  /** Elements that may hold the content, inner ones first. The last one holds everything. */
  readonly boxes: readonly HtmlBox[];
  /** Navigation, headers, footers and asides, in the order in which they end. */
  readonly sides: readonly HtmlSide[];
}

/** A part of the page's text. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A heading. Its range is that of the heading alone, without what follows it. */
export interface HtmlHeading extends TextRange {
  readonly depth: number;
  readonly text: string;
  /** The fragment that leads to it; null if none does. */
  readonly id: string | null;
}

/** An element with a heading or much text in it. */
export interface HtmlBox extends TextRange {
  /** Its name, id and classes as a selector: `div#content.page`. */
  readonly selector: string;
}

export interface HtmlSide extends TextRange {
  readonly kind: "navigation" | "header" | "footer" | "aside";
}
