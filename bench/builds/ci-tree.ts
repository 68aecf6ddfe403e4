import { cp, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DOCGATE } from "../support/docgate.ts";
import { runProcess } from "../support/run-process.ts";

/** A tree as a pull request leaves it, and what CI keeps of its base branch. */
export interface PullRequest {
  /** The folder for everything below, and for outputs. */
  readonly folder: string;
  /** Where programs run. The cache is outside of it, where it is trusted. */
  readonly checkout: string;
  readonly tree: string;
  /** The corpus of the base branch, and the cache from making it. */
  readonly base: string;
  readonly cache: string;
  /** The configuration of both. */
  readonly config: string;
}

/** The links that do not work after the pull request, each with its description. */
export const BROKEN: Readonly<Record<string, string>> = {
  "ci-removed.md": "a page that it removes, from a page that it does not touch",
  "ci-old-name": "a heading that it renames, from a page that it does not touch",
  "ci-missing.md": "a new link to a page that does not exist",
  "ci-no-heading": "a new fragment that the page does not have",
};

const BASE: Readonly<Record<string, string>> = {
  "ci-linked.md": "# Linked\n\n## CI old name\n",
  "ci-linking.md": "# Linking\n\n[a](ci-removed.md) [b](ci-linked.md#ci-old-name)\n",
  "ci-removed.md": "# Removed\n",
};
const CHANGE: Readonly<Record<string, string>> = {
  "ci-linked.md": "# Linked\n\n## CI new name\n",
  "ci-added.md": "# Added\n\n[a](ci-missing.md) [b](#ci-no-heading) [c](ci-linked.md)\n",
};

/** Copies a tree, generates the base branch's corpus and cache, and makes the change. */
export async function openPullRequest(root: string, work: string): Promise<PullRequest> {
  const folder = join(work, "ci");
  await rm(folder, { recursive: true, force: true });
  const [checkout, base] = [join(folder, "checkout"), join(folder, "base.json")];
  const tree = join(checkout, "docs");
  const [cache, config] = [join(folder, "cache"), join(folder, "docgate.config.json")];
  await mkdir(checkout, { recursive: true });
  await cp(root, tree, { recursive: true });
  await writePages(tree, BASE);
  // The rule of anchors that the others follow; real trees may have invalid frontmatter.
  const rules = { "frontmatter-syntax": "warn" };
  await writeFile(config, JSON.stringify({ anchors: "github", rules }));
  const options = ["--out", base, "--cache-dir", cache, "--config", config];
  await runProcess({ args: [DOCGATE, "generate", tree, ...options], cwd: checkout });
  await checkOutAgain(tree);
  await rm(join(tree, "ci-removed.md"));
  await writePages(tree, CHANGE);
  return { folder, checkout, tree, base, cache, config };
}

/** Replaces every file by a copy, as on another machine: its stamp is not that of the cache. */
async function checkOutAgain(tree: string): Promise<void> {
  const copy = `${tree}-copy`;
  await cp(tree, copy, { recursive: true });
  await rm(tree, { recursive: true });
  await rename(copy, tree);
}

async function writePages(tree: string, pages: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(pages)) await writeFile(join(tree, name), text);
}
