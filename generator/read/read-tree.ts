import type { GenerateOptions } from "../config/generation.ts";
import type { Problem } from "../config/problem.ts";
import { checkFrontmatter } from "../markdown/frontmatter/frontmatter-schema.ts";
import type { ParsedFile } from "../markdown/parse.ts";
import { adviseTitles } from "../markdown/title.ts";
import type { OnSite, SiteConfig } from "../sites/site-config.ts";
import { collect, type FoundFile, type Selection } from "./collect.ts";
import { pageKey } from "./content-key.ts";
import { pageSettingsOf } from "./page-settings.ts";
import { type EarlierReads, readAll } from "./pool.ts";
import type { ReadResult } from "./read.ts";

/** A tree, read and parsed file by file. */
export interface Sources {
  /** In code-point order of path. */
  readonly files: readonly ParsedFile[];
  /** The pages that are left out, in the same order. */
  readonly draftFiles: readonly ParsedFile[];
  /** A key for all that each file and what it includes say, in the same order. */
  readonly keys: readonly string[];
  /** The content key of each file alone, in the same order. */
  readonly contentKeys: readonly string[];
  /** Where each file was read from, in the same order. */
  readonly locations: readonly string[];
  /** Paths of the tree's files other than Markdown. */
  readonly otherPaths: ReadonlySet<string>;
  /** Problems within single files, and entries that are not readable files. */
  readonly problems: readonly Problem[];
  /** Suggestions for a better configuration, as sentences. */
  readonly hints: readonly string[];
  /** Number of files that came from the cache. */
  readonly cached: number;
}

export interface TreeReadOptions extends OnSite<GenerateOptions> {
  readonly known: EarlierReads;
  /** False to leave out what only the indexes need. */
  readonly isCounted: boolean;
}

/** @throws the file system's error if the root cannot be read */
export async function readTree(options: TreeReadOptions): Promise<Sources> {
  const { root, config } = options;
  const tree = await collect(root, selectionOf(config));
  const total = tree.files.length;
  const read = await readFoundFiles(tree.files, options);
  const files: ParsedFile[] = [];
  const draftFiles: ParsedFile[] = [];
  const keys: string[] = [];
  const contentKeys: string[] = [];
  const locations: string[] = [];
  const problems: Problem[] = [...tree.problems];
  const parsed = read.flatMap(({ result }) => ("rule" in result ? [] : [result]));
  const leftOut = config.site.leftOut(parsed);
  for (const [place, { result, key }] of read.entries()) {
    if ("rule" in result) {
      problems.push(result);
      continue;
    }
    const isDraft = result.isDraft || !config.site.isPublished(result);
    if (leftOut.has(result.path) || (isDraft && config.drafts === "exclude")) {
      draftFiles.push(result);
      continue;
    }
    files.push(result);
    keys.push(pageKey(key!, result));
    contentKeys.push(key!);
    locations.push(tree.files[place]!.location);
    problems.push(...result.problems);
  }
  if (config.frontmatter !== null) {
    const readable = files.filter(hasReadableFrontmatter);
    problems.push(...(await checkFrontmatter(readable, config.frontmatter)));
  }
  const hasPages = total > draftFiles.length || tree.problems.some(isUnreadable);
  if (!hasPages) problems.push(emptyTree(draftFiles.length));
  const cached = read.filter(({ fromCache }) => fromCache).length;
  const advice = adviseTitles(files, config.titles);
  const hints = advice === null ? [] : [advice];
  const { otherPaths } = tree;
  return {
    files,
    draftFiles,
    keys,
    contentKeys,
    locations,
    otherPaths,
    problems,
    hints,
    cached,
  };
}

/**
 * Reads files of a tree: also again, with the edits that make their texts what the built site shows.
 *
 * @returns the results in the order of the files
 */
export function readFoundFiles(
  files: readonly FoundFile[],
  { known, isCounted, ...options }: TreeReadOptions,
): Promise<ReadResult[]> {
  const { config, jobs = 1, parser = "auto", verifyParser = false, onProgress } = options;
  return readAll(files, {
    jobs,
    parser,
    verifyParser,
    isCounted,
    ...pageSettingsOf(config),
    includeRoot: config.site.root,
    known,
    onProgress: (done) => onProgress?.({ done, total: files.length }),
  });
}

/** Returns which files are pages under a configuration. */
export function selectionOf({ include, ignore, site }: SiteConfig): Selection {
  return site.isDocument ? { include, ignore } : { include, ignore, siteFiles: site.settings };
}

/**
 * Tells whether a file's frontmatter could be read: invalid or oversized YAML has its own problem
 * already.
 */
function hasReadableFrontmatter({ problems }: ParsedFile): boolean {
  return !problems.some(({ rule }) => rule === "frontmatter-syntax" || rule === "page-too-complex");
}

/**
 * Tells whether a problem means a file that could not be read: it is already an error, and may have
 * been a page.
 */
function isUnreadable({ rule }: Problem): boolean {
  return rule === "unreadable-file";
}

function emptyTree(drafts: number): Problem {
  const what =
    drafts === 0
      ? "There is no Markdown file below the docs root"
      : "All Markdown files below the docs root are drafts";
  const message = `${what}; if that is meant, add --allow-empty`;
  return { file: ".", line: 1, column: 1, rule: "empty-tree", message, suggestion: null };
}
