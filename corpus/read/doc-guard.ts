import type { CorpusFile, Doc } from "../schema.ts";

const KEYS = 13;
const MAX_DEPTH = 4;

/**
 * Tells whether a value from JSON.parse is a doc: what `docSchema` checks, in a tenth of the time.
 * It may reject a value that is a doc; the schema then decides, and explains.
 */
export function isDoc(value: unknown): value is Doc {
  return (
    isObject(value, KEYS) &&
    isName(value.id) &&
    isName(value.path) &&
    isName(value.slug) &&
    isName(value.section) &&
    isText(value.title) &&
    isText(value.body) &&
    (value.description === null || isText(value.description)) &&
    (value.category === null || isText(value.category)) &&
    isCount(value.wordCount) &&
    isListOf(value.headings, isHeading) &&
    isListOf(value.links, isName) &&
    isListOf(value.deepLinks, isDeepLink) &&
    isListOf(value.deadLinks, isText)
  );
}

/** Tells whether a value from JSON.parse is a corpus's metadata. */
export function isMeta(value: unknown): value is CorpusFile["meta"] {
  return (
    isObject(value, 4) &&
    isText(value.name) &&
    isText(value.description) &&
    (value.siteUrl === null || isText(value.siteUrl)) &&
    isText(value.base)
  );
}

/** Tells whether a value from JSON.parse is a corpus's ledger of redirects. */
export function isRedirectList(value: unknown): value is CorpusFile["redirects"] {
  return isListOf(value, isRedirect);
}

function isRedirect(value: unknown): boolean {
  return isObject(value, 2) && isName(value.from) && (value.to === null || isName(value.to));
}

function isHeading(value: unknown): boolean {
  return (
    isObject(value, 4) &&
    isCount(value.depth) &&
    value.depth >= 1 &&
    value.depth <= MAX_DEPTH &&
    isText(value.text) &&
    isText(value.anchor) &&
    isCount(value.start)
  );
}

function isDeepLink(value: unknown): boolean {
  return isObject(value, 2) && isName(value.id) && isText(value.anchor);
}

/** An object with this number of keys that has all the wanted ones has no others. */
function isObject(value: unknown, keys: number): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  let count = 0;
  for (const _ in value) count++;
  return count === keys;
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isName(value: unknown): boolean {
  return isText(value) && value !== "";
}

/** Tells whether a value from JSON.parse is a whole number, 0 or more. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
