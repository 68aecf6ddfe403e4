/** The version of the file format. A reader refuses every other version. */
export const FORMAT_VERSION = 3;

/** Where the JSON Schema of this format version is published. */
export const SCHEMA_URL = "https://unpkg.com/docgate@0/corpus/corpus.schema.json";
