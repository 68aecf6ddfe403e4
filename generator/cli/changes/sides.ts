import { existsSync } from "node:fs";
import { mkdtemp, realpath, rm, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { DocgateError } from "../../../corpus/error.ts";
import { loadDocs } from "../../../corpus/read/read-docs.ts";
import { requireComparable } from "../../changes/comparable-sites.ts";
import { type Commit, checkoutRoot, commitAt, runGit } from "../../changes/git/commits.ts";
import { writeTree } from "../../changes/git/write-tree.ts";
import { type Config, parseConfig } from "../../config/config.ts";
import { configFile, loadConfig } from "../../config/config-file.ts";
import { configIn } from "../../config/editions.ts";
import { type DocsOnly, readDocs } from "../../generate.ts";
import { isWithin } from "../../read/is-within.ts";
import { gitRootOf } from "../../sites/data/files/find-files.ts";
import { requireDocsRoot } from "../docs-root.ts";
import { DEFAULT_CACHE, type GeneratorContext } from "../options.ts";
import { sayHint } from "../output.ts";
import { plural } from "../report/numbers.ts";
import { runPipeline } from "../run-pipeline.ts";
import { literalConfig } from "./literal-config.ts";

/** One side of a comparison. */
export type Side = Omit<DocsOnly, "problems">;

export interface SideOptions extends Pick<GeneratorContext, "loadConfig"> {
  /** The docs root, in the working tree. */
  readonly docs: string;
  readonly config?: string | undefined;
  /** True to run the configuration of a ref, which can do anything. */
  readonly runConfig?: true;
}

/**
 * Loads one side: a corpus file, or the docs of a git ref.
 *
 * @throws {DocgateError} `setting` if it is neither
 */
async function loadSide(name: string, options: SideOptions): Promise<Side> {
  if (await isFile(name)) return loadDocs(name);
  const checkout = checkoutRoot(process.cwd());
  // Without a checkout, the message is that of a file that cannot be read.
  if (checkout === null) return loadDocs(name);
  return docsAt(commitAt(name, checkout), { ...options, name, checkout });
}

/**
 * Loads both sides. Of a git ref alone, the other side is the working tree.
 *
 * @throws {DocgateError} `setting` if the second one is missing, one is neither a file nor a ref, or only
 *   one has the addresses of a built site
 */
export async function loadSides(
  [old, now]: readonly [old: string, now: string | undefined],
  options: SideOptions,
): Promise<{ readonly before: Side; readonly after: Side }> {
  const files = await Promise.all([old, ...(now === undefined ? [] : [now])].map(isFile));
  if (files.includes(false)) requireGit();
  if (now === undefined && ((await isFile(old)) || checkoutRoot(process.cwd()) === null)) {
    const message = `"${old}" is not a git ref of a checkout: name the corpus to compare it with.`;
    throw new DocgateError("setting", message);
  }
  const before = await loadSide(old, options);
  const after = now === undefined ? await workingSide(options) : await loadSide(now, options);
  requireComparable([old, before], [now ?? "the working tree", after]);
  return { before, after };
}

/** @throws {DocgateError} `setting` in a checkout in which git cannot be run */
function requireGit(): void {
  const folder = process.cwd();
  if (gitRootOf(folder) === null || checkoutRoot(folder) !== null) return;
  const message = "git cannot be run, or refuses this checkout.";
  throw new DocgateError("setting", `${message} On Deno, it needs --allow-run=git.`);
}

/** Reads the docs of the working tree. */
async function workingSide({ docs, config, loadConfig }: SideOptions): Promise<Side> {
  await requireDocsRoot(docs, process.cwd());
  const options = {
    config,
    loadConfig,
    cache: true,
    cacheDir: DEFAULT_CACHE,
    parser: "auto",
  } as const;
  return hintOf("the working tree", await runPipeline(docs, options, readDocs));
}

interface RefOptions extends SideOptions {
  readonly name: string;
  /** The root of the checkout. */
  readonly checkout: string;
}

/** Reads the docs of a commit from a copy of its files, which is removed then. */
async function docsAt(commit: Commit, options: RefOptions): Promise<Side> {
  const { name, checkout } = options;
  const folder = await realpath(await mkdtemp(join(tmpdir(), "docgate-diff-")));
  try {
    await writeTree(commit.hash, { checkout, folder });
    // So that the copy is taken for a checkout, whose files may be included.
    runGit(["init", "--quiet", "--template="], folder);
    const root = inCopy(resolve(options.docs), { checkout, folder });
    if (!existsSync(root)) {
      sayHint(`${name} has no folder "${options.docs}": all pages are new`);
      return { docs: [], redirects: [], meta: NO_META };
    }
    const config = configIn(await configAt(folder, options), {
      root: options.docs,
      folder: process.cwd(),
    });
    const pipeline = {
      loadConfig: async () => config,
      cache: false,
      cacheDir: "",
      parser: "auto",
    } as const;
    const read = await runPipeline(root, pipeline, (each) =>
      readDocs({ ...each, sourceDateEpoch: commit.seconds }),
    );
    return hintOf(name, read);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The metadata of docs that do not exist. */
const NO_META: Side["meta"] = { name: "", siteUrl: null, base: "", site: "document" };

interface CopyPlaces {
  readonly checkout: string;
  /** The copy. */
  readonly folder: string;
}

/** Returns the place in a copy of what is in the checkout. */
function inCopy(location: string, { checkout, folder }: CopyPlaces): string {
  return join(folder, relative(checkout, location));
}

/** Loads the configuration that a commit has; one that is not in the checkout counts for all commits. */
async function configAt(
  folder: string,
  { name, config: named, runConfig, checkout, loadConfig: loadOwn }: RefOptions,
): Promise<Config> {
  if (named !== undefined && !isWithin(resolve(named), checkout)) return loadOwn(named);
  const own = inCopy(process.cwd(), { checkout, folder });
  const file =
    named === undefined ? configFile(undefined, own) : inCopy(resolve(named), { checkout, folder });
  if (file === null || !existsSync(file)) return parseConfig({ site: "auto" });
  if (runConfig) {
    await linkPackages(own);
    return loadConfig(file, own);
  }
  const { config, unread } = await literalConfig(file, folder);
  if (unread.length > 0) {
    sayHint(
      `${plural(unread.length, "key")} of the configuration of ${name} cannot be read without running it: ${unread.join(", ")}; --run-config runs it`,
    );
  }
  return config;
}

/** Gives a copy the packages of the working folder, which its configuration may import. */
async function linkPackages(own: string): Promise<void> {
  const packages = resolve("node_modules");
  const place = join(own, "node_modules");
  if (existsSync(packages) && !existsSync(place)) await symlink(packages, place);
}

/** Says which pages are missing because they cannot be read. */
function hintOf(name: string, { problems, ...side }: DocsOnly): Side {
  const errors = problems.filter(({ severity }) => severity === "error").length;
  if (errors > 0) {
    sayHint(`${name} has ${plural(errors, "error")}: pages that cannot be read are missing`);
  }
  return side;
}

function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
