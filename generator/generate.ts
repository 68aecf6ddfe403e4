import { resolve, sep } from "node:path";
import { hasCode } from "../corpus/error.ts";
import type { CorpusContent, DocGraph, Edition } from "../corpus/schema.ts";
import { WordCounter } from "../corpus/search/words/index/page-words.ts";
import { wordsToJson } from "../corpus/search/words/index/words-json.ts";
import { writeIndex } from "../corpus/search/words/index/write-index.ts";
import { encodeBase, idOf } from "../corpus/text/slug.ts";
import { partContent, replaceCorpus } from "../corpus/write/write.ts";
import type { BuiltReport } from "./built/settle/built-report.ts";
import { checkInbound, type Inbound } from "./changes/inbound/check-inbound.ts";
import type { Ledger } from "./changes/redirects/ledger.ts";
import { readLedger } from "./changes/redirects/ledger-file.ts";
import { movesOf } from "./changes/redirects/moves-of.ts";
import { addressesIn } from "./changes/redirects/tree-addresses.ts";
import { verifyLedger } from "./changes/redirects/verify-ledger.ts";
import type { AnchorStyle } from "./config/anchor-styles.ts";
import { severityOf } from "./config/config.ts";
import { corpusFields } from "./config/fields-schema.ts";
import type {
  CheckResult,
  Counts,
  GeneratedCorpus,
  GeneratedFile,
  GenerateFileOptions,
  GenerateOptions,
} from "./config/generation.ts";
import { adviseIgnores, withoutIgnored } from "./config/ignore.ts";
import { judge } from "./config/judge.ts";
import type { LinkProblem } from "./config/problem.ts";
import { buildSearchIndex } from "./index/search-index.ts";
import { adviseLinks } from "./link/advise.ts";
import { AnchorCensus } from "./link/anchor-census.ts";
import { AnchorDoubt } from "./link/anchor-doubt.ts";
import { duplicateTitles, type LinkedDocs, linkFiles, resolverOf } from "./link/link.ts";
import type { Moves } from "./link/link-repair.ts";
import { missingFiles } from "./link/missing-files.ts";
import { addressesDigest, type OtherEditions, type ReadEdition } from "./link/other-editions.ts";
import { stampOf } from "./read/file-stamp.ts";
import { readTree, type Sources } from "./read/read-tree.ts";
import {
  createKnownFiles,
  type KnownFiles,
  type KnownFilesOptions,
  type Run,
} from "./rebuild/known-files.ts";
import { frameOf, relinkChanged } from "./rebuild/rebuild.ts";
import { settleBuilt } from "./rebuild/settle-built.ts";
import { loadSite } from "./sites/load-site.ts";
import { navOf } from "./sites/nav.ts";
import type { Site } from "./sites/site.ts";
import type { OnSite, SiteConfig } from "./sites/site-config.ts";

/** The options of the commands: some make them faster, one is checked too. */
export interface PipelineOptions extends GenerateOptions, KnownFilesOptions {
  /** The files that an earlier run under the same configuration has read. */
  readonly knownFiles?: KnownFiles | undefined;
  /** The date of the tree, in seconds since 1970. Default: that of its last commit. */
  readonly sourceDateEpoch?: number | undefined;
  /** The other editions, which links may lead to. Default: there are none. */
  readonly others?: OtherEditions | undefined;
  /** Addresses that others use, to check too. Default: none. */
  readonly inbound?: Inbound | undefined;
}

/** The result for a tree once it is linked: everything but the corpus, with its size. */
export type Report = Omit<GeneratedFile, "bytes">;

/** The result of checking a tree, with what a correction of its pages needs. */
export interface CheckedTree extends CheckResult {
  readonly sources: Sources;
  readonly site: Site;
  /** The rule of anchors in force. */
  readonly anchors: AnchorStyle;
  /** Returns the problems that are not fixed because the rule of anchors is in doubt. */
  readonly doubtful: () => readonly LinkProblem[];
  /** Returns the rule of anchors that most fragments of the tree fit, except the one in force. */
  readonly likelyAnchors: () => AnchorStyle;
  /** The built site; null if none was read. */
  readonly built: BuiltReport | null;
}

