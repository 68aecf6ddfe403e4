import { pairBrackets, runLength } from "./brackets.ts";
import { type Piece, readEntity } from "./entities.ts";

const SPECIAL = /[\\`<![*_~&]/g;
const ESCAPABLE = /[!-/:-@[-`{-~]/;
/** Tags that may occur within a word; any other tag separates words. */
const INLINE_TAG =
  /^<\/?(?:a|abbr|b|bdi|bdo|cite|code|del|dfn|em|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|tt|u|var)\b/i;
const TAG_START = /^<\/?[A-Za-z]/;
const AUTOLINK = /<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[^\s<>@]+@[^\s<>@]+)>/y;
/** Maximum length of a tag, a link's target or emphasis; longer ones are read as text. */
const MAX_MARKUP = 2000;

/** Returns the visible text of inline Markdown and HTML: a paragraph, a heading, a table row. */
export function inlineText(source: string): string {
  return new VisibleTextReader(source).read(0, source.length);
}

class VisibleTextReader {
  readonly #source: string;
  /** Offset of each `[` → offset of its `]`. */
  readonly #brackets: ReadonlyMap<number, number>;
  /** Offsets of the runs that close the emphasis opened so far. */
  readonly #closings = new Set<number>();
  /** Lengths of backtick runs that do not occur again in the rest of the source. */
  readonly #unclosed = new Set<number>();
  /** Run that opens emphasis → offset up to which no closing run was found. */
  readonly #looked = new Map<string, number>();
  #paragraphEnd = -1;
  readonly #lastParenthesis: number;

  constructor(source: string) {
    this.#source = source;
    this.#brackets = pairBrackets(source);
    this.#lastParenthesis = source.lastIndexOf(")");
  }

  /** Reads a range of the source: markup that is unknown, or longer than `MAX_MARKUP`, is text. */
  read(from: number, to: number): string {
    const special = new RegExp(SPECIAL);
    let text = "";
    let done = from;
    while (done < to) {
      special.lastIndex = done;
      const at = special.exec(this.#source)?.index ?? to;
      if (at >= to) break;
      const { end, text: read } = this.#readSpecial(at);
      text += this.#source.slice(done, at) + read;
      done = end;
    }
    return done < to ? text + this.#source.slice(done, to) : text;
  }

  #readSpecial(at: number): Piece {
    const source = this.#source;
    switch (source[at]) {
      case "\\":
        return ESCAPABLE.test(source[at + 1] ?? "")
          ? { end: at + 2, text: source[at + 1]! }
          : this.#plain(at);
      case "`":
        return this.#code(at);
      case "<":
        return this.#tag(at) ?? this.#plain(at);
      case "!":
        return (source[at + 1] === "[" ? this.#image(at) : null) ?? this.#plain(at);
      case "[":
        return this.#link(at) ?? this.#plain(at);
      case "&":
        return readEntity(source, at) ?? this.#plain(at);
      default:
        return this.#emphasis(at);
    }
  }

  #plain(at: number): Piece {
    return { end: at + 1, text: this.#source[at]! };
  }

  #code(at: number): Piece {
    const source = this.#source;
    const length = runLength(source, at);
    const limit = this.#endOfParagraph(at);
    for (let next = at + length; !this.#unclosed.has(length); ) {
      next = source.indexOf("`", next);
      if (next < 0 || next > limit) {
        if (next < 0) this.#unclosed.add(length);
        break;
      }
      const found = runLength(source, next);
      if (found === length) {
        const code = source.slice(at + length, next);
        return { end: next + length, text: /^ .*\S.* $/s.test(code) ? code.slice(1, -1) : code };
      }
      next += found;
    }
    return { end: at + length, text: source.slice(at, at + length) };
  }

