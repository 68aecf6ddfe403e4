import { createHash } from "node:crypto";
import { algoliaLines } from "./algolia.ts";
import { postgresqlLines } from "./postgresql.ts";
import type { PlaceRecord } from "./records.ts";

/** Writes places as the lines that a search engine reads. */
type WriteLines = (records: Iterable<PlaceRecord>) => Iterable<string>;

/** The search engines for which places can be exported. */
export const ENGINES = {
  /** One JSON object on each line: for all others. */
  any: eachAsJson((record) => [record]),
  opensearch: eachAsJson(opensearchLines),
  meilisearch: eachAsJson((record) => [{ ...record, id: hashedId(record.id) }]),
  typesense: eachAsJson(typesenseLines),
  algolia: algoliaLines,
  postgresql: postgresqlLines,
} as const satisfies Readonly<Record<string, WriteLines>>;

export type Engine = keyof typeof ENGINES;

function eachAsJson(toObjects: (record: PlaceRecord) => readonly object[]): WriteLines {
  return function* (records) {
    for (const record of records) {
      for (const object of toObjects(record)) yield JSON.stringify(object);
    }
  };
}

/** OpenSearch takes ids of at most 512 bytes. */
const MAX_OPENSEARCH_ID_BYTES = 512;

/** For the bulk interface: an action, then the document. */
function opensearchLines({ id, ...document }: PlaceRecord): readonly object[] {
  const isShort = Buffer.byteLength(id) <= MAX_OPENSEARCH_ID_BYTES;
  return [{ index: { _id: isShort ? id : hashedId(id) } }, document];
}

/** Typesense refuses null where a field has a type. */
function typesenseLines({ heading, ...record }: PlaceRecord): readonly object[] {
  return [heading === null ? record : { ...record, heading }];
}

/** Returns an id of letters, digits, `-` and `_` in place of any other. */
export function hashedId(id: string): string {
  return createHash("sha256").update(id).digest("base64url");
}
