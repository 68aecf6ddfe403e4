import { WordCounter } from "../../corpus/search/words/index/page-words.ts";
import { builtFolder } from "../built/settle/built-folder.ts";
import type { BuiltCache, SettledTree } from "../built/settle/settle-site.ts";
import type { GenerateOptions } from "../config/generation.ts";
import { createTermCounter } from "../index/terms.ts";
import type { Vocabulary } from "../index/vocabulary.ts";
import { decode } from "../markdown/decode.ts";
import type { ParsedFile } from "../markdown/parse.ts";
import type { FoundFile } from "../read/collect.ts";
import { readFoundFiles, type Sources } from "../read/read-tree.ts";
import type { OnSite, SiteConfig } from "../sites/site-config.ts";
import { openHtmlCache } from "./html-cache.ts";
import type { Run } from "./known-files.ts";

interface SettleOptions extends OnSite<GenerateOptions> {
  readonly run: Run;
  /** False for a check: what only the indexes need is left out. */
  readonly isCounted: boolean;
}

const NO_CACHE: BuiltCache = { load: () => new Map(), save: () => undefined };

/**
 * Lets the built site answer for a tree, if there is one: what reads HTML is loaded only then.
 *
 * @throws as `settleSite` does
 */
export async function settleBuilt(sources: Sources, options: SettleOptions): Promise<SettledTree> {
  const { config, run, isCounted, cacheDir = null, acceptAnyCache: isTrusted = false } = options;
  const folder = builtFolder(options);
  if (folder === null) return { sources, config, notes: [], built: null };
  const { settleSite } = await import("../built/settle/settle-site.ts");
  const recount = isCounted ? counterOf(config, run.vocabulary) : (file: ParsedFile) => file;
  const known =
    cacheDir === null ? NO_CACHE : openHtmlCache(cacheDir, { built: folder.location, isTrusted });
  // A check writes nothing.
  const cache = isCounted ? known : { ...NO_CACHE, load: known.load };
  const read = (files: readonly FoundFile[]) =>
    readFoundFiles(files, { ...options, onProgress: undefined, known: run, isCounted });
  return settleSite(sources, { ...options, cache, read, recount });
}

/** Returns a function that counts the terms and words of a page again. */
function counterOf({ search }: SiteConfig, vocabulary: Vocabulary) {
  const countTerms = search.minisearch ? createTermCounter(vocabulary) : null;
  const counter = new WordCounter(vocabulary.numberOf);
  return (file: ParsedFile): ParsedFile => {
    const { headings, edits, body } = file;
    const page = { ...file, headings: [...headings], edits: [...edits], body: decode(body) };
    return { ...file, terms: countTerms?.(page) ?? file.terms, words: counter.count(page) };
  };
}
