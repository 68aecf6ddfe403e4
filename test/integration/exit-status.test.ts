import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { reportError } from "../../command.ts";
import { type AnyErrorCode, DocgateError, EXIT_STATUS } from "../../corpus/error.ts";
import { createMasterKey } from "../../runtime/partner/secrets/vault.ts";
import { type CommandOptions, runDocgate, runShared } from "../support/command.ts";
import { reseal } from "../support/corpora.ts";
import { makeSharedFolder, writeTree } from "../support/tree.ts";

const PASSWORD = "correct horse battery";

/** A command that ends with an error of a code. */
interface Failing extends Pick<CommandOptions, "env" | "input"> {
  readonly line: string;
  readonly status: 1 | 2;
}

/**
 * A command for each code. Null for errors that docgate catches itself, and for those that need
 * concurrent work.
 */
const COMMANDS: Readonly<Record<AnyErrorCode, Failing | null>> = {
  "corpus-unreadable": { line: "diff nowhere.json corpus.json", status: 1 },
  "corpus-not-json": { line: "diff not-json.json corpus.json", status: 1 },
  "corpus-foreign": { line: "diff foreign.json corpus.json", status: 1 },
  "corpus-version": { line: "diff version.json corpus.json", status: 1 },
  "corpus-hash": { line: "diff hash.json corpus.json", status: 1 },
  "corpus-shape": { line: "diff shape.json corpus.json", status: 1 },
  "corpus-signature": { line: `verify corpus.json --trust ci:${"A".repeat(43)}`, status: 1 },
  "corpus-edition": { line: "serve --no-partner --corpus v2=corpus.json", status: 1 },
  "corpus-differs": { line: "verify corpus.json --rebuild others", status: 1 },
  "corpus-layout": null,
  file: { line: "generate docs --out docs/a.md/x.json", status: 1 },
  setting: { line: "serve", env: { DOCGATE_PORT: "http" }, status: 2 },
  addresses: { line: "diff corpus.json corpus.json --consumers not-json.json", status: 1 },
  listen: { line: "serve --no-partner --corpus corpus.json --host 203.0.113.7", status: 1 },
  "invalid-argument": null,
  busy: null,
  "work-limit": null,
  "client-gone": null,
  "page-limit": null,
  "cache-corrupt": null,
  store: { line: "store backup x --data nowhere", status: 1 },
  "store-unavailable": null,
  "store-busy": null,
  "store-conflict": null,
  "wrong-master-key": {
    line: "admin tokens",
    env: { DOCGATE_MASTER_KEY: createMasterKey() },
    status: 1,
  },
  "sealed-value": { line: "admin tokens --data changed", status: 1 },
  "not-found": { line: "admin remove --email nobody@acme.test", status: 1 },
  invalid: { line: "admin create --org Acme --email b@acme.test", input: "short", status: 1 },
  conflict: { line: "admin create --org Acme --email a@acme.test", input: PASSWORD, status: 1 },
  "notice-failed": null,
};

const CASES = Object.entries(COMMANDS) as [AnyErrorCode, Failing | null][];
const FAILING = CASES.flatMap(([code, failing]) => (failing ? [{ code, ...failing }] : []));

/** One line that begins with the command's name and is a complete sentence. */
const ONE_LINE = /^docgate: [^\n]+\.\n$/;

/** Returns standard error, and the exit status. */
function report(error: unknown): { readonly status: number; readonly stderr: string } {
  let stderr = "";
  const write = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    stderr += text;
    return true;
  });
  try {
    return { status: reportError(error), stderr };
  } finally {
    write.mockRestore();
  }
}

describe("the exit status", () => {
  const cwd = makeSharedFolder();

  function run(line: string, options: Omit<CommandOptions, "cwd"> = {}) {
    // A server that cannot start ends its process, which closes its files.
    const runIt = line.startsWith("serve") ? runDocgate : runShared;
    return runIt(line.split(" "), { cwd: cwd(), ...options });
  }

  beforeAll(async () => {
    await writeTree(cwd(), { "docs/a.md": "# A\n", "others/a.md": "# B\n" });
    await run("generate docs --out corpus.json");
    const corpus = await readFile(join(cwd(), "corpus.json"), "utf8");
    for (const [name, text] of Object.entries({
      "not-json": corpus.slice(0, -2),
      foreign: "[]",
      version: corpus.replace(/(?<="formatVersion":)\d+/, "99"),
      hash: corpus.replace('"title":"A"', '"title":"B"'),
      shape: reseal(Buffer.from(corpus.replace('"title":"A"', '"title":1'))),
    })) {
      await writeFile(join(cwd(), `${name}.json`), text);
    }
    for (const data of ["data", "changed"]) {
      const line = `admin create --org Acme --email a@acme.test --data ${data}`;
      await run(line, { input: PASSWORD });
    }
    const database = new DatabaseSync(join(cwd(), "changed/docgate.db"));
    const { sealed } = database.prepare("select root_key sealed from installation").get() as {
      sealed: string;
    };
    const tag = { ...JSON.parse(sealed), tag: "AAAAAAAAAAAAAAAAAAAAAA" };
    database.prepare("update installation set root_key = ?").run(JSON.stringify(tag));
    database.close();
  });

  it.each(FAILING)("for $code is $status: docgate $line", async ({ line, ...given }) => {
    const { code, stdout, stderr } = await run(line, given);

    expect([code, stdout]).toEqual([given.status, ""]);
    expect(stderr).toMatch(ONE_LINE);
  });

  it.each(CASES)("for %s follows from its code", (code, failing) => {
    const { status, stderr } = report(new DocgateError(code, "It failed.\nTry again."));

    expect(status).toBe(failing?.status ?? 1);
    expect(stderr).toBe("docgate: It failed.\\u{000a}Try again.\n");
  });

  it("is defined for each code", () => {
    expect(CASES.map(([code]) => code).sort()).toEqual(Object.keys(EXIT_STATUS).sort());
  });

  it("for a bug is 1, with the stack, even if it has a code of Node.js", async () => {
    // A working folder that is a number makes node:path throw ERR_INVALID_ARG_TYPE.
    const bug = "data:text/javascript,process.cwd=()=>1";
    const { code, stderr } = await runDocgate(["check", "docs"], {
      env: { NODE_OPTIONS: `--import ${bug}` },
      cwd: cwd(),
    });

    expect(code).toBe(1);
    expect(stderr).toMatch(/^docgate: TypeError \[ERR_INVALID_ARG_TYPE\].*\n {4}at /);
    expect(report(new RangeError("a bug"))).toEqual({
      status: 1,
      stderr: expect.stringMatching(/^docgate: RangeError: a bug\n {4}at /),
    });
  });
});
