import type { Edit } from "../../../corpus/marks.ts";
import type { Problem } from "../../config/problem.ts";
import type { SiteSettings } from "../../config/site-settings.ts";
import type { CodeRange } from "./code-ranges.ts";

/** A part of another file that a page asks for. */
export interface IncludeRequest {
  /** The path as it is written, relative to one of the bases. */
  readonly path: string;
  /** The folders that it may be relative to, from the includes' root, in order: `docs/guide`. */
  readonly bases: readonly string[];
  /** Where the page asks for it: an offset in the text. */
  readonly at: number;
  /** True if it is shown as code, in which nothing is included. Default: false. */
  readonly isCode?: boolean;
}

/** A file that a page includes. */
export interface IncludedFile {
  readonly text: string;
  /** Path from the includes' root. */
  readonly path: string;
}

/** The page whose text a syntax reads. */
export interface SyntaxContext
  extends Pick<SiteSettings, "includeFolders" | "appended" | "importAliases"> {
  /** Path relative to the docs root. */
  readonly path: string;
  /** Path from the includes' root of the file that the text is from. */
  readonly location: string;
  /** Where the frontmatter ends. */
  readonly bodyStart: number;
  /** Values that Liquid shows, by name. */
  readonly variables: SiteSettings["variables"];
  /** The code in the text, in order. */
  readonly code: readonly CodeRange[];
  /**
   * Reads another file, with what it includes itself.
   *
   * @returns null if it cannot be read, which is reported
   */
  include(request: IncludeRequest): IncludedFile | null;
  /** Says that the page has an id that is not that of a heading; at the end, `.*` stands for any text. */
  addId(id: string): void;
  /** Reports a problem at an offset in the text. */
  report(at: number, problem: Pick<Problem, "rule" | "message">): void;
}

/**
 * Turns what a site generator reads and CommonMark does not into Markdown.
 *
 * @returns edits of the text, in order and apart from each other
 */
export type Syntax = (text: string, context: SyntaxContext) => readonly Edit[];
