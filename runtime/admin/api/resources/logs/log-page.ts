import * as z from "zod";
import { LIMIT_SCHEMA, pageLimit } from "../../page-limit.ts";
import { pickFields } from "../../resource.ts";
import type { Answer } from "../../route.ts";

const DEFAULT_LIMIT = 50;

/** The parameters with which every log is read a page at a time. */
export const pageQuery = z.strictObject({
  limit: pageLimit
    .default(DEFAULT_LIMIT)
    .meta({ override: { ...LIMIT_SCHEMA, default: DEFAULT_LIMIT } }),
  before: z.string().max(100).optional().describe("Only entries older than the one with this id."),
});

/** Returns the body of a page of entries. */
export function pageBody(schema: z.ZodObject): z.ZodObject {
  return z.strictObject({
    items: z.array(schema),
    nextBefore: z.string().nullable().describe("`before` of the next page; null at the end."),
  });
}

interface PageRows<Row> {
  /** One entry more than a page has, if there are older ones. */
  readonly rows: readonly Row[];
  /** Number of entries of a page. */
  readonly limit: number;
  readonly schema: z.ZodObject;
}

/** Answers with a page of entries. */
export function answerPage<Row extends { readonly id: string }>({
  rows,
  limit,
  schema,
}: PageRows<Row>): Answer {
  const items = rows.slice(0, limit);
  const nextBefore = rows.length > limit ? items.at(-1)!.id : null;
  return { status: 200, body: { items: items.map((row) => pickFields(schema, row)), nextBefore } };
}
