import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildSchema, isIntrospectionType, isObjectType } from "graphql";
import { expect, it } from "vitest";
import { ROOT } from "../../../support/command.ts";

function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

const schema = buildSchema(read("runtime/docs/schema.graphql"));
const types = Object.values(schema.getTypeMap()).filter(
  (type) => isObjectType(type) && !isIntrospectionType(type),
);
const query = schema.getQueryType()!;

it("the page of types has every field of the schema, with its type, and no others", () => {
  const page = read("content/graphql/types.md");
  const sections = page.split(/\n## /).slice(1);
  const shown = Object.fromEntries(
    sections.map((section) => [
      /^\w+/.exec(section)![0],
      Array.from(
        section.matchAll(/^\| `(\w+)` \| `([^`]+)` \|/gm),
        ([, field, type]) => `${field}: ${type}`,
      ),
    ]),
  );
  const fields = types
    .filter((type) => isObjectType(type) && type !== query)
    .map((type) => [
      type.name,
      isObjectType(type)
        ? Object.values(type.getFields()).map(({ name, type: its }) => `${name}: ${its}`)
        : [],
    ]);

  expect(shown).toEqual(Object.fromEntries(fields));
});

it("the pages of the API name every query, with its arguments", () => {
  const pages = ["queries.md", "types.md", "search-in-words.md"].map((page) =>
    read(`content/graphql/${page}`),
  );
  const text = pages.join("\n");
  for (const { name, args } of Object.values(query.getFields())) {
    expect(text).toMatch(new RegExp(`\\b${name}\\b`));
    for (const argument of args) expect(text, name).toMatch(new RegExp(`\\b${argument.name}\\b`));
  }
});
