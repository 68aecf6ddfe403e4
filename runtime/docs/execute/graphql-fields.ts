import type { ObjectShape, Shape } from "../../../corpus/shape.ts";

/** Returns the fields of an object that GraphQL serves, with what they are for. */
export function fieldsOf({ fields }: ObjectShape<Readonly<Record<string, Shape>>>): string {
  return Object.entries(fields)
    .filter(([, { graphqlType }]) => graphqlType !== null)
    .map(
      ([key, { graphqlType, jsonSchema }]) =>
        `${JSON.stringify(jsonSchema.description)}\n${key}: ${graphqlType}`,
    )
    .join("\n");
}
