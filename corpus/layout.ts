import { FORMAT_VERSION, SCHEMA_URL } from "./format.ts";

/** The text that is the same in all files, around and between their parts, in order. */
export const BEFORE_HASH = `{"$schema":${JSON.stringify(SCHEMA_URL)},"formatVersion":${FORMAT_VERSION},"sha256":"`;
/** Stands in for the hash while the hash is computed. */
export const NO_HASH = "0".repeat(64);
export const BEFORE_META = '",\n"meta":';
export const BEFORE_REDIRECTS = ',\n"redirects":';
/** Followed by a line feed, then one line for each doc. */
export const BEFORE_DOCS = ',\n"docs":[';
/** Starts a line. */
export const BEFORE_WORDS = '],\n"words":';
export const BEFORE_GRAPH = ',\n"graph":';
/** A file need not have the part that begins here. */
export const BEFORE_SEARCH = ',\n"search":';
export const END = "}\n";
