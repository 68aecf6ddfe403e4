import { cp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DOCGATE } from "../support/docgate.ts";
import type { PullRequest } from "./ci-tree.ts";

const MODULES = fileURLToPath(new URL("../node_modules", import.meta.url));

/** A program that checks a pull request, as processes one after the other. */
export interface CiTool {
  readonly name: string;
  /** The arguments of Node.js for each step. */
  readonly steps: Readonly<Record<string, readonly string[]>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Makes the machine as a run of CI finds it. */
  prepare(): Promise<void>;
}

/** Returns what runs on the tree of the pull request, each from what CI restores for it. */
export async function ciTools(pullRequest: PullRequest): Promise<CiTool[]> {
  const { tree, base, cache, config, folder } = pullRequest;
  const [restored, home] = [join(folder, "restored"), join(folder, "home")];
  const clear = async (): Promise<void> => {
    await rm(home, { recursive: true, force: true });
    await rm(restored, { recursive: true, force: true });
  };
  const env = { XDG_CACHE_HOME: home };
  const out = join(folder, "corpus.json");
  const shared = ["--config", config, "--cache-dir", restored];
  const check = [DOCGATE, "check", tree, ...shared];
  return [
    {
      name: "docgate, cache of the base branch",
      steps: {
        check,
        generate: [DOCGATE, "generate", tree, "--out", out, ...shared],
        diff: [DOCGATE, "diff", base, out],
      },
      env,
      async prepare() {
        await clear();
        await cp(cache, restored, { recursive: true });
      },
    },
    { name: "docgate, nothing restored", steps: { check }, env, prepare: clear },
    rumdl(tree),
    await remarkValidateLinks(tree, folder),
  ];
}

function rumdl(tree: string): CiTool {
  const options = ["--no-config", "--no-cache", "--enable", "MD051,MD057"];
  return {
    name: "rumdl",
    steps: { check: [join(MODULES, "rumdl/bin/rumdl"), "check", ...options, tree] },
    async prepare() {},
  };
}

async function remarkValidateLinks(tree: string, folder: string): Promise<CiTool> {
  const config = join(folder, "remark.json");
  const plugin = join(MODULES, "remark-validate-links/index.js");
  await writeFile(config, JSON.stringify({ plugins: [[plugin, { repository: false }]] }));
  const options = ["--no-config", "--rc-path", config, "--no-ignore", "--frail", "--quiet"];
  return {
    name: "remark-validate-links",
    steps: {
      check: [join(MODULES, "remark-cli/cli.js"), tree, ...options, "--no-color", "--no-stdout"],
    },
    async prepare() {},
  };
}
