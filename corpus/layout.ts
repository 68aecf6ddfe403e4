/** The version of the file format. A reader refuses every other version. */
export const FORMAT_VERSION = 3;

/** Where the JSON Schema of this format version is published. */
export const SCHEMA_URL = "https://unpkg.com/docgate@0/corpus/corpus.schema.json";

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
