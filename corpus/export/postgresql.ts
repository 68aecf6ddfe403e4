import type { PlaceRecord } from "./records.ts";

const COLUMNS = [
  "id",
  "page",
  "address",
  "title",
  "breadcrumbs",
  "heading",
  "text",
  "section",
  "order",
];

/**
 * The table, its index and a function that searches. A vector holds at most 1 MiB, so the text
 * beyond 250 000 characters is not searched.
 */
const BEFORE = `begin;

create table if not exists docgate_places (
  id text primary key,
  page text not null,
  address text not null,
  title text not null,
  breadcrumbs jsonb not null,
  heading text,
  text text not null,
  section text not null,
  "order" integer not null,
  vector tsvector not null generated always as (
    setweight(to_tsvector('english', coalesce(heading, title)), 'A') ||
    setweight(to_tsvector('english', title), 'B') ||
    setweight(to_tsvector('english', breadcrumbs), 'C') ||
    setweight(to_tsvector('english', left(text, 250000)), 'D')
  ) stored
);

create index if not exists docgate_places_vector on docgate_places using gin (vector);

create or replace function docgate_search(words text, most integer default 10)
returns table (address text, title text, heading text, breadcrumbs jsonb, excerpt text)
language sql stable as $$
  select best.address, best.title, best.heading, best.breadcrumbs,
    ts_headline('english', left(best.text, 250000), best.query, 'StartSel="",StopSel="",MaxFragments=1')
  from (
    select places.*, query
    from docgate_places places, websearch_to_tsquery('english', words) query
    where vector @@ query
    order by ts_rank_cd(vector, query, 1) desc, "order"
    limit most
  ) best
  order by ts_rank_cd(vector, query, 1) desc, "order"
$$;

delete from docgate_places;
`;

/** Only places of a corpus with fields have this column. */
const FIELDS_COLUMN = `
alter table docgate_places add column if not exists fields jsonb;
`;

const AFTER = `\\.

commit;`;

/**
 * Writes a script for psql, which replaces the places in one transaction and can be run again.
 */
export function* postgresqlLines(records: Iterable<PlaceRecord>): Generator<string> {
  const all = [...records];
  const hasFields = all[0]?.fields !== undefined;
  const columns = hasFields ? [...COLUMNS, "fields"] : COLUMNS;
  const names = columns.map((name) => `"${name}"`).join(", ");
  yield `${BEFORE}${hasFields ? FIELDS_COLUMN : ""}\ncopy docgate_places (${names}) from stdin;`;
  for (const record of all) {
    const { breadcrumbs, heading, order, fields, ...texts } = record;
    const values = {
      ...texts,
      heading,
      breadcrumbs: JSON.stringify(breadcrumbs),
      order: String(order),
      fields: fields === undefined ? null : JSON.stringify(fields),
    };
    yield columns.map((name) => copyValue(values[name as keyof typeof values])).join("\t");
  }
  yield AFTER;
}

/** Escapes a value as the text format of COPY has it. */
function copyValue(value: string | null): string {
  if (value === null) return "\\N";
  return value
    .replaceAll("\\", "\\\\")
    .replaceAll("\t", "\\t")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r");
}
