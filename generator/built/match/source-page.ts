import { pageTextOf, VisibleText } from "../../../corpus/marks.ts";
import { decode } from "../../markdown/decode.ts";
import type { ParsedFile } from "../../markdown/parse.ts";
import type { TextRange } from "../html/html-page.ts";

/** A page of the tree, as far as its HTML page is found by it. */
export interface SourcePage {
  /** Path relative to the docs root. */
  readonly path: string;
  readonly title: string;
  /** The text that readers see, in order, with its headings. */
  readonly text: string;
  /** The outline, in order. */
  readonly headings: readonly SourceHeading[];
  /** The address that the site's model gives it; null without a model. */
  readonly proposal: string | null;
  /** The folder of its language; null if that is not known. */
  readonly language: string | null;
}

/** A heading. Its range is that of the heading alone, in the page's text. */
export interface SourceHeading extends TextRange {
  readonly depth: number;
  readonly text: string;
  /** The anchor that the site's model gives it; null without a model. */
  readonly anchor: string | null;
}

/** A page as a model of its site has it. */
export interface ModelAnswer {
  readonly address: string;
  readonly language: string | null;
}

/** Takes from a parsed page what its HTML page is found by. */
export function toSourcePage(
  { path, title, headings, body, edits, marks }: ParsedFile,
  model: ModelAnswer | null,
): SourcePage {
  const text = pageTextOf({ body: decode(body), edits: [...edits] });
  const visible = new VisibleText({ text, marks });
  const lines = new Lines();
  lines.add(visible.read({ start: 0, end: headings[0]?.start ?? text.length }));
  const outline = headings.map(({ depth, text: name, anchor, start }, at): SourceHeading => {
    const range = lines.add(name);
    lines.add(visible.read({ start, end: headings[at + 1]?.start ?? text.length }));
    return { depth, text: name, anchor: model === null ? null : anchor, ...range };
  });
  return {
    path,
    title,
    text: lines.text,
    headings: outline,
    proposal: model?.address ?? null,
    language: model?.language ?? null,
  };
}

/** Joins texts, each on its line. */
class Lines {
  text = "";

  add(line: string): TextRange {
    if (line !== "" && this.text !== "") this.text += "\n";
    const start = this.text.length;
    this.text += line;
    return { start, end: this.text.length };
  }
}
