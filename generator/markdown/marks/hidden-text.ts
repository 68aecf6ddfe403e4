import { invisibleRuns } from "../../../corpus/text/invisible.ts";
import type { Problem } from "../../config/problem.ts";
import { createLineFinder } from "../line-finder.ts";
import type { HiddenPart } from "./parts.ts";

/** Comments that say nothing to a reader: orders to tools, and labels of lists of links. */
const USUAL_COMMENT = new RegExp(
  [
    // An order has the name of its tool, and words with hyphens, numbers or colons at most.
    "^(?:alex|cspell|doctoc|docgate|eslint|lint|markdownlint|prettier|remark|spell-?checker|textlint|vale|zhlint)\\b[\\w:.,/= -]{0,60}$",
    "^(?:more|truncate|toc|/toc|tocstop)$",
    "^(?:(?:links?|refs?|references?|definitions?|external|internal|images?|footnotes?)\\b\\s*){1,4}$",
  ].join("|"),
  "i",
);
/** Elements that pages have for their site, or for browsers that cannot show them. */
const USUAL_ELEMENT = /^(?:script|style|iframe|audio|video|canvas)$/;
/** The id of a heading in MDX. */
const HEADING_ID = /^\{\/\*\s*[^\s{}]+\s*\*\/\}$/;
const DOCTYPE = /^<!doctype html>$/i;
const TITLED_DEFINITION = /^\[(?:[^[\]\\]|\\[\s\S])*\]:\s*(?:<[^<>]*>|\S+)\s+["'(]([\s\S]*)["')]$/;
/** Number of places that are reported of a page. */
const MAX_REPORTED = 20;

interface HiddenTextOptions {
  readonly path: string;
  /** Offset of the body in the source. */
  readonly bodyStart: number;
  /** Hidden parts after it. */
  readonly hidden: readonly HiddenPart[];
  /** Where comments begin that the site makes something visible of. */
  readonly rendered: ReadonlySet<number>;
}

/**
 * Reports what readers do not see, because nobody notices what it tells a program. Not what pages
 * have for their tools and their site, such as attributes: agents are not given that either.
 */
export function findHiddenText(
  source: string,
  { path, bodyStart, hidden, rendered }: HiddenTextOptions,
): readonly Problem[] {
  const frontmatter = invisibleRuns(source.slice(0, bodyStart));
  const places = [
    ...frontmatter.map(({ start, end }) => ({ start, end, kind: "character" as const })),
    ...outermost(hidden),
  ];
  const found = places.flatMap((place) => {
    const isRendered = place.kind === "comment" && rendered.has(place.start);
    const what = isRendered ? null : describe(place, source.slice(place.start, place.end));
    return what === null ? [] : [{ offset: place.start, what }];
  });
  const find = createLineFinder(source);
  const more = found.length - MAX_REPORTED;
  return found.slice(0, MAX_REPORTED).map(({ offset, what }, at) => {
    const { row, column } = find(offset);
    const rest =
      more > 0 && at === MAX_REPORTED - 1 ? `; the page has ${more} more such places` : "";
    const message = `Readers do not see ${what}${rest}`;
    const place = { file: path, line: row + 1, column: column + 1 };
    return { ...place, rule: "hidden-text", message, suggestion: null };
  });
}

function outermost(hidden: readonly HiddenPart[]): readonly HiddenPart[] {
  let end = 0;
  return hidden.filter((one) => {
    const isInside = one.start < end;
    end = Math.max(end, one.end);
    return !isInside;
  });
}

/** Says what is hidden; null if it is usual. */
function describe(hidden: HiddenPart, text: string): string | null {
  switch (hidden.kind) {
    case "attributes":
    case "syntax":
      return null;
    case "character":
      return describeCharacters(text);
    case "comment":
      return HEADING_ID.test(text) ? null : describeComment(text.replace(COMMENT_MARKS, ""));
    case "definition":
      return describeComment(TITLED_DEFINITION.exec(text)?.[1] ?? "");
    case "element":
      return USUAL_ELEMENT.test(hidden.name!) ? null : describeElement(hidden, text);
    case "instruction":
      return DOCTYPE.test(text) ? null : `"${shorten(text)}", and agents are not given it`;
  }
}

const COMMENT_MARKS = /^(?:<!--|\{\/\*)|-->$|\*\/\}$|^<!--?-?>$/g;

function describeComment(text: string): string | null {
  const isUsual = text.trim() === "" || USUAL_COMMENT.test(text.trim());
  return isUsual ? null : `the comment "${shorten(text)}", and agents are not given it`;
}

function describeElement({ name, isClosed = true }: HiddenPart, text: string): string {
  return isClosed
    ? `the element "${shorten(text)}", and agents are not given it`
    : `anything from <${name}> on, which is not closed, and agents are not given it`;
}

const MAX_QUOTED = 40;

function shorten(text: string): string {
  // Without the marks of quotes around it.
  const line = text
    .replace(/[\r\n][ \t>]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return line.length <= MAX_QUOTED ? line : `${line.slice(0, MAX_QUOTED).trimEnd()}…`;
}

const SOFT_HYPHEN = /^(?:\u00ad|&shy;)$/;

function describeCharacters(text: string): string | null {
  if (SOFT_HYPHEN.test(text)) return null;
  if (text.startsWith("&")) return `the character "${text}", and agents are not given it`;
  const points = Array.from(text, (character) => character.codePointAt(0)!);
  const [first] = points.map((point) => `U+${point.toString(16).toUpperCase().padStart(4, "0")}`);
  return points.length === 1
    ? `the character ${first}, and agents are not given it`
    : `these ${points.length} characters from ${first} on, and agents are not given them`;
}
