import type { Range } from "../destination.ts";
import { decodeReferences } from "./references.ts";

/** A tag of HTML, with its offsets in the page. */
export interface Tag extends Range {
  /** In lowercase. */
  readonly name: string;
  readonly isClosing: boolean;
  /** True if it ends with `/>`. */
  readonly isSelfClosing: boolean;
  /** Name in lowercase → value as written, without quotes. */
  readonly attributes: ReadonlyMap<string, string>;
}

/** An element that browsers do not show, from its opening tag to its closing one. */
export interface HiddenElement extends Range {
  readonly name: string;
  /** False if it goes on to the end of the page. */
  readonly isClosed: boolean;
}

/** Elements whose content browsers never show, or only if they cannot show the element itself. */
const HIDDEN_ELEMENT =
  /^(?:script|style|template|title|noscript|noembed|noframes|iframe|datalist|audio|video|canvas)$/;
/** Elements whose content is neither HTML nor Markdown: it ends at the first closing tag. */
const RAW_ELEMENT = /^(?:script|style|title|iframe|noembed|noframes|noscript)$/;
/** Elements that have no content. */
const VOID_ELEMENT = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/;
const HIDING_STYLE =
  /(?:display:["']?none|visibility:["']?(?:hidden|collapse)|(?:opacity|font-?size):["']?(?:0+\.?0*|\.0+)(?:[a-z%]|["';,}!]|$))/i;

/** Follows the tags of a page in order, and finds the elements that readers do not see. */
export class HiddenElements {
  readonly found: HiddenElement[] = [];
  readonly #source: string;
  #open: { readonly name: string; readonly start: number; depth: number } | null = null;

  constructor(source: string) {
    this.#source = source;
  }

  /** The name of the open element if its content is neither HTML nor Markdown. */
  get openRaw(): string | null {
    return this.#open && RAW_ELEMENT.test(this.#open.name) ? this.#open.name : null;
  }

  see(tag: Tag): void {
    const open = this.#open;
    if (open === null) {
      if (!tag.isClosing && isHiddenTag(tag) && !this.#isEmpty(tag)) {
        this.#open = { name: tag.name, start: tag.start, depth: 1 };
      }
      return;
    }
    if (tag.name !== open.name) return;
    if (tag.isClosing) open.depth--;
    else if (!tag.isSelfClosing) open.depth++;
    if (open.depth > 0) return;
    this.found.push({ name: open.name, start: open.start, end: tag.end, isClosed: true });
    this.#open = null;
  }

  /** An element that is not closed goes on to the end of the page. */
  end(): void {
    if (this.#open === null) return;
    const { name, start } = this.#open;
    this.found.push({ name, start, end: this.#source.length, isClosed: false });
    this.#open = null;
  }

  /**
   * Tells whether an element has no content. `<div/>` has none in MDX, but goes on in HTML: it has
   * content if the next tag of its name closes it.
   */
  #isEmpty({ name, isSelfClosing, end }: Tag): boolean {
    if (VOID_ELEMENT.test(name)) return true;
    if (!isSelfClosing) return false;
    const next = new RegExp(`<(/?)${name.replace(/[^\w-]/g, "\\$&")}(?=[\\s/>])`, "gi");
    next.lastIndex = end;
    return next.exec(this.#source)?.[1] !== "/";
  }
}

/** Tells whether browsers do not show an element, by its opening tag. */
export function isHiddenTag({ name, attributes }: Pick<Tag, "name" | "attributes">): boolean {
  if (HIDDEN_ELEMENT.test(name)) return true;
  if (name === "dialog" && !attributes.has("open")) return true;
  const hidden = attributes.get("hidden");
  if (hidden !== undefined && hidden !== "{false}") return true;
  const style = attributes.get("style");
  return style !== undefined && HIDING_STYLE.test(plainStyle(style));
}

/** Returns a style without comments and white space. */
function plainStyle(style: string): string {
  return decodeReferences(style).replace(/\/\*[\s\S]*?\*\/|\s+/g, "");
}
