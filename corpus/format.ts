/** The version of the file's shape. A reader refuses every other one. */
export const FORMAT_VERSION = 2;

/** Where the published JSON Schema of this format version is found. */
export const SCHEMA_URL = "https://unpkg.com/docgate@0/corpus/corpus.schema.json";
