import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Doc, loadCorpus } from "../../corpus/exports.ts";
import { generateCorpus } from "../support/docgate.ts";

const run = promisify(execFile);
const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));

/** Two states of one tree. */
export interface States {
  readonly roots: { readonly before: string; readonly after: string };
  readonly files: { readonly before: string; readonly after: string };
  readonly before: readonly Doc[];
  readonly after: readonly Doc[];
}

/** Problems in real trees that are not of interest here. */
const CONFIG = { rules: { "frontmatter-syntax": "warn", "page-too-complex": "warn" } };

/** Generates and loads the corpora of two trees. */
export async function readStates(roots: States["roots"], work: string): Promise<States> {
  const folder = await mkdtemp(join(work, "moves-corpora-"));
  const config = join(folder, "docgate.config.json");
  await writeFile(config, JSON.stringify(CONFIG));
  const files = { before: join(folder, "before.json"), after: join(folder, "after.json") };
  await generateCorpus(roots.before, { out: files.before, config });
  await generateCorpus(roots.after, { out: files.after, config });
  const { docs: before } = await loadCorpus(files.before);
  const { docs: after } = await loadCorpus(files.after);
  return { roots, files, before, after };
}

/** Unpacks a state of a tree from a folder with `*-old.tar.xz` and `*-new.tar.xz`. */
export async function unpack(
  folder: string,
  { state, work }: { state: string; work: string },
): Promise<string> {
  const archive = (await readdir(folder)).find((name) => name.endsWith(`-${state}.tar.xz`));
  if (archive === undefined) throw new Error(`"${folder}" has no *-${state}.tar.xz.`);
  const target = await mkdtemp(join(work, `moves-${state}-`));
  await run("tar", ["-xf", join(folder, archive), "-C", target]);
  return join(target, "docs");
}

/**
 * Copies what a commit of docgate has below some paths.
 *
 * @returns the folder; null if the repository does not have the commit, as a shallow one
 */
export async function copyCommit(
  commit: string,
  { paths, work }: { paths: readonly string[]; work: string },
): Promise<string | null> {
  const git = (...args: string[]) => run("git", ["-C", REPOSITORY, ...args]);
  const hasCommit = await git("cat-file", "-e", `${commit}^{commit}`).then(
    () => true,
    () => false,
  );
  if (!hasCommit) return null;
  const folder = await mkdtemp(join(work, "commit-"));
  const archive = join(folder, "commit.tar");
  await git("archive", "--output", archive, commit, ...paths);
  await mkdir(join(folder, "files"));
  await run("tar", ["-xf", archive, "-C", join(folder, "files")]);
  return join(folder, "files");
}
