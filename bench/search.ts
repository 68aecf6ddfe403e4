import { loadCorpus } from "../corpus/read.ts";
import type { Doc } from "../corpus/schema.ts";
import { foldCase } from "../corpus/text.ts";
import { summarize, table } from "./measure.ts";
import { createRandom } from "./random.ts";

export interface SearchOptions {
  /** A corpus file. */
  readonly corpus: string;
  /** How many queries to draw. */
  readonly queries: number;
  /** The same seed draws the same queries. */
  readonly seed: number;
}

/** As many as the API gives unless it is told. */
export const SEARCH_LIMIT = 20;
const TIMES = 3;
const PUNCTUATION = [". ", ", ", "](", "## ", "`", "- ", "**", ": "];

interface FoldedDoc {
  readonly doc: Doc;
  readonly texts: readonly [title: string, description: string, body: string];
}

/**
 * Times the search of a corpus beside a scan of all texts with `includes`, one after the other for
 * each query, and makes sure that both find the same docs.
 *
 * @throws if they do not
 */
export async function benchSearch({ corpus, queries, seed }: SearchOptions): Promise<string> {
  const { docs, search } = await loadCorpus(corpus);
  const folded = docs.map(
    (doc): FoldedDoc => ({
      doc,
      texts: [foldCase(doc.title), foldCase(doc.description ?? ""), foldCase(doc.body)],
    }),
  );
  const drawn = drawQueries(folded, { queries, seed });
  const firsts = drawn
    .slice(0, 10)
    .map(({ query }) => time(() => search.ranked(query, { limit: SEARCH_LIMIT })));
  const measured = drawn.map(({ kind, query }) => {
    const found = search.matches(query);
    const scanned = scan(folded, query);
    if (found.length !== scanned.length || found.some((doc, i) => doc !== scanned[i])) {
      throw new Error(`"${query}" finds other docs than a scan`);
    }
    const [ours, theirs] = timeInTurn(
      () => search.ranked(query, { limit: SEARCH_LIMIT }),
      () => scan(folded, query),
    );
    return { kind, query, ours, theirs };
  });
  return [describe(measured), "", describeFirsts(firsts), "", describeWorst(measured)].join("\n");
}

interface Measured {
  readonly kind: string;
  readonly query: string;
  /** Milliseconds, the best of several. */
  readonly ours: number;
  readonly theirs: number;
}

function describe(measured: readonly Measured[]): string {
  const kinds = ["all", ...new Set(measured.map(({ kind }) => kind))];
  const rows = kinds.map((name) => {
    const some = measured.filter(({ kind }) => name === "all" || kind === name);
    const ours = some.map((one) => one.ours);
    const theirs = some.map((one) => one.theirs);
    const ratio = summarize(theirs).median / summarize(ours).median;
    return [
      name,
      String(some.length),
      ...[summarize(ours).median, at99(ours), summarize(theirs).median, at99(theirs)].map((ms) =>
        ms.toFixed(3),
      ),
      ratio.toFixed(1),
    ];
  });
  const head = ["queries", "count", "ranked, median ms", "p99", "scan, median ms", "p99", "ratio"];
  return table(head, rows);
}

function describeFirsts(firsts: readonly number[]): string {
  const [first, tenth] = [firsts[0]!, firsts.at(-1)!];
  return `First search after start ${first.toFixed(2)} ms, tenth ${tenth.toFixed(2)} ms.`;
}

function describeWorst(measured: readonly Measured[]): string {
  const slower = measured.filter(({ ours, theirs }) => ours > 1.1 * theirs);
  const worst = slower.toSorted(
    (left, right) => right.ours - right.theirs - (left.ours - left.theirs),
  );
  const shown = worst
    .slice(0, 5)
    .map(
      ({ query, ours, theirs }) =>
        `${JSON.stringify(query)} ${ours.toFixed(2)} / ${theirs.toFixed(2)} ms`,
    );
  return `Slower than the scan by more than a tenth: ${slower.length}. ${shown.join("; ")}`;
}

function at99(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length * 0.99)]!;
}

function time(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function timeInTurn(one: () => unknown, other: () => unknown): readonly [number, number] {
  const times = Array.from({ length: TIMES }, () => [time(one), time(other)] as const);
  return [Math.min(...times.map(([ms]) => ms)), Math.min(...times.map(([, ms]) => ms))];
}

function scan(folded: readonly FoldedDoc[], query: string): Doc[] {
  const needle = foldCase(query);
  return folded
    .filter(({ texts }) => texts.some((text) => text.includes(needle)))
    .map(({ doc }) => doc);
}

interface Drawn {
  readonly kind: string;
  readonly query: string;
}

/** Words of titles, phrases and pieces of bodies, punctuation, and what is nowhere. */
function drawQueries(
  folded: readonly FoldedDoc[],
  { queries, seed }: Pick<SearchOptions, "queries" | "seed">,
): Drawn[] {
  const random = createRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)]!;
  const kinds: Readonly<Record<string, (doc: FoldedDoc) => string>> = {
    "word of a title": ({ texts: [title] }) => pick(title.split(/\s+/)),
    "phrase of 1 to 6 words": ({ texts: [, , body] }) => {
      const words = [...body.matchAll(/\S+/g)];
      const first = below(Math.max(1, words.length - 6));
      const last = Math.min(words.length - 1, first + below(6));
      return words.length === 0
        ? "a"
        : body.slice(words[first]!.index, words[last]!.index + words[last]![0].length);
    },
    infix: ({ texts: [, , body] }) =>
      body.substr(below(Math.max(1, body.length - 8)), 3 + below(5)),
    punctuation: ({ texts: [, , body] }) =>
      pick(PUNCTUATION) + body.substr(below(body.length), below(4)),
    miss: () => `zq${below(1e6).toString(36)}x`,
  };
  const names = Object.keys(kinds);
  return Array.from({ length: queries }, (_, i) => {
    const kind = names[i % names.length]!;
    return { kind, query: kinds[kind]!(pick(folded)).toWellFormed() || "a" };
  });
}