/**
 * Checks a Markdown tree: collect → read → link. Writes nothing; of the cache it only removes what is
 * corrupt.
 *
 * @throws the file system's error if the root cannot be read
 */
export function checkTree(options: PipelineOptions): Promise<CheckedTree> {
  return withCache(options, checkOnce);
}

async function checkOnce(options: OnSite<PipelineOptions>): Promise<CheckedTree> {
  const { report, sources, site, built, doubtful, likelyAnchors } = await linkTree(options, {
    run: beginRun(options),
    link: (each, context) => linkUnchanged(each, context) ?? linkAll(each, context),
    isCounted: false,
  });
  const docs = new Set(sources.files.map(({ path }) => idOf(path))).size;
  const { anchors } = options.config;
  return { ...report, docs, sources, site, built, doubtful, likelyAnchors, anchors };
}

/**
 * Turns a Markdown tree into a corpus: collect → read → link → index. Writes only the cache.
 *
 * A file's parsed form depends only on that file and the configuration; everything that depends on
 * other files follows later.
 *
 * @throws the file system's error if the root cannot be read
 */
export function generate(options: PipelineOptions): Promise<GeneratedCorpus> {
  return withCache(options, generateOnce);
}

async function generateOnce(options: OnSite<PipelineOptions>): Promise<GeneratedCorpus> {
  const run = beginRun(options);
  const { linked, report } = await linkTree(options, { run, link: linkAll });
  run.save();
  return { content: linked.content(), ...report };
}

/** The docs of a tree with its ledger, without the indexes of a corpus. */
export interface DocsOnly
  extends Pick<CorpusContent, "docs" | "redirects">,
    Pick<Report, "problems"> {
  readonly meta: Pick<CorpusContent["meta"], "name" | "siteUrl" | "base" | "site">;
}

/**
 * Reads a tree as far as a comparison needs it: collect → read → link. Writes nothing. A built site is
 * not read: no commit has one.
 *
 * @throws the file system's error if the root cannot be read
 */
export function readDocs({ config, ...options }: PipelineOptions): Promise<DocsOnly> {
  const modelled = { ...options, config: { ...config, built: null }, built: undefined };
  return withCache(modelled, async (onSite) => {
    const { linked, report } = await linkTree(onSite, {
      run: beginRun(onSite),
      link: (sources, { config, redirects, moves }) => {
        const options = { ...config, ...sources, moves, others: null };
        return { ...linkFiles(sources.files, options), redirects };
      },
      isCounted: false,
    });
    const { name, siteUrl, base, site } = onSite.config;
    const meta = { name, siteUrl, base: encodeBase(base), site: site.generator };
    return { docs: linked.docs, redirects: linked.redirects, problems: report.problems, meta };
  });
}

/**
 * Reads an edition as far as links from other editions need it: collect → read. Writes nothing.
 *
 * @param isCounted true if an index of it is made later from the same known files
 * @throws the file system's error if the root cannot be read
 */
export function readEdition(
  options: PipelineOptions,
  { edition, isCounted }: { readonly edition: Edition; readonly isCounted: boolean },
): Promise<ReadEdition> {
  return withCache(options, async (onSite) => {
    const run = beginRun(onSite);
    const read = await readTree({ ...onSite, known: run, isCounted });
    const { sources, config } = await settleBuilt(read, { ...onSite, run, isCounted });
    const { files } = sources;
    const resolver = resolverOf(files, { ...config, ...sources, moves: new Map() });
    const root = resolve(options.root).split(sep).join("/");
    const { base, site } = config;
    const addresses = addressesDigest(files, site);
    const byPath = new Map(files.map((file) => [file.path, file]));
    return { edition, root, base, site, files: byPath, addresses, resolver };
  });
}

type PipelineFileOptions = PipelineOptions & GenerateFileOptions;

