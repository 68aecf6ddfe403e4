import * as z from "zod";

/** Maximum number of entries on a page. */
const MAX_LIMIT = 200;

/** `?limit=`: the number of entries on a page. */
export const pageLimit = z
  .string()
  .regex(/^([1-9]\d?|1\d\d|200)$/, `Must be a whole number from 1 to ${MAX_LIMIT}.`)
  .transform(Number);

/** The OpenAPI schema: the text of the query represents a number. */
export const LIMIT_SCHEMA = { type: "integer", minimum: 1, maximum: MAX_LIMIT } as const;
