import { realpathSync } from "node:fs";
import { join } from "node:path";
import { hasCode } from "../../corpus/error.ts";
import type { Ledger } from "../changes/redirects/ledger.ts";
import { readLedger } from "../changes/redirects/ledger-file.ts";
import type { GenerateOptions } from "../config/generation.ts";
import { resolverOf } from "../link/link.ts";
import type { Resolver } from "../link/resolve.ts";
import type { ParsedFile } from "../markdown/parse.ts";
import { createIncludeReader } from "../read/include-reader.ts";
import { createPageParser, type ParsePage } from "../read/page-parser.ts";
import { readTree, type Sources } from "../read/read-tree.ts";
import { createKnownFiles, type KnownFilesOptions } from "../rebuild/known-files.ts";
import { loadSite } from "../sites/load-site.ts";
import type { SiteConfig } from "../sites/site-config.ts";
import type { IncludeReader } from "../sites/syntax/page-text.ts";

/** A tree whose pages are in memory, with what is needed to read them again. */
export interface OpenTree {
  /** Real location of the docs root. */
  readonly root: string;
  readonly config: SiteConfig;
  readonly sources: Sources;
  readonly ledger: Ledger;
  readonly resolver: Resolver;
  readonly parsePage: ParsePage;
  readonly includeReader: IncludeReader;
  /** Returns where a file of the docs root is, by its path. */
  locationOf(path: string): string;
  /** Returns the text of a file that an editor has and has not saved. Default: all are saved. */
  readonly unsavedText?: (path: string) => string | undefined;
  /**
   * Returns the paths of the pages that link to a page, which need not be searched for then. Default:
   * all pages are searched.
   */
  readonly pagesLinkingTo?: (path: string) => ReadonlySet<string>;
}

type OpenOptions = GenerateOptions &
  KnownFilesOptions & {
    /** The date of the tree, in seconds since 1970. Default: that of its last commit. */
    readonly sourceDateEpoch?: number | undefined;
  };

/**
 * Reads a tree to change it. Writes nothing.
 *
 * @throws the file system's error if the root cannot be read
 */
export async function openTree(options: OpenOptions): Promise<OpenTree> {
  // A built site has the addresses from before a move.
  const config = await loadSite({ ...options, config: { ...options.config, built: null } });
  const [sources, ledger, parsePage] = await Promise.all([
    readSources({ ...options, config }),
    readLedger(options.root, config),
    createPageParser(config, options.parser),
  ]);
  const root = realpathSync(options.root);
  const locations = new Map(
    sources.files.map(({ path }, place) => [path, sources.locations[place]!]),
  );
  return {
    root,
    config,
    sources,
    ledger,
    resolver: createResolver(sources.files, { config, sources }),
    parsePage,
    includeReader: createIncludeReader(config.site.root),
    locationOf: (path) => locations.get(path) ?? join(root, path),
  };
}

type ReadOptions = Omit<OpenOptions, "config"> & { readonly config: SiteConfig };

async function readSources(options: ReadOptions): Promise<Sources> {
  const read = (each: ReadOptions) => {
    const known = createKnownFiles({ isForOneRun: true }).begin(each);
    return readTree({ ...each, known, isCounted: false });
  };
  try {
    return await read(options);
  } catch (error) {
    if (!hasCode(error, "cache-corrupt")) throw error;
    return read({ ...options, cacheDir: null });
  }
}

/** Creates the resolver of links between files. */
export function createResolver(
  files: readonly ParsedFile[],
  {
    config,
    sources,
  }: {
    readonly config: SiteConfig;
    readonly sources: Pick<Sources, "otherPaths" | "draftFiles">;
  },
): Resolver {
  const { otherPaths, draftFiles } = sources;
  return resolverOf(files, { ...config, otherPaths, draftFiles, moves: new Map() });
}
