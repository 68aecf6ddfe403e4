import { execFile } from "node:child_process";
import { readdir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { DOCGATE } from "../support/docgate.ts";

const MODULES = fileURLToPath(new URL("../node_modules", import.meta.url));

/** A place that a program reports. */
export interface Report {
  readonly file: string;
  /** Null if the program does not tell. */
  readonly line: number | null;
}

/** A program that checks a tree. */
export interface Checker {
  readonly name: string;
  check(root: string, folder: string): Promise<Report[]>;
}

/** The rules of linters for what is in the tree; their rules of style are off. */
const RULES = ["MD011", "MD042", "MD045", "MD051", "MD052", "MD053"];
/** Each of them ends with another status if it finds something. */
const MAX_OUTPUT_BYTES = 2 ** 27;

/** Runs a program of Node.js. @returns what it prints, on both streams */
function run(args: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd, maxBuffer: MAX_OUTPUT_BYTES, env: { ...process.env, NO_COLOR: "1" } };
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      if (error && typeof error.code !== "number") reject(error);
      else resolve(`${stdout}\n${stderr}`);
    });
  });
}

/** Reads reports that begin a line with the file, the line and perhaps a column. */
function readLines(output: string, pattern: RegExp): Report[] {
  return Array.from(output.matchAll(pattern), ({ groups }) => ({
    file: groups!.file!,
    line: Number(groups!.line),
  }));
}

const docgate: Checker = {
  name: "docgate",
  async check(root, folder) {
    const config = join(folder, "docgate.json");
    const rules = { "missing-alt": "warn", "undefined-reference": "warn" };
    await writeFile(config, JSON.stringify({ anchors: "github", rules }));
    const online = ["--online", "--allow-private", "127.0.0.1"];
    const args = [DOCGATE, "check", ".", "--config", config, "--no-cache", "--format", "json"];
    const output = await run([...args, ...online], root);
    return JSON.parse(output.slice(0, output.lastIndexOf("}") + 1)).problems;
  },
};

const rumdl: Checker = {
  name: "rumdl",
  async check(root) {
    const rules = [...RULES, "MD057"].join(",");
    const args = [join(MODULES, "rumdl/bin/rumdl"), "check", "--no-config", "--no-cache"];
    const output = await run([...args, "--enable", rules, "."], root);
    return readLines(output, /^(?:\.\/)?(?<file>[^\n:]+\.md):(?<line>\d+):\d+:/gm);
  },
};

const markdownlint: Checker = {
  name: "markdownlint-cli2",
  async check(root, folder) {
    const config = join(folder, "rules.markdownlint.json");
    const on = Object.fromEntries(RULES.map((rule) => [rule, true]));
    await writeFile(config, JSON.stringify({ default: false, ...on }));
    const bin = join(MODULES, "markdownlint-cli2/markdownlint-cli2-bin.mjs");
    const output = await run([bin, "--config", config, "**/*.md"], root);
    return readLines(output, /^(?<file>[^\n:]+\.md):(?<line>\d+)(?::\d+)? /gm);
  },
};

const remark: Checker = {
  name: "remark-validate-links",
  async check(root, folder) {
    const config = join(folder, "remark.json");
    const plugins = [
      join(MODULES, "remark-frontmatter/index.js"),
      [join(MODULES, "remark-validate-links/index.js"), { repository: false }],
    ];
    await writeFile(config, JSON.stringify({ plugins }));
    const options = ["--no-config", "--rc-path", config, "--no-ignore", "--frail", "--quiet"];
    const cli = join(MODULES, "remark-cli/cli.js");
    const output = await run([cli, ".", ...options, "--no-color", "--no-stdout"], root);
    // A line with the file is followed by one for each place in it.
    let file = "";
    return output.split("\n").flatMap((line) => {
      if (/^\S.*\.md$/.test(line.trim()) && !/^\s/.test(line)) file = line.trim();
      const place = /^\s*(\d+):\d+(?:-\d+:\d+)?\s/.exec(line);
      return place === null ? [] : [{ file, line: Number(place[1]) }];
    });
  },
};

const markdownLinkCheck: Checker = {
  name: "markdown-link-check",
  async check(root) {
    const bin = join(MODULES, "markdown-link-check/markdown-link-check");
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    const pages = entries.filter(({ name }) => name.endsWith(".md"));
    const reports: Report[] = [];
    for (const { parentPath, name } of pages) {
      const file = relative(root, join(parentPath, name));
      const output = await run([bin, "--quiet", file], root);
      const dead = output.match(/^\s*\[✖\] .*→/gm) ?? [];
      reports.push(...dead.map(() => ({ file, line: null })));
    }
    return reports;
  },
};

export const CHECKERS: readonly Checker[] = [
  docgate,
  rumdl,
  markdownlint,
  remark,
  markdownLinkCheck,
];
