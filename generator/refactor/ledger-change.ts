import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { DocgateError } from "../../corpus/error.ts";
import type { Redirect } from "../../corpus/schema.ts";
import { isSystemError } from "../../corpus/system-error.ts";
import { idOf } from "../../corpus/text/slug.ts";
import { formatLedger } from "../changes/redirects/ledger-file.ts";
import { parseLedger } from "../changes/redirects/parse-ledger.ts";
import type { ParsedFile } from "../markdown/parse.ts";
import type { CommittedFiles } from "./committed-files.ts";
import type { RenamedHeading } from "./heading.ts";
import type { OpenTree } from "./open-tree.ts";
import type { PathMove, PathMoves } from "./path-moves.ts";
import type { ChangedText } from "./plan.ts";

interface LedgerOptions {
  readonly paths: PathMoves;
  /** Each page with what it is after the refactoring. */
  readonly pages: ReadonlyMap<ParsedFile, ParsedFile>;
  readonly heading: RenamedHeading | null;
  readonly committed: CommittedFiles;
}

interface LedgerChange {
  /** Null if the ledger stays as it is. */
  readonly text: ChangedText | null;
  readonly added: readonly PathMove[];
}

/**
 * Adds to the ledger where readers of the old addresses belong. Entries from addresses that live again
 * go. An address that the last commit does not have was never published, so nobody comes from there.
 *
 * @throws {DocgateError} `setting` if the ledger cannot be read
 */
export function ledgerChange(
  tree: OpenTree,
  { paths, pages, heading, committed }: LedgerOptions,
): LedgerChange {
  const { config, ledger } = tree;
  if (config.redirects === false || ledger.isForeign) return { text: null, added: [] };
  const [problem] = ledger.problems;
  if (problem !== undefined) {
    const { file, line, column, message } = problem;
    throw new DocgateError("setting", `${file}:${line}:${column} ${message}.`);
  }
  const living = livingAddresses(pages, heading);
  const entries: readonly Redirect[] = ledger.entries.map(({ from, to }) => ({ from, to }));
  const kept = entries.filter(
    ({ from }) => !living.has(from) && !paths.moves.some(({ to }) => from === `${to}/**`),
  );
  const known = new Set(kept.map(({ from }) => from));
  const departures = [
    ...inFolders(departedPages(tree, { pages, committed }), paths),
    ...(heading === null ? [] : departedAnchors(tree, { heading, committed })),
  ];
  const added = departures.filter(({ from }) => !known.has(from) && !living.has(from));
  if (added.length === 0 && kept.length === entries.length) return { text: null, added };
  return { text: changedLedger(tree, { redirects: [...kept, ...added], committed }), added };
}

/** Returns the addresses that a ledger must not redirect. */
function livingAddresses(
  pages: LedgerOptions["pages"],
  heading: RenamedHeading | null,
): ReadonlySet<string> {
  const living = new Set(Array.from(pages.values(), ({ path }) => idOf(path)));
  if (heading === null) return living;
  const id = idOf(heading.path);
  for (const { anchor } of heading.page.headings) living.add(`${id}#${anchor}`);
  return living;
}

/** Returns the pages that had another address, which readers may know. */
function departedPages(
  { config, sources }: OpenTree,
  { pages, committed }: Pick<LedgerOptions, "pages" | "committed">,
): PathMove[] {
  return sources.files.flatMap((page): PathMove[] => {
    const after = pages.get(page)!;
    const hasMoved =
      page.path !== after.path && config.site.slugOf(page) !== config.site.slugOf(after);
    if (!hasMoved || committed.has(page.path) === false) return [];
    return [{ from: idOf(page.path), to: idOf(after.path) }];
  });
}

/** Returns one entry for all pages of a folder that moves. */
function inFolders(departures: readonly PathMove[], { moves }: PathMoves): PathMove[] {
  const folders = moves.filter(({ from }) =>
    departures.some((each) => each.from.startsWith(`${from}/`)),
  );
  const others = departures.filter(
    ({ from }) => !folders.some((folder) => from.startsWith(`${folder.from}/`)),
  );
  return [...others, ...folders.map(({ from, to }) => ({ from: `${from}/**`, to: `${to}/**` }))];
}

/** Returns the anchors that are gone and that readers may know. */
function departedAnchors(
  { parsePage, includeReader }: OpenTree,
  { heading, committed }: { readonly heading: RenamedHeading; readonly committed: CommittedFiles },
): PathMove[] {
  const { path, anchors } = heading;
  if (committed.has(path) === false) return [];
  const text = committed.read(path);
  const page = text === null ? null : parsePage({ path, bytes: Buffer.from(text) }, includeReader);
  const published = page === null || "rule" in page ? null : new Set(page.fragments);
  const id = idOf(path);
  return Array.from(anchors)
    .filter(([from]) => published?.has(from) ?? true)
    .map(([from, to]) => ({ from: `${id}#${from}`, to: `${id}#${to}` }));
}

function changedLedger(
  { root, ledger }: OpenTree,
  {
    redirects,
    committed,
  }: { readonly redirects: readonly Redirect[]; readonly committed: CommittedFiles },
): ChangedText {
  const path = ledger.file;
  const before = readOrNull(resolve(root, path));
  const old = committed.read(path);
  const isAsCommitted = old !== null && sameEntries(parseLedger(old, path).entries, redirects);
  const isSuperfluous = redirects.length === 0 && committed.has(path) === false;
  const after = isAsCommitted ? old : isSuperfluous ? null : formatLedger(redirects);
  return { path, before, after, edits: null };
}

function sameEntries(left: readonly Redirect[], right: readonly Redirect[]): boolean {
  return (
    left.length === right.length &&
    left.every(({ from, to }, at) => from === right[at]!.from && to === right[at]!.to)
  );
}

function readOrNull(location: string): string | null {
  try {
    return readFileSync(location, "utf8");
  } catch (error) {
    if (isSystemError(error) && error.code === "ENOENT") return null;
    throw error;
  }
}
