import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { CorpusContent, Doc, DocGraph } from "../../corpus/schema.ts";
import { WordCounter } from "../../corpus/search/words/index/page-words.ts";
import { idOf } from "../../corpus/text/slug.ts";
import { type CorpusParts, lineOf } from "../../corpus/write/write.ts";
import type { Counts } from "../config/generation.ts";
import type { Problem } from "../config/problem.ts";
import { createTermCounter } from "../index/terms.ts";
import type { Vocabulary } from "../index/vocabulary.ts";
import { type LinkedDocs, relinkFiles, resolverOf } from "../link/link.ts";
import type { Moves } from "../link/link-repair.ts";
import type { OtherEditions } from "../link/other-editions.ts";
import type { ParsedFile } from "../markdown/parse.ts";
import type { Sources } from "../read/read-tree.ts";
import type { SiteConfig } from "../sites/site-config.ts";
import type { Run } from "./known-files.ts";
import { patchSearchIndex } from "./patch-index.ts";
import { patchWords } from "./patch-words.ts";
import type { ReusableCorpus } from "./written.ts";

interface RelinkOptions {
  readonly config: SiteConfig;
  readonly run: Run;
  /** The frame of the tree: see {@link frameOf}. */
  readonly frame: string;
  readonly previous: ReusableCorpus | null;
  readonly redirects: CorpusContent["redirects"];
  readonly moves: Moves;
  readonly others: OtherEditions | null;
}

/** A tree in which only the changed pages were linked. */
interface RelinkedTree extends Omit<LinkedDocs, "docs" | "graph"> {
  readonly graph: () => DocGraph;
  readonly counts: Counts;
  /** Returns the parts of its corpus: those of the previous one, with the changes. */
  index(): CorpusParts;
}

/**
 * Links the pages whose content differs from the previous corpus, and those that link to one whose
 * headings or fragments do.
 *
 * @returns null if that is not enough: a page came, went, moved or has another title, the
 *   configuration changed, or so much changed that linking everything takes no longer
 */
export function relinkChanged(sources: Sources, options: RelinkOptions): RelinkedTree | null {
  const { config, run, frame, previous, redirects, moves, others } = options;
  if (previous?.basis.frame !== frame || sources.files.length === 0) return null;
  const changed = changedSince(previous, sources);
  if (changed.length > MAX_CHANGED) return null;
  const { files } = sources;
  const { basis, parts } = previous;
  const lines = [...parts.docs];
  // That of another run knows the links of older HTML.
  const known = config.site.built === null ? previous.resolver : null;
  const resolver = known ?? resolverOf(files, { ...config, ...sources, moves });
  const places = new Map(files.map(({ path }, place) => [idOf(path), place]));
  const fileOf = (id: string): ParsedFile => files[places.get(id)!]!;
  const isTarget = (place: number) =>
    !hasSameOutline(files[place]!, run.before(basis.keys[place]!));
  const affected = findAffected(changed.filter(isTarget), { previous, files, config });
  const wanted = [...new Set([...changed, ...affected.map((id) => places.get(id)!)])];
  const filesBefore = wanted.map((place) => run.before(basis.keys[place]!));
  const wantedFiles = wanted.map((place) => files[place]!);
  const all = [...wantedFiles, ...filesBefore];
  if (!all.every((file) => file !== null && !namesHeadings(file))) return null;
  const { docs, labels, ...found } = relinkFiles(files, {
    ...config,
    moves,
    others,
    resolver,
    fileOf,
    wanted: wantedFiles,
    before: filesBefore.filter((file) => file !== null),
  });
  const before = wanted.map((place) => docIn(lines[place]!));
  const linked = new Set(wanted);
  const relabelled = [...labels.pages]
    .filter((id) => !labels.isUnchanged(id))
    .map((id) => places.get(id)!)
    .filter((place) => !linked.has(place))
    .map((place) => ({ place, before: docIn(lines[place]!) }));
  for (const doc of [...before, ...relabelled.map(({ before }) => before)]) {
    for (const [fragment, label, by] of doc.labels) labels.add(doc.id, { fragment, label, by });
  }
  const paths = new Set(docs.map(({ path }) => path));
  const kept = basis.linkProblems.filter(({ file }) => !paths.has(file));
  const relinked = docs.filter(({ links }, at) => !isDeepStrictEqual(links, before[at]!.links));
  const newLinks = countLinks(docs) - countLinks(before);
  const graph =
    relinked.length === 0 ? previous.graph : once(() => withLinksOf(relinked, previous.graph()));
  return {
    graph,
    counts: { ...basis.counts, links: basis.counts.links + newLinks },
    linkProblems: [...kept, ...found.linkProblems],
    pageProblems: found.pageProblems,
    resolver,
    index() {
      if (wanted.length === 0 && isDeepStrictEqual(redirects, parts.redirects)) return parts;
      const { vocabulary } = run;
      const wordCounter = new WordCounter(vocabulary.numberOf);
      const edits = [
        ...wanted.map((place, at) => ({ place, before: before[at]!, after: docs[at]! })),
        ...relabelled.map(({ place, before }) => {
          return { place, before, after: { ...before, labels: labels.of(before.id) } };
        }),
      ].sort((left, right) => left.place - right.place);
      for (const { place, after } of edits) {
        lines[place] = lineOf(after, { isLast: place === lines.length - 1 });
      }
      // Changed pages come first.
      const pairs = changed.map((place, at) => ({
        place,
        before: before[at]!,
        after: files[place]!,
      }));
      const isChanged = new Set(changed);
      const wordsEdits = edits
        .filter(
          ({ place, before, after }) =>
            isChanged.has(place) || !isDeepStrictEqual(before.labels, after.labels),
        )
        .map(({ place, before, after }) => ({
          place,
          before: wordCounter.count(before),
          after: isChanged.has(place)
            ? wordCounter.addLabels(files[place]!.words, after)
            : wordCounter.count(after),
        }));
      return {
        meta: parts.meta,
        redirects,
        docs: lines,
        words: patchWords(parts.words, { edits: wordsEdits, vocabulary }),
        graph: relinked.length === 0 ? parts.graph : Buffer.from(JSON.stringify(graph())),
        search: config.search.minisearch ? patchTerms(parts.search, { pairs, vocabulary }) : [],
      };
    },
  };
}

