import { lowerBound } from "../lower-bound.ts";
import { withoutInvisible } from "../text/invisible.ts";
import type { Range } from "./blocks.ts";
import type { ChunkText } from "./chunk-text.ts";
import type { HiddenElements } from "./hidden-elements.ts";
import { JSX_TAG, TAG } from "./html-blocks.ts";
import { REFERENCE, readDestination, readTarget, type Target, withoutEscapes } from "./targets.ts";

/** Something in the text of a chunk that agents read differently. */
export interface Find extends Range {
  readonly kind: /** A comment of HTML or MDX. */
    | "comment"
    /** A processing instruction, a declaration or CDATA. */
    | "instruction"
    /** A reference to a character that is not drawn. */
    | "character"
    /** Attributes of HTML, or the title of a link. */
    | "attributes"
    /** The destination of a link, or of its definition; of an image. */
    | "link"
    | "image"
    /** The value of `href` or `src` in HTML, with its quotes. */
    | "attribute"
    | "wiki";
  /** The address as written, without quotes and escapes. */
  readonly target?: string;
  /** Text of a wiki link. */
  readonly label?: string | undefined;
}

/** The page around a chunk, as far as it is known. */
export interface PageMarkup {
  /** Labels of all definitions. */
  readonly labels: ReadonlySet<string>;
  /** Those that a link or an image uses, as far as the page has been read. */
  readonly used: Set<string>;
  readonly elements: HiddenElements;
}

