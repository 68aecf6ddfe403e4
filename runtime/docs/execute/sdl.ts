import { buildSchema, printSchema } from "graphql";
import { TYPE_DEFS } from "./schema.ts";

/** @returns the schema as `docgate schema` prints it, and `schema.graphql` of the package has it */
export function schemaText(): string {
  return `${printSchema(buildSchema(TYPE_DEFS))}\n`;
}
