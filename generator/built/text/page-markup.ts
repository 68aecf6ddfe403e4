import { editsOf, type Range } from "../../../corpus/marks.ts";
import { lowerBound } from "../../../corpus/text/order.ts";
import type { ParsedFile } from "../../markdown/parse.ts";
import { type CodeRange, findCode } from "../../sites/syntax/code-ranges.ts";
import type { PageContent } from "../match/main-content.ts";
import { findSiteMarkup, type SiteMarkup } from "./site-markup.ts";

/** The name of an emoji or an icon. */
const ICON = /:[\w+-]{1,100}:/g;

interface MarkupOptions {
  /** The page text. */
  readonly source: string;
  /** The text that the built page shows. */
  readonly content: PageContent;
}

/** The code of a page text, and its markup: what readers do not read as text. */
export class PageMarkup {
  /** Markup that the built page does not show, in order. */
  readonly notShown: readonly SiteMarkup[];
  readonly #code: readonly CodeRange[];
  /** Names of emoji and icons, which are shown as pictures: `:rocket:`. */
  readonly #icons: readonly Range[];
  /** The parts that agents are not given already, or are given otherwise. */
  readonly #hidden: readonly Range[];

  constructor({ marks }: ParsedFile, { source, content }: MarkupOptions) {
    this.#code = findCode(source);
    this.notShown = this.#findNotShown(source, content);
    this.#icons = Array.from(source.matchAll(ICON), ({ 0: name, index }) => ({
      start: index,
      end: index + name.length,
    })).filter(
      ({ start, end }) =>
        this.#codeAt(start) === null && !content.text.includes(source.slice(start, end)),
    );
    const hidden = editsOf({ hidden: [...marks.hidden], links: [] }, () => "");
    this.#hidden = [...hidden, ...marks.addresses].toSorted(
      (left, right) => left.start - right.start,
    );
  }

  /** Finds markup outside of code that the page shows no more often than the source has it as code. */
  #findNotShown(source: string, { text, code }: PageContent): SiteMarkup[] {
    const keyOf = (whole: string, { start, end }: Range) => plain(whole.slice(start, end));
    const counts = new Map<string, number>();
    const count = (key: string, by: number) => counts.set(key, (counts.get(key) ?? 0) + by);
    for (const shown of findSiteMarkup(text, code)) count(keyOf(text, shown), 1);
    const blocks = this.#code.filter(({ isBlock }) => isBlock);
    const outside: SiteMarkup[] = [];
    for (const markup of findSiteMarkup(source, blocks)) {
      const span = this.spanAt(markup.start);
      if (span === null || span.end < markup.end) outside.push(markup);
      else count(keyOf(source, markup), -1);
    }
    return outside.filter((markup) => (counts.get(keyOf(source, markup)) ?? 0) <= 0);
  }

  /** Returns the first markup in a range that the built page does not show. */
  firstIn(
    { start, end }: Range,
    isWanted: (markup: SiteMarkup) => boolean = () => true,
  ): SiteMarkup | null {
    const markup = this.notShown;
    const bounds = { from: 0, to: markup.length };
    const first = lowerBound(bounds, (at) => markup[at]!.start < start);
    for (let at = first; at < markup.length && markup[at]!.end <= end; at++) {
      if (isWanted(markup[at]!)) return markup[at]!;
    }
    return null;
  }

  /** Tells whether agents are not given markup anyway. */
  isHidden({ start }: SiteMarkup): boolean {
    return rangeAt(this.#hidden, start) !== null;
  }

  blockAt(place: number): CodeRange | null {
    const code = this.#codeAt(place);
    return code?.isBlock === true ? code : null;
  }

  spanAt(place: number): CodeRange | null {
    const code = this.#codeAt(place);
    return code?.isBlock === false ? code : null;
  }

  #codeAt(place: number): CodeRange | null {
    return rangeAt(this.#code, place);
  }

  /** Tells whether a place is in markup, or in the name of a picture. */
  isNoText(place: number): boolean {
    const markup = rangeAt(this.notShown, place);
    if (markup === null) return rangeAt(this.#icons, place) !== null;
    const { title } = markup;
    return title === null || place < title.start || place >= title.end;
  }
}

function rangeAt<One extends Range>(ranges: readonly One[], place: number): One | null {
  const next = lowerBound({ from: 0, to: ranges.length }, (at) => ranges[at]!.end <= place);
  const range = ranges[next];
  return range !== undefined && range.start <= place ? range : null;
}

/**
 * Tells whether a text is markup that a source has too: the site has not read it; or the label of an alert,
 * such as `[!NOTE]`.
 */
export function isMarkupIn(source: string, text: string): boolean {
  if (/[[\]{}<>|]/.test(text)) return source.includes(plain(text));
  return source.includes("[!") && source.includes(`[!${plain(text).toUpperCase()}]`);
}

/** Returns a text with one blank for each run of them. */
export function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
