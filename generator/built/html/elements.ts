import { INLINE_TAG } from "../../markdown/marks/inline-tag.ts";
import type { HtmlSide } from "./html-page.ts";

/** Attributes as htmlparser2 gives them: only own keys are the page's. */
export type Attributes = Readonly<Record<string, string>>;

/** Elements whose content is not text for readers, or is shown only by a script. */
const DROPPED = new Set([
  ..."annotation annotation-xml audio canvas datalist iframe noembed noframes noscript object".split(
    " ",
  ),
  ..."option script select style svg template textarea title video".split(" "),
]);

const SIDES: ReadonlyMap<string, HtmlSide["kind"]> = new Map([
  ["aside", "aside"],
  ["banner", "header"],
  ["complementary", "aside"],
  ["contentinfo", "footer"],
  ["footer", "footer"],
  ["header", "header"],
  ["nav", "navigation"],
  ["navigation", "navigation"],
  ["search", "navigation"],
]);

/** Elements that may hold the content of a page. */
const BOXES = new Set(["article", "body", "div", "main", "section", "td"]);

/** Panels of tabs and of what unfolds: readers see them when they choose to. */
const PANELS = new Set(["region", "tabpanel"]);

/** Classes of the line numbers of code. */
const LINE_NUMBERS = /(?:^|\s)(?:linenos?|lnt?)(?:\s|$)/;
/** Links to a footnote and back: Markdown has them as marks, not as text. */
const NOTE_LINK = /(?:^|\s)(?:footnote|footnote-(?:back)?ref|reversefootnote)(?:\s|$)/;
/** Classes of what is only read aloud. */
const UNSEEN = /(?:^|\s)(?:sr-only|visually-hidden|screen-reader-text)(?:\s|$)/;
const HIDING_STYLE = /(?:^|;)\s*display\s*:\s*none\b/i;

export function isInline(name: string): boolean {
  return INLINE_TAG.test(name);
}

export function isBox(name: string): boolean {
  return BOXES.has(name);
}

/** Returns the depth of a heading; 0 for any other element. */
export function headingDepth(name: string): number {
  if (name.length !== 2 || name[0] !== "h") return 0;
  const depth = name.charCodeAt(1) - 0x30;
  return depth >= 1 && depth <= 6 ? depth : 0;
}

/** Tells which part around the content an element is, by its name or its role. */
export function sideOf(name: string, { role }: Attributes): HtmlSide["kind"] | null {
  return SIDES.get(role ?? name) ?? null;
}

/** Tells whether readers do not see an element, or only as a help for what is next to it. */
export function isDropped(name: string, attributes: Attributes): boolean {
  if (DROPPED.has(name)) return true;
  const { role, hidden, style, class: classes } = attributes;
  if (name === "button" || role === "button")
    return role !== "tab" && !("aria-controls" in attributes);
  // A paragraph is the visible title of what has it as its label.
  if (attributes["aria-hidden"] === "true" && name !== "p") return true;
  if (name === "dialog" && attributes.open === undefined) return true;
  if (role === "doc-noteref" || role === "doc-backlink" || "data-footnote-ref" in attributes)
    return true;
  if (classes !== undefined) {
    if (LINE_NUMBERS.test(classes)) return true;
    if ((name === "a" || name === "sup") && NOTE_LINK.test(classes)) return true;
    if (name === "span" && UNSEEN.test(classes)) return true;
  }
  const isHidden = hidden !== undefined || (style !== undefined && HIDING_STYLE.test(style));
  return isHidden && !PANELS.has(role ?? "") && hidden !== "until-found";
}

/** Returns an element's name, id and classes as a selector. */
export function selectorOf(name: string, { id, class: classes }: Attributes): string {
  const names = classes?.trim().split(/\s+/).filter(Boolean) ?? [];
  return [id ? `${name}#${id}` : name, ...names].join(".");
}
