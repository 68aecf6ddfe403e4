import { join } from "node:path";
import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { schemaText } from "../../../../runtime/docs/execute/sdl.ts";
import { ROOT } from "../../../support/command.ts";

it("schema.graphql of the package is the schema that is served", async () => {
  await expect(schemaText()).toMatchFileSnapshot(join(ROOT, "runtime/docs/schema.graphql"));
});

it("schemaText gives a schema that GraphQL tools read, with a description of every field", () => {
  const types = Object.values(buildSchema(schemaText()).getTypeMap());

  for (const type of types.filter(({ name }) => !name.startsWith("__"))) {
    expect([type.name, type.description]).not.toContain(undefined);
  }
});
