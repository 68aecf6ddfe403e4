import type { Attributes } from "./elements.ts";
import { leadsTo } from "./fragment.ts";
import { HtmlText } from "./html-text.ts";

interface HeadingStart {
  /** 1 to 6. */
  readonly level: number;
  /** The number of elements around it. */
  readonly depth: number;
  readonly ownId: string | null;
  /** The ids just before it, the most fitting one first. */
  readonly idsBefore: readonly string[];
}

/** Characters that are not drawn, by which generators keep their marks from being empty. */
const NOT_DRAWN = /[\u200b-\u200d\u2060\ufeff]/g;

/**
 * Reads a heading: its text without the mark that links to it, and the fragment that leads to it.
 */
export class HeadingReader {
  readonly level: number;
  readonly depth: number;
  readonly #ids: string[];
  readonly #ownId: string | null;
  #linkedId: string | null = null;
  /** The text of links to the heading, the other text, and what images say. */
  readonly #linked = new HtmlText();
  readonly #own = new HtmlText();
  readonly #alt = new HtmlText();
  /** The number of elements around the open link to the heading; infinite if none is open. */
  #linkDepth = Number.POSITIVE_INFINITY;
  #isLinkFirst = false;

  constructor({ level, depth, ownId, idsBefore }: HeadingStart) {
    this.level = level;
    this.depth = depth;
    this.#ownId = ownId;
    this.#ids = [...idsBefore];
  }

  open(name: string, { attributes, depth }: { attributes: Attributes; depth: number }): void {
    const id = attributes.id || (name === "a" && attributes.name);
    // The first one inside fits better than those before the heading.
    if (id) this.#ids.splice(this.#innerIds++, 0, id);
    if (name === "img" && attributes.alt) this.#alt.add(attributes.alt);
    if (name === "br") this.separate();
    const { href } = attributes;
    if (name !== "a" || href === undefined) return;
    const ids = this.#ownId === null ? this.#ids : [this.#ownId, ...this.#ids];
    const target = ids.find((one) => leadsTo(href, one));
    if (target === undefined) return;
    this.#linkedId ??= target;
    this.#isLinkFirst ||= this.#own.length === 0;
    this.#linkDepth = Math.min(this.#linkDepth, depth);
  }

  #innerIds = 0;

  close(depth: number): void {
    if (depth <= this.#linkDepth) this.#linkDepth = Number.POSITIVE_INFINITY;
  }

  read(data: string): void {
    (this.#linkDepth < Number.POSITIVE_INFINITY ? this.#linked : this.#own).add(data);
  }

  separate(): void {
    this.#own.separate();
    this.#linked.separate();
  }

  get id(): string | null {
    return this.#ownId ?? this.#linkedId ?? this.#ids[0] ?? null;
  }

  /** The text; that of a link to the heading only if it is not just a mark. */
  get text(): string {
    const [own, linked] = [plain(this.#own), plain(this.#linked)];
    const isMark = !(this.#isLinkFirst && linked.length > own.length);
    if (own === "") return linked || plain(this.#alt);
    return isMark ? own : `${linked} ${own}`;
  }
}

function plain(text: HtmlText): string {
  return text.toString().replace(NOT_DRAWN, "").replace(/\s+/g, " ").trim();
}