const SPECIAL = /[\\`<![\]{&]/g;
const HTML_SPECIAL = /[<{&]/g;
/** Markup that readers do not see: how it begins and ends. */
const UNSEEN: readonly {
  readonly kind: "comment" | "instruction";
  readonly start: RegExp;
  readonly end: string;
  /** Length of the start that may be part of the end: `<!-->` and `<!--->` are comments too. */
  readonly shared?: number;
}[] = [
  { kind: "comment", start: /<!--/y, end: "-->", shared: 2 },
  { kind: "comment", start: /\{\/\*/y, end: "*/}" },
  { kind: "instruction", start: /<!\[CDATA\[/y, end: "]]>" },
  { kind: "instruction", start: /<\?/y, end: "?>" },
  { kind: "instruction", start: /<![A-Za-z]/y, end: ">" },
];
/** Markup that browsers read as comments too, in HTML that Markdown leaves as it is. */
const BOGUS_COMMENT = /<(?:!|\/(?![A-Za-z>]))[^>]*>?/y;
const LOOSE_NAME = /<\/?[A-Za-z][^\s/>]*/y;
const AUTOLINK = /<[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*>/y;
/** Without code and HTML inside. */
const WIKI = /\[\[(?!_?toc_?\]\])([^[\]|\r\n`<]+?)\\?(?:\|([^[\]\r\n`<]*))?\]\]/iy;
const ATTRIBUTE =
  /[\s/]+([^\s=>"'/]+)(?:\s*=\s*("[^"]*"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\}|[^\s"'>]+))?/g;
/** Attributes that stay: text instead of an image, and numbers that change what readers see. */
const KEPT_ATTRIBUTE =
  /^\s*\/?\s*(?:alt\s*=[\s\S]*|(?:colspan|rowspan|start)\s*=\s*["']?\d+["']?)$/i;
const DEFINITION = /[ \t\r\n]*\[((?:[^[\]\\]|\\[\s\S]){1,999})\]:[ \t]*(?:\r\n|\r|\n)?[ \t]*/y;
const MAX_LABEL = 999;
const LABEL = /\[([^[\]]{0,999})\]/y;
const LINE_REST = /[ \t]*(?:\r\n|\r|\n|$)/y;
const TITLE_REST =
  /(?:[ \t]+|[ \t]*(?:\r\n|\r|\n)[ \t]*)(?:"[^"\\]*(?:\\[\s\S][^"\\]*)*"|'[^'\\]*(?:\\[\s\S][^'\\]*)*'|\([^()\\]*(?:\\[\s\S][^()\\]*)*\))[ \t]*(?:\r\n|\r|\n|$)/y;

/** A definition of a link, at the start of a paragraph, with its line end. */
export interface Definition extends Range {
  readonly label: string;
  readonly target: Target;
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
    const start = at + open[0].indexOf("[");
    at = target.end + rest[0].length;
    found.push({ label: labelOf(open[1]!), target, start, end: at });
  }
  return found;
}

/** Folds the label of a definition as labels are compared. */
function labelOf(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase().toUpperCase();
}

/** Finds what agents read differently in a chunk, in the order of the text. */
export function findInline(chunk: ChunkText, page: PageMarkup): readonly Find[] {
  if (chunk.kind === "info") return [];
  const finder = new MarkupFinder(chunk, page);
  return chunk.kind === "html" ? finder.inHtml() : finder.inText();
}

interface Bracket {
  readonly at: number;
  readonly isImage: boolean;
}

class MarkupFinder {
  readonly #chunk: ChunkText;
  readonly #text: string;
  readonly #page: PageMarkup;
  readonly #finds: Find[] = [];
  readonly #brackets: Bracket[] = [];
  /** Number of open brackets around the last link: they can only be images. */
  #linked = 0;
  /** Ends of comments that do not occur in the rest of the text. */
  readonly #missingEnds = new Set<string>();
  /** Wiki links, as long as they are not in the text of another link. */
  readonly #wikiLinks: Find[] = [];
  /** Length of a run of backticks → the offsets of all such runs. */
  #backticks: ReadonlyMap<number, readonly number[]> | undefined;

  constructor(chunk: ChunkText, page: PageMarkup) {
    this.#chunk = chunk;
    this.#text = chunk.text;
    this.#page = page;
  }

  /** Reads HTML, in which Markdown is only text. */
  inHtml(): readonly Find[] {
    this.#each(HTML_SPECIAL, (at) => this.#readHtml(at));
    return this.#finds;
  }

  /** Calls a function at each special character; it returns where reading continues. */
  #each(special: RegExp, read: (at: number) => number, from = 0): void {
    const text = this.#text;
    for (let at = from; at < text.length; ) {
      const raw = this.#page.elements.openRaw;
      const next = new RegExp(raw === null ? special : `</${raw}(?=[\\s/>])`, "gi");
      next.lastIndex = at;
      const found = next.exec(text);
      if (!found) return;
      at = raw === null ? read(found.index) : this.#readLooseTag(found.index);
    }
  }

  #readHtml(at: number): number {
    const text = this.#text;
    if (text[at] === "&") return this.#readReference(at);
    const unseen = this.#readUnseen(at, text.length);
    if (unseen !== null) return unseen;
    const bogus = matchAt(BOGUS_COMMENT, { text, at });
    if (!bogus) return this.#readLooseTag(at);
    this.#finds.push({ kind: "instruction", start: at, end: at + bogus[0].length });
    return at + bogus[0].length;
  }

  /** Reads a tag as browsers do; one that is not closed goes on to the next, or to the end. */
  #readLooseTag(at: number): number {
    const text = this.#text;
    const name = matchAt(LOOSE_NAME, { text, at });
    if (!name) return at + 1;
    let end = at + name[0].length;
    while (end < text.length && text[end] !== ">" && text[end] !== "<") {
      const quote = text[end] === '"' || text[end] === "'" ? text[end]! : null;
      const close =
        quote === null || this.#missingEnds.has(quote) ? -1 : text.indexOf(quote, end + 1);
      if (quote !== null && close < 0) this.#missingEnds.add(quote);
      end = close < 0 ? end + 1 : close + 1;
    }
    if (text[end] === ">") end++;
    this.#readTag(text.slice(at, end), at);
    return end;
  }

  inText(): readonly Find[] {
    let at = 0;
    for (const { target, end } of findDefinitions(this.#text)) {
      this.#finds.push({ kind: "link", ...target });
      this.#addAttributes(target.end, end);
      at = end;
    }
    this.#each(SPECIAL, (found) => this.#readSpecial(found), at);
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
        return this.#readMarkup(at) ?? at + 1;
      case "{":
        return this.#readUnseen(at) ?? at + 1;
      case "&":
        return this.#readReference(at);
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
    return (runs[next] ?? at) + length;
  }

  #readMarkup(at: number): number | null {
    const unseen = this.#readUnseen(at);
    if (unseen !== null) return unseen;
    const text = this.#text;
    const address = matchAt(AUTOLINK, { text, at });
    if (address) return at + address[0].length;
    const tag = matchAt(TAG, { text, at }) ?? matchAt(JSX_TAG, { text, at });
    if (tag) this.#readTag(tag[0], at);
    return tag && at + tag[0].length;
  }

  /**
   * Reads comments, and other markup that browsers do not show.
   *
   * @param otherwise End of a comment that is not closed. Default: it is text.
   * @returns the end of the comment; null if there is none
   */
  #readUnseen(at: number, otherwise: number | null = null): number | null {
    const text = this.#text;
    const form = UNSEEN.find(({ start }) => matchAt(start, { text, at }) !== null);
    if (form === undefined) return null;
    const { kind, start, end: mark, shared = 0 } = form;
    const close = this.#missingEnds.has(mark) ? -1 : text.indexOf(mark, start.lastIndex - shared);
    if (close < 0) this.#missingEnds.add(mark);
    const end = close < 0 ? otherwise : close + mark.length;
    if (end !== null) this.#finds.push({ kind, start: at, end });
    return end;
  }

  /** Reads a reference to a character that is not drawn. */
  #readReference(at: number): number {
    const text = this.#text;
    const [reference] = matchAt(REFERENCE, { text, at }) ?? [];
    if (reference === undefined) return at + 1;
    const end = at + reference.length;
    const around = [text.slice(Math.max(0, at - 2), at), text.slice(end, end + 2)] as const;
    const seen = withoutInvisible(around.join(withoutEscapes(reference)));
    if (seen.length === around.join("").length) {
      this.#finds.push({ kind: "character", start: at, end });
    }
    return end;
  }

  /** Reads a tag: the addresses in it, and that agents are not given its other attributes. */
  #readTag(tag: string, at: number): void {
    const [opening] = matchAt(LOOSE_NAME, { text: tag, at: 0 })!;
    const isClosing = tag[1] === "/";
    const name = opening.slice(isClosing ? 2 : 1);
    const attributes = new Map<string, string>();
    let done = opening.length;
    for (const { 0: whole, 1: key = "", 2: value = "", index } of tag.matchAll(ATTRIBUTE)) {
      const small = key.toLowerCase();
      if (!attributes.has(small)) attributes.set(small, value.replace(/^(["'])(.*)\1$/s, "$2"));
      const isAddress = small === "src" || small === "href";
      if (value === "" || !(isAddress || KEPT_ATTRIBUTE.test(whole))) continue;
      this.#addAttributes(at + done, at + index);
      done = index + whole.length;
      if (!isAddress) continue;
      const target = withoutEscapes(attributes.get(small)!).trim();
      this.#finds.push({
        kind: "attribute",
        start: at + done - value.length,
        end: at + done,
        target,
      });
    }
    this.#addAttributes(at + done, at + tag.replace(/\s*\/?>?$/, "").length);
    this.#page.elements.see({
      ...this.#chunk.inPage({ start: at, end: at + tag.length }),
      name: name.toLowerCase(),
      isClosing,
      isSelfClosing: tag.endsWith("/>"),
      attributes,
    });
  }

  /** Adds a range with attributes, unless it is only white space. */
  #addAttributes(start: number, end: number): void {
    const text = this.#text.slice(start, end).trimEnd();
    if (!/[^\s/]/.test(text)) return;
    this.#finds.push({ kind: "attributes", start, end: start + text.length });
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
    const isLabel = this.#page.labels.has(labelOf(whole.slice(2, -2)));
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
    if (target === null) return end;
    this.#finds.push({ kind: open.isImage ? "image" : "link", ...target });
    this.#addAttributes(target.end, end - 1);
    return end;
  }

  /** Returns true if brackets name a definition, which is used then: `[label]`, `[text][label]`. */
  #isReference({ at: open }: Bracket, at: number): boolean {
    const { labels, used } = this.#page;
    if (labels.size === 0) return false;
    const [, named] = matchAt(LABEL, { text: this.#text, at: at + 1 }) ?? [];
    const own = at - open <= MAX_LABEL ? this.#text.slice(open + 1, at) : "";
    const label = labelOf(named || own);
    if (labels.has(label)) used.add(label);
    return labels.has(label);
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
