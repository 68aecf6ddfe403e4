import { FORMAT_VERSION, SCHEMA_URL } from "./format.ts";

/** The text that is the same in all files, around and between their parts, in order. */
export const BEFORE_HASH = `{"$schema":${JSON.stringify(SCHEMA_URL)},"formatVersion":${FORMAT_VERSION},"sha256":"`;
/** Stands in for the hash while the hash is computed. */
export const NO_HASH = "0".repeat(64);
export const BEFORE_META = '",\n"meta":';
/** Followed by a line feed, then one line for each doc. */
export const BEFORE_DOCS = ',\n"docs":[';
/** Starts a line. */
export const BEFORE_WORDS = '],\n"words":';
export const BEFORE_GRAPH = ',\n"graph":';
export const BEFORE_SEARCH = ',\n"search":';
export const END = "}\n";

/** The text around the terms in the search index. */
export const BEFORE_TERMS = ',"index":[';
export const AFTER_TERMS = '],"serializationVersion":';
