import { buildSchema, printSchema } from "graphql";
import type { Fields } from "./field-parts.ts";
import { TYPE_DEFS, typeDefsFor } from "./schema.ts";

/**
 * @param fields of the corpus. Default: it has none, as the schema of the package.
 * @returns the schema as `docgate schema` prints it, and `schema.graphql` of the package has it
 */
export function schemaText(fields?: Fields): string {
  return `${printSchema(buildSchema(fields ? typeDefsFor(fields) : TYPE_DEFS))}\n`;
}
