import * as z from "zod";

/** Entries that a page has at most. */
const MAX_LIMIT = 200;

/** `?limit=`: how many entries a page is to have. */
export const pageLimit = z
  .string()
  .regex(/^([1-9]\d?|1\d\d|200)$/, `Must be a whole number from 1 to ${MAX_LIMIT}.`)
  .transform(Number);

/** What the OpenAPI document says of it: the query's text stands for a number. */
export const LIMIT_SCHEMA = { type: "integer", minimum: 1, maximum: MAX_LIMIT } as const;