/**
 * Turns a Markdown tree into a corpus file: collect → read → link → index → write. The bytes are
 * those of {@link serializeCorpus}. If a corpus was written before, only what changed is linked and
 * indexed, where that is enough.
 *
 * @throws the file system's error if the root cannot be read or the file cannot be written; the old
 *   file is then unchanged
 */
export function generateFile(options: PipelineFileOptions): Promise<GeneratedFile> {
  return withCache(options, generateFileOnce);
}

async function generateFileOnce(options: OnSite<PipelineFileOptions>): Promise<GeneratedFile> {
  const { out, isStrict = false } = options;
  const run = beginRun(options);
  // Read at the same time as the tree.
  const reading = run.previous(out);
  // The tree may fail before this is awaited.
  reading.catch(() => undefined);
  const link = async (each: Sources, context: LinkContext) => {
    const previous = await reading;
    return relinkChanged(each, { ...context, previous }) ?? linkAll(each, context);
  };
  const { sources, frame, linked, report } = await linkTree(options, { run, link });
  const { counts, linkProblems, graph, resolver } = linked;
  try {
    if (report.problems.some(({ severity }) => isStrict || severity === "error")) {
      return { ...report, ...counts, bytes: null };
    }
    const parts = linked.index();
    const basis = { frame, keys: sources.keys, linkProblems, counts };
    const written = run.current(out, parts) ?? {
      ...(await replaceCorpus(out, parts)),
      stamp: stampOf(out),
    };
    run.written({ ...written, basis, parts, graph, resolver });
    return { ...report, ...counts, bytes: written.length };
  } finally {
    // Saved last: nothing that waits for the corpus needs it.
    run.save();
  }
}

/**
 * Runs again without the cache if the text of a page in it is found to be corrupt, which only shows
 * when it is needed.
 */
async function withCache<Options extends PipelineOptions, Result>(
  options: Options,
  run: (options: OnSite<Options>) => Promise<Result>,
): Promise<Result> {
  const onSite = { ...options, config: await loadSite(options) };
  try {
    return await run(onSite);
  } catch (error) {
    if (!hasCode(error, "cache-corrupt")) throw error;
    options.knownFiles?.forget();
    return run({ ...onSite, cacheDir: null });
  }
}

function beginRun(options: OnSite<PipelineOptions>): Run {
  return (options.knownFiles ?? createKnownFiles({ isForOneRun: true })).begin(options);
}

interface LinkTreeOptions<Links> {
  readonly run: Run;
  readonly link: (sources: Sources, context: LinkContext) => Links | Promise<Links>;
  /** False if no index is made. Default: true. */
  readonly isCounted?: boolean;
}

/** Runs collect → read → link, linking in the given way. All problems are known then. */
async function linkTree<Links extends Omit<LinkedDocs, "docs" | "graph">>(
  options: OnSite<PipelineOptions>,
  { run, link, isCounted = true }: LinkTreeOptions<Links>,
): Promise<{
  sources: Sources;
  site: Site;
  frame: string;
  built: BuiltReport | null;
  linked: Links;
  report: Pick<Report, "problems" | "notes" | "hints" | "cached" | "drafts">;
  doubtful: CheckedTree["doubtful"];
  likelyAnchors: CheckedTree["likelyAnchors"];
}> {
  const [read, ledger] = await Promise.all([
    readTree({ ...options, known: run, isCounted }),
    readLedger(options.root, options.config),
  ]);
  const onSite = await settleBuilt(read, {
    ...options,
    run,
    isCounted,
  });
  const { sources, config, built } = onSite;
  const tree = addressesIn(sources.files, (file) => config.site.slugOf(file));
  const moves = movesOf(ledger, tree);
  const { others = null } = options;
  const frame = frameOf(sources, { config, moves, others });
  const redirects = redirectsOf(ledger);
  const linked = await link(sources, { config, run, frame, redirects, moves, others });
  const { linkProblems, pageProblems } = linked;
  const verified = verifyLedger(ledger, tree);
  const inbound = options.inbound
    ? checkInbound(options.inbound, { config, ledger, tree, resolver: linked.resolver })
    : [];
  const missing = missingFiles(sources.files, { ...config, ...sources, resolver: linked.resolver });
  const found = [...sources.problems, ...linkProblems, ...missing, ...pageProblems, ...inbound];
  const left = withoutIgnored(found, sources.files);
  const { files } = sources;
  const census = new AnchorCensus({ ...config, files, resolver: linked.resolver });
  const doubt = new AnchorDoubt(census);
  // The fragments of a built site are not in doubt.
  const isBuilt = built !== null;
  const settled = isBuilt ? left.problems : doubt.withoutDoubtfulFixes(left.problems);
  const problems = judge([...settled, ...ledger.problems, ...verified.problems], config);
  const { cached } = sources;
  const drafts = sources.draftFiles.length;
  const advice = adviseLinks({
    ...config,
    files,
    resolver: linked.resolver,
    problems: left.problems,
    census,
  });
  const notes = [...onSite.notes, ...config.site.notes];
  const hints = [...sources.hints, ...advice, ...verified.hints, ...adviseIgnores(left)];
  const doubtful = () =>
    isBuilt ? [] : doubt.of(left.problems).filter(({ rule }) => severityOf(rule, config) !== "off");
  const report = { problems, notes, hints, cached, drafts };
  const likelyAnchors = () => census.bestOther;
  return { sources, site: config.site, frame, built, linked, report, doubtful, likelyAnchors };
}