  #tag(at: number): Piece | null {
    const source = this.#source;
    AUTOLINK.lastIndex = at;
    const address = AUTOLINK.exec(source);
    if (address) return { end: AUTOLINK.lastIndex, text: address[1]! };
    const start = source.slice(at, at + 12);
    const end = TAG_START.test(start) ? endOfTag(source, at) : -1;
    if (end < 0) return null;
    return { end, text: INLINE_TAG.test(start) ? "" : " " };
  }

  #image(at: number): Piece | null {
    const close = this.#brackets.get(at + 1);
    if (close === undefined) return null;
    const end = this.#endOfTarget(close + 1);
    return end === close + 1 ? null : { end, text: " " };
  }

  /** Reads `[label](target)`, `[label][name]` and `[[target|label]]`; hides `[^1]` and `[!NOTE]`. */
  #link(at: number): Piece | null {
    const source = this.#source;
    const close = this.#brackets.get(at);
    if (close === undefined) return null;
    if (source[at + 1] === "[" && this.#brackets.get(at + 1) === close - 1) {
      const label = source.slice(at + 2, close - 1);
      return { end: close + 1, text: label.slice(label.lastIndexOf("|") + 1) };
    }
    if (source[at + 1] === "^" || source[at + 1] === "!") return { end: close + 1, text: " " };
    const end = this.#endOfTarget(close + 1);
    return end === close + 1 ? null : { end, text: this.read(at + 1, close) };
  }

  /** @returns the end of a link's target, or `at` if no target begins there */
  #endOfTarget(at: number): number {
    const source = this.#source;
    if (source[at] === "[") return (this.#brackets.get(at) ?? at - 1) + 1;
    if (source[at] !== "(" || at > this.#lastParenthesis) return at;
    let depth = 0;
    for (let end = at; end < Math.min(source.length, at + MAX_MARKUP); end++) {
      const character = source[end]!;
      if (character === "\\") end++;
      else if (character === "(") depth++;
      else if (character === ")" && --depth === 0) return end + 1;
    }
    return at;
  }

  #endOfParagraph(at: number): number {
    if (at >= this.#paragraphEnd) {
      const end = this.#source.indexOf("\n\n", at);
      this.#paragraphEnd = end < 0 ? this.#source.length : end;
    }
    return this.#paragraphEnd;
  }

  /** Reads a run of `*`, `_` or `~`: markup if it opens or closes emphasis, otherwise text. */
  #emphasis(at: number): Piece {
    const source = this.#source;
    const end = at + runLength(source, at);
    const run = source.slice(at, end);
    if (this.#closings.delete(at)) return { end, text: "" };
    const close = run === "~" ? -1 : this.#findClosing(at, run);
    if (close < 0) return { end, text: run };
    this.#closings.add(close);
    return { end, text: "" };
  }

  #findClosing(at: number, run: string): number {
    const source = this.#source;
    const isWordwise = run[0] === "_";
    const after = at + run.length;
    if (isSpace(source[after]) || (isWordwise && isWord(source[at - 1]))) return -1;
    const limit = Math.min(this.#endOfParagraph(at), after + MAX_MARKUP);
    const from = Math.max(after, this.#looked.get(run) ?? 0);
    for (let close = source.indexOf(run, from); close >= 0 && close < limit; ) {
      const length = runLength(source, close);
      const isClosing =
        length === run.length &&
        !isSpace(source[close - 1]) &&
        !(isWordwise && isWord(source[close + length]));
      if (isClosing) return close;
      close = source.indexOf(run, close + length);
    }
    this.#looked.set(run, limit);
    return -1;
  }
}

/** @returns the end of the tag, or -1 if it is not closed before another tag or `MAX_MARKUP` */
function endOfTag(source: string, at: number): number {
  let quote = "";
  for (let end = at + 1; end < Math.min(source.length, at + MAX_MARKUP); end++) {
    const character = source[end]!;
    if (quote !== "") quote = character === quote ? "" : quote;
    else if (character === ">") return end + 1;
    else if (character === "<") return -1;
    else if (character === '"' || character === "'") quote = character;
  }
  return -1;
}

function isSpace(character: string | undefined): boolean {
  return character === undefined || /\s/.test(character);
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}
