import type { ParsedFile } from "../../markdown/parse.ts";
import type { PageContent } from "../match/main-content.ts";
import { escapeHtml, escapeInline } from "./escape-text.ts";
import { PageEdits } from "./page-edits.ts";
import { PageMarkup } from "./page-markup.ts";
import { SourceLines } from "./source-lines.ts";
import { VisiblePage } from "./visible-page.ts";

/** A page whose text becomes what its built page shows. */
export class EditedPage {
  readonly visible: VisiblePage;
  readonly content: PageContent;
  readonly lines: SourceLines;
  readonly markup: PageMarkup;
  readonly edits: PageEdits;

  constructor(file: ParsedFile, content: PageContent) {
    this.visible = new VisiblePage(file);
    this.content = content;
    const { source } = this.visible;
    this.lines = new SourceLines(source);
    this.markup = new PageMarkup(file, { source, content });
    this.edits = new PageEdits(this.markup);
  }

  /** Returns a text of the built page as it is written at a place of the page text. */
  written(text: string, place: number): string {
    return this.lines.isInHtml(place) ? escapeHtml(text) : escapeInline(text);
  }
}
