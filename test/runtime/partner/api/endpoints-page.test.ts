import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PARTNER_OPERATIONS } from "../../../../runtime/partner/api/operations.ts";
import { ROOT } from "../../../support/command.ts";

it("the page of endpoints has every operation of the OpenAPI description, and no others", () => {
  const page = readFileSync(join(ROOT, "content/partner/endpoints.md"), "utf8");
  const rows = page.matchAll(/^\| \[`([A-Z]+ \/v1\S+)`\]/gm);
  const operations = PARTNER_OPERATIONS.map(
    ({ method, path }) => `${method.toUpperCase()} /v1${path}`,
  );

  expect(Array.from(rows, ([, row]) => row).sort()).toEqual(operations.sort());
});
