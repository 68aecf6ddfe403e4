import { join } from "node:path";
import { buildSchema, type GraphQLObjectType } from "graphql";
import { expect, it } from "vitest";
import { schemaText } from "../../../../runtime/docs/execute/sdl.ts";
import { ROOT } from "../../../support/command.ts";

it("schema.graphql of the package is the schema that is served", async () => {
  await expect(schemaText()).toMatchFileSnapshot(join(ROOT, "runtime/docs/schema.graphql"));
});

it("redirect: takes a slug and perhaps an anchor, and answers from, to and gone", () => {
  const schema = buildSchema(schemaText());
  const { redirect } = schema.getQueryType()!.getFields();
  const fields = Object.values((schema.getType("Redirect") as GraphQLObjectType).getFields());

  expect(redirect!.args.map(({ name, type }) => `${name}: ${type}`)).toEqual([
    "slug: String!",
    "anchor: String",
  ]);
  expect(String(redirect!.type)).toBe("Redirect");
  expect(fields.map(({ name, type }) => `${name}: ${type}`)).toEqual([
    "from: String!",
    "to: String",
    "gone: Boolean!",
  ]);
});

it("schemaText gives a schema that GraphQL tools read, with a description of every field", () => {
  const types = Object.values(buildSchema(schemaText()).getTypeMap());

  for (const type of types.filter(({ name }) => !name.startsWith("__"))) {
    expect([type.name, type.description]).not.toContain(undefined);
  }
});
