import { execFile } from "node:child_process";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import {
  BROKEN_LINKS,
  BROKEN_LINKS_RECORD,
  type BROKEN_LINKS_ROOTS,
  brokenNumbers,
} from "../../support/broken-links.ts";
import { makeFolder } from "../../support/tree.ts";

const run = promisify(execFile);
const TIMEOUT_MS = 900_000;

interface OwnCheck {
  readonly packages: readonly string[];
  readonly command: readonly [program: string, ...args: string[]];
  /** Tells whether a line of the output is about a broken link. Default: each is. */
  readonly isReport?: (line: string) => boolean;
}

const CHECKS: Readonly<Record<keyof typeof BROKEN_LINKS_ROOTS, OwnCheck>> = {
  docusaurus: {
    packages: [
      ...["core", "preset-classic"].map((name) => `@docusaurus/${name}@3.10.2`),
      ...["react@19", "react-dom@19"],
    ],
    command: ["npx", "docusaurus", "build"],
    isReport: (line) => /linking to|couldn't be resolved/.test(line),
  },
  vitepress: {
    packages: ["vitepress@1.6.4"],
    command: ["npx", "vitepress", "build", "docs"],
    isReport: (line) => /dead link/.test(line),
  },
  starlight: {
    packages: ["astro@7.3", "@astrojs/starlight@0.42", "starlight-links-validator@0.26"],
    command: ["npx", "astro", "build"],
  },
  mkdocs: { packages: [], command: ["mkdocs", "build"] },
  hugo: { packages: [], command: ["hugo"], isReport: (line) => /REF_NOT_FOUND/.test(line) },
};

const found: Record<string, string[]> = {};

/** To write the record that the gate compares docgate with, run this test with `RECORD=1`. */
it.each(Object.entries(CHECKS))(
  "%s: its own check reports what is recorded",
  { timeout: TIMEOUT_MS },
  async (name, { packages, command: [program, ...args], isReport = () => true }) => {
    const cwd = join(await makeFolder(), "site");
    await cp(join(BROKEN_LINKS, name), cwd, { recursive: true });
    if (packages.length > 0) {
      const install = ["install", "--no-audit", "--no-fund", ...packages];
      await run("npm", install, { cwd, maxBuffer: 2 ** 26 });
    }

    // A build that has found broken links may fail.
    const { stdout, stderr } = await run(program, args, { cwd, maxBuffer: 2 ** 26 }).catch(
      (error) => error as { readonly stdout: string; readonly stderr: string },
    );

    found[name] = brokenNumbers(`${stdout}\n${stderr}`.split("\n").filter(isReport).join("\n"));
    if (process.env.RECORD) return;
    const record = JSON.parse(await readFile(BROKEN_LINKS_RECORD, "utf8"));
    expect(found[name]).toEqual(record[name]);
  },
);

afterAll(async () => {
  if (process.env.RECORD)
    await writeFile(BROKEN_LINKS_RECORD, `${JSON.stringify(found, null, 2)}\n`);
});
