import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { API_TYPES, generateApiTypes } from "../../tools/api-types.ts";

it("the console's types of the admin API match its current OpenAPI description", async () => {
  const written = await readFile(API_TYPES, "utf8");

  expect(written === (await generateApiTypes()), "Run `npm run api-types`").toBe(true);
});
