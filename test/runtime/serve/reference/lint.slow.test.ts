import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { createApiDescription } from "../../../../runtime/serve/api-description.ts";
import { ROOT } from "../../../support/command.ts";
import { makeFolder } from "../../../support/tree.ts";

const REDOCLY = `${ROOT}node_modules/@redocly/cli/bin/cli.js`;

interface Report {
  readonly totals: { readonly errors: number };
  readonly problems: readonly {
    readonly severity: string;
    readonly ruleId: string;
    readonly message: string;
  }[];
}

it("createApiDescription: the linter of Redocly finds no error by its recommended rules", async () => {
  const file = join(await makeFolder(), "openapi.json");
  await writeFile(file, JSON.stringify(createApiDescription("1", "https://docs.example.com/docs")));
  const args = ["lint", file, "--extends=recommended", "--format=json", "--max-problems=1000"];
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const options = { env, maxBuffer: 2 ** 24 };
  // It fails if there are errors, and still prints them.
  const run = promisify(execFile)(process.execPath, [REDOCLY, ...args], options);
  const { stdout } = await run.catch((error: { readonly stdout: string }) => error);

  const { totals, problems }: Report = JSON.parse(stdout);
  const errors = problems.filter(({ severity }) => severity === "error");
  expect(errors).toEqual([]);
  expect(totals.errors).toBe(0);
});
