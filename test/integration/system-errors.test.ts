import { once } from "node:events";
import { mkdir, readdir, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import {
  type CommandResult,
  RUNTIMES,
  type Runtime,
  runDocgate,
  runEach,
} from "../support/command.ts";
import { makeSharedFolder, writeTree } from "../support/tree.ts";

/**
 * Words for the system and programmers only: its codes and calls, temporary names, places in code.
 */
const RAW = /\bE[A-Z]{3,}\b|\.tmp\b|\bsyscall\b|\n\s+at /;

describe.each(RUNTIMES)("errors from the system (%s)", (runtime: Runtime) => {
  const cwd = makeSharedFolder();

  function run(args: readonly string[]) {
    return runDocgate(args, { runtime, cwd: cwd() });
  }

  beforeAll(async () => {
    await writeTree(cwd(), { "docs/a.md": "# A\n", file: "a file\n", "folder/b.txt": "b\n" });
    await mkdir(join(cwd(), "blocked/docgate.db"), { recursive: true });
    await run(["generate", "docs", "--out", "corpus.json"]);
    await run(["admin", "create", "--org", "Acme", "--email", "a@acme.test"]);
    expect(await readdir(join(cwd(), "data"))).toContain("docgate.db");
  });

  /** Runs a command that fails. @returns its message, in one line */
  async function failureOf(args: readonly string[]): Promise<string> {
    return messageOf(await run(args));
  }

  function messageOf({ code, stdout, stderr }: CommandResult): string {
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^docgate: .*\.\n$/);
    expect(stderr).not.toMatch(RAW);
    return stderr.slice("docgate: ".length, -1);
  }

  const MISSING = (path: string) =>
    `Cannot write "${path}": the folder "nowhere" does not exist. Make it, or name another place.`;
  const IN_THE_WAY = '"file" is a file, not a folder. Name another place.';
  const A_FOLDER = "it is a folder. Name a file.";

  const FAILING = [
    ["store backup nowhere/x", MISSING("nowhere/x")],
    ["store backup file/x", `Cannot write "file/x": ${IN_THE_WAY}`],
    ["store backup folder", `Cannot write "folder": ${A_FOLDER}`],
    ["store export nowhere/x", MISSING("nowhere/x")],
    ["store export file/x", `Cannot write "file/x": ${IN_THE_WAY}`],
    ["store export folder", `Cannot write "folder": ${A_FOLDER}`],
    ["store import nowhere --data new", 'Cannot read "nowhere": no such file.'],
    ["store import file/x --data new", `Cannot read "file/x": ${IN_THE_WAY}`],
    ["store import folder --data new", `Cannot read "folder": ${A_FOLDER}`],
    [
      "store backup x --data nowhere",
      'There is no store at "nowhere/docgate.db". "docgate serve" creates it; --data names its folder.',
    ],
    ["admin tokens --data file", `The store "file/docgate.db" cannot be opened: ${IN_THE_WAY}`],
    ["generate docs --out file/x.json", `Cannot write "file/x.json": ${IN_THE_WAY}`],
    ["generate docs --out file/deep/x.json", `Cannot write "file/deep/x.json": ${IN_THE_WAY}`],
    ["generate docs --out folder", `Cannot write "folder": ${A_FOLDER}`],
    ["diff nowhere.json corpus.json", 'Cannot read corpus "nowhere.json": no such file.'],
    ["diff corpus.json folder", `Cannot read corpus "folder": ${A_FOLDER}`],
    ["serve --no-partner --corpus folder", `Cannot read corpus "folder": ${A_FOLDER}`],
    [
      "serve --port 0 --corpus corpus.json --data file/deep",
      `The store "file/deep/docgate.db" cannot be opened: ${IN_THE_WAY}`,
    ],
    [
      "serve --no-partner",
      'There is no corpus at "dist/corpus.json". Run "docgate generate" first, or name the file with --corpus.',
    ],
    [
      "serve --no-partner --corpus corpus.json --port 0 --host 203.0.113.7",
      "203.0.113.7 is not an address of this machine. Use --host with one of its addresses, or 0.0.0.0 for all of them.",
    ],
    [
      "serve --no-partner --corpus corpus.json --port 0 --host nowhere.invalid",
      'The host "nowhere.invalid" cannot be resolved to an address. Use --host with a name or an address of this machine.',
    ],
  ] as const;

  describe("are explained by", () => {
    let results: readonly CommandResult[];

    beforeAll(async () => {
      const lines = FAILING.map(([line]) => line.split(" "));
      results = await runEach(lines, { runtime, cwd: cwd() });
    });

    it.each(FAILING.map(([line, message], at) => ({ line, message, at })))(
      "docgate $line",
      ({ message, at }) => {
        expect(messageOf(results[at]!)).toBe(message);
      },
    );
  });

  it("a port in use", async () => {
    const server = createServer();
    onTestFinished(() => void server.close());
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const line = `serve --no-partner --corpus corpus.json --port ${port}`;

    expect(await failureOf(line.split(" "))).toBe(
      `Port ${port} of 127.0.0.1 is taken. Use --port with another port; 0 picks a free one.`,
    );
  });

  it("a folder in place of the store's file, and of the master key", async () => {
    expect(await failureOf(["admin", "tokens", "--data", "blocked"])).toMatch(
      /^The store "blocked\/docgate\.db" cannot be opened: unable to open .* It must be a file /,
    );
    await run(["admin", "create", "--org", "Acme", "--email", "a@acme.test", "--data", "keyless"]);
    await rm(join(cwd(), "keyless/master.key"));
    await mkdir(join(cwd(), "keyless/master.key"));
    expect(await failureOf(["admin", "tokens", "--data", "keyless"])).toBe(
      `Cannot read "keyless/master.key": ${A_FOLDER}`,
    );
  });

  // Deno itself refuses it, in its own words.
  const isHere = process.platform === "linux" && runtime === "node";

  it.runIf(isHere)("a place that nobody may write to", async () => {
    expect(await failureOf(["generate", "docs", "--out", "/sys/corpus.json"])).toMatch(
      /^Cannot write "\/sys\/corpus\.json": (?:the user who runs docgate may not write|its file sys)/,
    );
  });

  it("leaves no file behind", async () => {
    await run(["store", "backup", "folder"]);
    const names = await readdir(cwd());

    expect(names.filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });
});
