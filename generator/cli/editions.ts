import { dirname, join, resolve } from "node:path";
import { DocgateError } from "../../corpus/error.ts";
import type { Config, EditionTree } from "../config/config.ts";
import { type PipelineOptions, type Report, readEdition } from "../generate.ts";
import { OtherEditions, type ReadEdition } from "../link/other-editions.ts";
import { createKnownFiles, type KnownFiles } from "../rebuild/known-files.ts";
import { requireDocsRoot } from "./docs-root.ts";
import { DEFAULT_ROOT, type TreeOptions } from "./options.ts";
import { displayPath, runPipeline } from "./run-pipeline.ts";

/** A tree that a command reads, with its configuration. */
export interface Tree {
  readonly dir: string;
  readonly config: Config;
  /** True for the only one, and for the first public edition. */
  readonly isDefault: boolean;
  /** All editions, which links may lead to; empty if there are none. */
  readonly all: readonly EditionTree[];
}

/**
 * Returns the trees that a command reads: the named docs root, or all editions if none is named.
 *
 * @param dir what the user named; undefined for nothing
 * @throws {DocgateError} `setting` if a docs root cannot be used, or is not that of an edition
 */
export async function treesFor(
  dir: string | undefined,
  { config: named, loadConfig }: Pick<TreeOptions, "config" | "loadConfig">,
): Promise<readonly Tree[]> {
  const config = await loadConfig(named);
  const trees = chooseTrees(dir, config);
  for (const tree of trees) await requireDocsRoot(tree.dir, process.cwd());
  return trees;
}

function chooseTrees(dir: string | undefined, config: Config): readonly Tree[] {
  const { editions } = config;
  if (editions.length === 0)
    return [{ dir: dir ?? DEFAULT_ROOT, config, isDefault: true, all: [] }];
  const standard = editions.find(({ edition: { access } }) => access === "public");
  const chosen = editions.filter(({ root }) => dir === undefined || resolve(root) === resolve(dir));
  if (chosen.length > 0) {
    return chosen.map((each) => {
      return { dir: each.root, config: each.config, isDefault: each === standard, all: editions };
    });
  }
  const roots = editions.map(({ root }) => `"${root}"`).join(", ");
  const message = `The docs root "${dir}" is not that of an edition. Expected one of ${roots}, or none for all editions.`;
  throw new DocgateError("setting", message);
}

/** Returns the corpus file of a tree: the named one for the default edition, others next to it. */
export function outOf({ config, isDefault }: Tree, out: string): string {
  const { edition } = config;
  return isDefault || edition === null ? out : join(dirname(out), `${edition.name}.corpus.json`);
}

/** The files that earlier runs have read, for each edition. */
export class KnownTrees {
  readonly #known = new Map<string, KnownFiles>();

  of({ config: { edition } }: Pick<Tree, "config">): KnownFiles {
    const name = edition?.name ?? "";
    const known = this.#known.get(name) ?? createKnownFiles();
    this.#known.set(name, known);
    return known;
  }
}

interface RunOptions extends Omit<TreeOptions, "format" | "version"> {
  readonly known: KnownTrees;
  /** False if no index is made. Default: true. */
  readonly isCounted?: boolean;
}

/**
 * Runs the pipeline over trees, one after the other. Links from one edition to another are checked
 * against it. Problems name the edition.
 *
 * @throws {DocgateError} `setting` if two editions have a page at the same address
 */
export async function runTrees<Result extends Pick<Report, "problems">>(
  trees: readonly Tree[],
  options: RunOptions,
  run: (options: PipelineOptions, tree: Tree) => Promise<Result>,
): Promise<Result[]> {
  const [{ all = [] } = {}] = trees;
  const read = await readAll(all, options);
  refuseOverlaps(read);
  const results: Result[] = [];
  for (const tree of trees) {
    const { edition } = tree.config;
    const own = { ...options, loadConfig: async () => tree.config };
    const before = read.find((each) => each.edition === edition);
    const others = before && new OtherEditions(before, read);
    const knownFiles = options.known.of(tree);
    const result = await runPipeline(tree.dir, own, (each) =>
      run({ ...each, knownFiles, others }, tree),
    );
    const suffix = edition === null ? "" : ` (edition "${edition.name}")`;
    const problems = result.problems.map((problem) => {
      return { ...problem, message: problem.message + suffix };
    });
    results.push({ ...result, problems });
  }
  return results;
}

/** Reads the pages of all editions. */
async function readAll(
  all: readonly EditionTree[],
  { known, isCounted = true, ...options }: RunOptions,
): Promise<readonly ReadEdition[]> {
  const found: ReadEdition[] = [];
  for (const { root, config, edition } of all) {
    const own = { ...options, loadConfig: async () => config };
    const knownFiles = known.of({ config });
    await runPipeline(root, own, async (each) => {
      found.push(await readEdition({ ...each, knownFiles }, { edition, isCounted }));
      return { problems: [] };
    });
  }
  return found;
}

function refuseOverlaps(all: readonly ReadEdition[]): void {
  const first = new Map<string, { readonly name: string; readonly path: string }>();
  for (const { edition, root, files, site } of all) {
    for (const file of files.values()) {
      const slug = site.slugOf(file);
      const path = displayPath(root, file.path);
      const other = first.get(slug);
      first.set(slug, { name: edition.name, path });
      if (other === undefined || other.name === edition.name) continue;
      const message = `Editions "${other.name}" and "${edition.name}" both have a page at "${slug}": ${other.path} and ${path}. Give one of them another "base".`;
      throw new DocgateError("setting", message);
    }
  }
}
