import { invisibleRuns, SUSPECT } from "../text/invisible.ts";
import { findChunks, type Range } from "./blocks.ts";
import { ChunkText } from "./chunk-text.ts";
import { type HiddenElement, HiddenElements, MAY_HIDE } from "./hidden-elements.ts";
import { type Definition, type Find, findDefinitions, findInline } from "./inline.ts";

/** Something in a page's Markdown that readers do not see, with its offsets in the page. */
export interface Hidden extends Range {
  readonly kind: "comment" | "instruction" | "attributes" | "definition" | "element" | "character";
  /** Name of an element. */
  readonly name?: string;
  /** False for an element that goes on to the end of the page. Default: true. */
  readonly isClosed?: boolean;
}

/** An address in a page's Markdown, with its offsets in the page. */
export interface Address extends Range {
  readonly kind: "link" | "image" | "attribute" | "wiki";
  /** As written, without quotes and escapes. */
  readonly target: string;
  /** Text of a wiki link. */
  readonly label?: string | undefined;
}

export interface Markup {
  /** In order; an element may have other hidden parts in it. */
  readonly hidden: readonly Hidden[];
  /** In order. */
  readonly addresses: readonly Address[];
}

/**
 * Finds what readers of a page do not see, and the addresses in it, without a syntax tree. It is the
 * one place that knows what is hidden: the generator reports it, and search and agents leave it out.
 */
export function findMarkup(markdown: string): Markup {
  const chunks = findChunks(markdown).map((chunk) => new ChunkText(chunk, markdown));
  const definitions = definitionsIn(chunks);
  const labels = new Set(definitions.map(({ label }) => label));
  const page = { labels, used: new Set<string>(), elements: new HiddenElements(markdown) };
  const hidden: Hidden[] = [];
  const addresses: Address[] = [];
  for (const chunk of chunks) {
    for (const find of findInline(chunk, page)) {
      const found = { ...find, ...chunk.inPage(find) };
      if (isAddress(found)) addresses.push(found);
      else hidden.push(found as Hidden);
    }
    if (chunk.kind === "info") hidden.push(...infoOf(chunk));
  }
  page.elements.end();
  hidden.push(
    ...unusedOf(definitions, page.used),
    ...page.elements.found.map((element: HiddenElement) => ({
      kind: "element" as const,
      ...element,
    })),
    ...invisibleRuns(markdown).map((run) => ({ kind: "character" as const, ...run })),
  );
  return { hidden: hidden.sort((left, right) => left.start - right.start), addresses };
}

/**
 * Anything by which a page may have hidden text, apart from attributes of some length: those have no
 * place in a text anyway.
 */
const SIGNS =
  /<[!?]|<\/(?![a-z])|<[a-z](?:[^<>]*(?:<|(?![\s\S]))|[^>]{1000})|\]\([^)]{1000}|\{\/\*|^[ \t>]*\[[^\n]*\]:|&[#a-z]/im;

let last: { readonly markdown: string; readonly hidden: readonly Hidden[] } | undefined;

/**
 * Finds what readers of a page do not see, perhaps without short attributes, so that half of all
 * pages need not be read. The generator asks twice for each page, for the rule and for the search.
 */
export function findHidden(markdown: string): readonly Hidden[] {
  if (last?.markdown === markdown) return last.hidden;
  const mayHide = SIGNS.test(markdown) || MAY_HIDE.test(markdown) || SUSPECT.test(markdown);
  const hidden = mayHide ? findMarkup(markdown).hidden : [];
  last = { markdown, hidden };
  return hidden;
}

function isAddress(find: Find): find is Find & Address {
  return find.target !== undefined;
}

interface PlacedDefinition extends Range {
  readonly label: string;
}

function definitionsIn(chunks: readonly ChunkText[]): PlacedDefinition[] {
  return chunks.flatMap((chunk) => {
    if (chunk.kind !== "text" || !chunk.text.startsWith("[")) return [];
    return findDefinitions(chunk.text).map(({ label, start, end }: Definition) => {
      const length = chunk.text.slice(start, end).trimEnd().length;
      return { label, ...chunk.inPage({ start, end: start + length }) };
    });
  });
}

/** Returns the definitions that no link has; of several with the same label, links have the first. */
function unusedOf(definitions: readonly PlacedDefinition[], used: ReadonlySet<string>): Hidden[] {
  const seen = new Set<string>();
  return definitions.flatMap(({ label, start, end }) => {
    const isUsed = used.has(label) && !seen.has(label);
    seen.add(label);
    return isUsed ? [] : [{ kind: "definition", start, end }];
  });
}

const LANGUAGE = /^[ \t]*(?:[\w+#.-]{1,40})?/;

/** Finds what follows the language in the line that opens a fence. */
function infoOf(chunk: ChunkText): Hidden[] {
  const start = LANGUAGE.exec(chunk.text)![0].length;
  const end = chunk.text.trimEnd().length;
  return start < end ? [{ kind: "attributes", ...chunk.inPage({ start, end }) }] : [];
}