interface LinkContext {
  readonly config: SiteConfig;
  readonly run: Run;
  /** See {@link frameOf}. */
  readonly frame: string;
  readonly redirects: CorpusContent["redirects"];
  readonly moves: Moves;
  readonly others: OtherEditions | null;
}

function redirectsOf({ entries }: Ledger): CorpusContent["redirects"] {
  return entries.map(({ from, to }) => ({ from, to }));
}

/**
 * Returns the result of linking the tree that was written last: linking every page of a large tree
 * that has many broken links takes longer than everything else in `check` with a cache.
 *
 * @returns null for any other tree
 */
function linkUnchanged(
  { keys, ...sources }: Sources,
  { config, run, frame, moves }: LinkContext,
): Omit<LinkedDocs, "docs" | "graph"> | null {
  const linkProblems = run.linkProblemsOf({ frame, keys });
  if (linkProblems === null) return null;
  return {
    linkProblems,
    pageProblems: duplicateTitles(sources.files, config.site),
    resolver: resolverOf(sources.files, { ...config, ...sources, moves }),
  };
}

/** Links every page; indexes every page when the content or its index is read. */
function linkAll(sources: Sources, { config, run, redirects, moves, others }: LinkContext) {
  const { files } = sources;
  const linked = linkFiles(files, { ...config, ...sources, moves, others });

  function content(): CorpusContent {
    const { docs, graph } = linked;
    const termsOf = new Map(files.map(({ path, terms }) => [path, terms]));
    const indexed = docs.map(({ id, path }) => ({ id, terms: termsOf.get(path)! }));
    const { name, description, siteUrl, site, edition } = config;
    const base = encodeBase(config.base);
    const fields = corpusFields(config.fields);
    const meta = {
      name,
      description,
      siteUrl,
      site: site.name,
      nav: navOf(files, site),
      base,
      edition: edition ?? undefined,
      ...(fields && { fields }),
    };
    const wordsOf = new Map(files.map(({ path, words }) => [path, words]));
    const counter = new WordCounter(run.vocabulary.numberOf);
    const pages = docs.map((doc) => counter.addLabels(wordsOf.get(doc.path)!, doc));
    const words = wordsToJson(writeIndex(pages, run.vocabulary));
    const search = config.search.minisearch ? buildSearchIndex(indexed, run.vocabulary) : null;
    return { meta, redirects, docs, words, graph, search };
  }

  return {
    ...linked,
    graph: () => linked.graph,
    counts: countGraph(linked.graph),
    content,
    index: () => run.toKeep(partContent(content())),
  };
}

function countGraph({ nodes, edges }: DocGraph): Counts {
  const sections = new Set(nodes.map(({ section }) => section)).size;
  return { docs: nodes.length, sections, links: edges.length };
}
