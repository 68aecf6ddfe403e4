import { lowerBound } from "../../../corpus/lower-bound.ts";
import type { Chunk } from "./blocks.ts";
import { TAG } from "./html-blocks.ts";
import { readDestination, readTarget, type Target, withoutEscapes } from "./targets.ts";

/** Something in the text of a chunk that agents read differently. */
export interface Find {
  readonly kind:
    | "comment"
    /** A code span: it stays as it is. */
    | "code"
    /** The destination of a link, or of its definition; of an image. */
    | "link"
    | "image"
    /** The value of `href` or `src` in HTML, with its quotes. */
    | "attribute"
    | "wiki";
  /** Offsets in the text. */
  readonly start: number;
  readonly end: number;
  /** The address as written, without quotes and escapes. */
  readonly target: string;
  /** Text of a wiki link. */
  readonly label?: string | undefined;
}

const SPECIAL = /[\\`<![\]]/g;
/** Processing instructions, declarations, CDATA. */
const OTHER_HTML = /<\?[\s\S]{0,2000}?\?>|<![A-Za-z][^>]{0,2000}>|<!\[CDATA\[[\s\S]{0,2000}?\]\]>/y;
/** A tag as browsers read it, in HTML that Markdown leaves as it is. */
const LOOSE_TAG = /<\/?[A-Za-z](?:[^"'<>]|"[^"]{0,2000}"|'[^']{0,2000}')*>/y;
/** An element whose content is neither HTML nor Markdown. */
const RAW_TAG = /^<(script|style|textarea|title)(?=[\s/>])/i;
const AUTOLINK = /<[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*>/y;
/** Without code and HTML inside. */
const WIKI = /\[\[(?!_?toc_?\]\])([^[\]|\r\n`<]+?)\\?(?:\|([^[\]\r\n`<]*))?\]\]/iy;
const ATTRIBUTE = /[\s/]+([^\s=>"'/]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?/g;
const LINK_TAG = /^<a(?=[\s/>])/i;
const DEFINITION = /[ \t\r\n]*\[((?:[^[\]\\]|\\[\s\S]){1,999})\]:[ \t]*(?:\r\n|\r|\n)?[ \t]*/y;
const MAX_LABEL = 999;
const LABEL = /\[([^[\]]{0,999})\]/y;
const LINE_REST = /[ \t]*(?:\r\n|\r|\n|$)/y;
const TITLE_REST =
  /(?:[ \t]+|[ \t]*(?:\r\n|\r|\n)[ \t]*)(?:"(?:[^"\\]|\\[\s\S]){0,999}"|'(?:[^'\\]|\\[\s\S]){0,999}'|\((?:[^()\\]|\\[\s\S]){0,999}\))[ \t]*(?:\r\n|\r|\n|$)/y;

/** A definition of a link, at the start of a paragraph. */
export interface Definition {
  readonly label: string;
  readonly target: Target;
  readonly end: number;
}

/** Finds the definitions at the start of a paragraph (CommonMark 0.31, section 4.7). */
export function findDefinitions(text: string): readonly Definition[] {
  const found: Definition[] = [];
  for (let at = 0; text[at] !== undefined; ) {
    const open = matchAt(DEFINITION, { text, at });
    if (!open || !/\S/.test(open[1]!)) break;
    const target = readTarget(text, at + open[0].length);
    if (target === null) break;
    const rest =
      matchAt(TITLE_REST, { text, at: target.end }) ?? matchAt(LINE_REST, { text, at: target.end });
    if (!rest) break;
    at = target.end + rest[0].length;
    found.push({ label: labelOf(open[1]!), target, end: at });
  }
  return found;
}

/** Folds the label of a definition as labels are compared. */
function labelOf(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase().toUpperCase();
}

/** Finds what agents read differently in a chunk, in the order of the text. */
export function findInline(
  text: string,
  { kind, labels }: { readonly kind: Chunk["kind"]; readonly labels: ReadonlySet<string> },
): readonly Find[] {
  if (kind === "info") return [];
  const reader = new InlineReader(text, labels);
  return kind === "html" ? reader.readHtml() : reader.readText();
}

interface Bracket {
  readonly at: number;
  readonly isImage: boolean;
}

class InlineReader {
  readonly #text: string;
  readonly #labels: ReadonlySet<string>;
  readonly #finds: Find[] = [];
  readonly #brackets: Bracket[] = [];
  /** Number of open brackets around the last link: they can only be images. */
  #linked = 0;
  /** True if no comment ends in the rest of the text. */
  #hasNoCommentEnd = false;
  /** Wiki links, as long as they are not in the text of another link. */
  readonly #wikiLinks: Find[] = [];
  /** Length of a run of backticks → the offsets of all such runs. */
  #backticks: ReadonlyMap<number, readonly number[]> | undefined;

  constructor(text: string, labels: ReadonlySet<string>) {
    this.#text = text;
    this.#labels = labels;
  }

  /** Reads HTML, in which Markdown is only text. */
  readHtml(): readonly Find[] {
    const text = this.#text;
    for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at)) {
      at = this.#readComment(at, text.length) ?? this.#readLooseTag(at);
    }
    return this.#finds;
  }

  #readLooseTag(at: number): number {
    const tag = matchAt(LOOSE_TAG, { text: this.#text, at })?.[0];
    if (tag === undefined) return at + 1;
    this.#readAttributes(tag, at);
    const end = at + tag.length;
    const raw = RAW_TAG.exec(tag)?.[1];
    if (raw === undefined) return end;
    const length = this.#text.slice(end).search(new RegExp(`</${raw}`, "i"));
    return length < 0 ? this.#text.length : end + length;
  }

  readText(): readonly Find[] {
    let at = 0;
    for (const { target, end } of findDefinitions(this.#text)) {
      this.#finds.push({ kind: "link", ...target });
      at = end;
    }
    const special = new RegExp(SPECIAL);
    while (at < this.#text.length) {
      special.lastIndex = at;
      const found = special.exec(this.#text);
      if (!found) break;
      at = this.#readSpecial(found.index);
    }
    return [...this.#finds, ...this.#wikiLinks].sort((left, right) => left.start - right.start);
  }

  /** @returns the offset where reading continues */
  #readSpecial(at: number): number {
    switch (this.#text[at]) {
      case "\\":
        return at + 2;
      case "`":
        return this.#readCode(at);
      case "<":
        return this.#readTag(at) ?? at + 1;
      case "[":
        return this.#open(at, false);
      case "]":
        return this.#close(at);
      default:
        return this.#text[at + 1] === "[" ? this.#open(at + 1, true) : at + 1;
    }
  }

  #readCode(at: number): number {
    const length = runLength(this.#text, at);
    this.#backticks ??= backticksIn(this.#text);
    const runs = this.#backticks.get(length) ?? [];
    const next = lowerBound({ from: 0, to: runs.length }, (run) => runs[run]! < at + length);
    const close = runs[next];
    if (close === undefined) return at + length;
    this.#finds.push({ kind: "code", start: at, end: close + length, target: "" });
    return close + length;
  }

  #readTag(at: number): number | null {
    const text = this.#text;
    const comment = this.#readComment(at);
    if (comment !== null) return comment;
    const tag = matchAt(TAG, { text, at });
    if (tag) this.#readAttributes(tag[0], at);
    const other = tag ?? matchAt(AUTOLINK, { text, at }) ?? matchAt(OTHER_HTML, { text, at });
    return other && at + other[0].length;
  }

  /**
   * @param otherwise End of a comment that is not closed. Default: it is text.
   * @returns the end of the comment; null if there is none
   */
  #readComment(at: number, otherwise: number | null = null): number | null {
    const text = this.#text;
    if (!text.startsWith("<!--", at)) return null;
    // `<!-->` and `<!--->` are comments too.
    const close = this.#hasNoCommentEnd ? -1 : text.indexOf("-->", at + 2);
    this.#hasNoCommentEnd = close < 0;
    const end = close < 0 ? otherwise : close + 3;
    if (end !== null) this.#finds.push({ kind: "comment", start: at, end, target: "" });
    return end;
  }

  #readAttributes(tag: string, at: number): void {
    for (const { 0: whole, 1: name, 2: value, index } of tag.matchAll(ATTRIBUTE)) {
      const isLink = name!.toLowerCase() === "href" && LINK_TAG.test(tag);
      if (value === undefined || !(isLink || name!.toLowerCase() === "src")) continue;
      const end = at + index + whole.length;
      const target = withoutEscapes(value.replace(/^(["'])(.*)\1$/s, "$2")).trim();
      this.#finds.push({ kind: "attribute", start: end - value.length, end, target });
    }
  }

  #open(at: number, isImage: boolean): number {
    const wiki = isImage ? null : this.#wikiLinkAt(at);
    if (wiki) {
      this.#wikiLinks.push(wiki);
      return wiki.end;
    }
    this.#brackets.push({ at, isImage });
    return at + 1;
  }

  /** Finds a wiki link, unless it is the text of another link, `[[a]](b)`, or names a definition. */
  #wikiLinkAt(at: number): Find | null {
    const found = matchAt(WIKI, { text: this.#text, at });
    if (!found) return null;
    const [whole, target, label] = found;
    const end = at + whole.length;
    const isLabel = this.#labels.has(labelOf(whole.slice(2, -2)));
    if (isLabel || readDestination(this.#text, end) !== null) return null;
    return { kind: "wiki", start: at, end, target: target!.trim(), label };
  }

  #close(at: number): number {
    const open = this.#brackets.pop();
    if (open === undefined) return at + 1;
    // Links do not contain links.
    const isText = !open.isImage && this.#brackets.length < this.#linked;
    this.#linked = Math.min(this.#linked, this.#brackets.length);
    if (isText) return at + 1;
    const found = readDestination(this.#text, at + 1);
    if (found === null && !this.#isReference(open, at)) return at + 1;
    this.#dropWikiLinks(open);
    if (!open.isImage) this.#linked = this.#brackets.length;
    if (found === null) return at + 1;
    const { target, end } = found;
    if (target !== null) this.#finds.push({ kind: open.isImage ? "image" : "link", ...target });
    return end;
  }

  /** Returns true if brackets name a definition: `[label]`, `[text][label]`. */
  #isReference({ at: open }: Bracket, at: number): boolean {
    if (this.#labels.size === 0) return false;
    const [, named] = matchAt(LABEL, { text: this.#text, at: at + 1 }) ?? [];
    const own = at - open <= MAX_LABEL ? this.#text.slice(open + 1, at) : "";
    return this.#labels.has(labelOf(named || own));
  }

  /** Drops the wiki links in the text of a link, where they are text. */
  #dropWikiLinks({ at }: Bracket): void {
    while ((this.#wikiLinks.at(-1)?.start ?? -1) > at) this.#wikiLinks.pop();
  }
}

function matchAt(
  pattern: RegExp,
  { text, at }: { readonly text: string; readonly at: number },
): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function backticksIn(text: string): Map<number, number[]> {
  const runs = Array.from(text.matchAll(/`+/g), ({ 0: { length }, index }) => ({ length, index }));
  const byLength = Map.groupBy(runs, ({ length }) => length);
  return new Map(
    Array.from(byLength, ([length, same]) => [length, same.map(({ index }) => index)]),
  );
}

function runLength(text: string, at: number): number {
  let end = at;
  while (text[end] === text[at]) end++;
  return end - at;
}
