import { FORMAT_VERSION, SCHEMA_URL } from "./format.ts";

/** What is the same in all files, around and between their parts, in order. */
export const BEFORE_HASH = `{"$schema":${JSON.stringify(SCHEMA_URL)},"formatVersion":${FORMAT_VERSION},"sha256":"`;
/** In the place of the hash while it is taken. */
export const NO_HASH = "0".repeat(64);
export const BEFORE_META = '",\n"meta":';
/** A line feed follows, then each doc on a line of its own. */
export const BEFORE_DOCS = ',\n"docs":[';
/** At the start of a line. */
export const BEFORE_GRAPH = '],\n"graph":';
export const BEFORE_SEARCH = ',\n"search":';
export const END = "}\n";

/** What is around the terms in the search index. */
export const BEFORE_TERMS = ',"index":[';
export const AFTER_TERMS = '],"serializationVersion":';