/** A page whose text changed. */
interface ChangedPage {
  readonly place: number;
  readonly before: Doc;
  readonly after: ParsedFile;
}

/** Updates the index of MiniSearch. */
function patchTerms(
  index: readonly Buffer[],
  {
    pairs,
    vocabulary,
  }: { readonly pairs: readonly ChangedPage[]; readonly vocabulary: Vocabulary },
): Buffer[] {
  const countTerms = createTermCounter(vocabulary);
  const edits = pairs.map(({ place, before, after }) => {
    return { place, before: countTerms(before), after: after.terms };
  });
  return patchSearchIndex(index, { edits, vocabulary });
}

/** With more changed pages, linking and indexing everything takes no longer. */
const MAX_CHANGED = 256;

/** Returns the positions of the pages whose content differs. */
function changedSince({ basis }: ReusableCorpus, { keys }: Sources): number[] {
  return [...keys.keys()].filter((place) => keys[place] !== basis.keys[place]);
}

/**
 * Hashes the paths and titles of all pages and drafts, the paths of other files, what the ledger
 * moved, and the configuration.
 */
export function frameOf(
  { files, draftFiles, otherPaths }: Sources,
  { config, moves, others }: Pick<RelinkOptions, "config" | "moves" | "others">,
): string {
  const { name, description, base, siteUrl, anchors, search, fields, site, edition } = config;
  const [pages, drafts] = [files, draftFiles].map((each) =>
    each.map((file) => [file.path, file.title, site.slugOf(file)]),
  );
  return createHash("sha256")
    .update(
      JSON.stringify([
        name,
        description,
        base,
        siteUrl,
        anchors,
        search,
        edition,
        Object.entries(fields),
        site.frame,
        pages,
        drafts,
        [...otherPaths].sort(),
        [...moves],
        others?.frame ?? null,
      ]),
    )
    .digest("hex");
}

/** Tells whether the same links lead to a page as before, and get the same suggestions. */
function hasSameOutline(page: ParsedFile, before: ParsedFile | null): boolean {
  return before !== null && isDeepStrictEqual(outlineOf(page), outlineOf(before));
}

/**
 * Tells whether a page has links that name headings by their text: what their labels belong to depends
 * on the headings of other pages.
 */
function namesHeadings({ links }: ParsedFile): boolean {
  return links.some(({ kind, target }) => kind === "wiki" && target.includes("#"));
}

function outlineOf({ fragments, headings, headingSources }: ParsedFile) {
  return [
    fragments,
    headingSources,
    headings.map(({ depth, text, anchor }) => [depth, text, anchor]),
  ];
}

interface AffectedOptions extends Pick<Sources, "files"> {
  readonly previous: ReusableCorpus;
  readonly config: SiteConfig;
}

/** Returns the ids of the pages that link to one of these places, or should. */
function findAffected(
  targets: readonly number[],
  { previous, files, config }: AffectedOptions,
): string[] {
  if (targets.length === 0) return [];
  const ids = new Set(targets.map((place) => idOf(files[place]!.path)));
  const sources = previous.graph().edges.filter(({ to }) => ids.has(to));
  // With a built site, a suggestion may be missing because the fragment was.
  const mayHave = config.site.built === null ? suggestsFragment : isBrokenLink;
  const suggested = previous.basis.linkProblems.filter(mayHave);
  return [...sources.map(({ from }) => from), ...suggested.map(({ file }) => idOf(file))];
}

/** Tells whether a broken link has a suggestion that may depend on the anchors of its page. */
function suggestsFragment(problem: Problem): boolean {
  return isBrokenLink(problem) && problem.suggestion?.includes("#") === true;
}

function isBrokenLink({ rule }: Problem): boolean {
  return rule === "broken-link";
}

/** @param line of a doc in a corpus */
function docIn(line: Buffer): Doc {
  return JSON.parse(line.toString().replace(/,?\n$/, ""));
}

function countLinks(docs: readonly Doc[]): number {
  return docs.reduce((count, { links }) => count + links.length, 0);
}

/** Returns the graph with other links from some docs. */
function withLinksOf(docs: readonly Doc[], { nodes, edges }: DocGraph): DocGraph {
  const changed = new Map(docs.map(({ id, links }) => [id, links.map((to) => ({ from: id, to }))]));
  const before = Map.groupBy(edges, ({ from }) => from);
  return { nodes, edges: nodes.flatMap(({ id }) => changed.get(id) ?? before.get(id) ?? []) };
}

/** Makes a value when it is first needed. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
