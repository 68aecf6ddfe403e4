import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Doc } from "../../corpus/exports.ts";
import { findMoves, type Move } from "../../generator/changes/moves/moves.ts";
import type { PartResults } from "../results.ts";
import type { Input } from "../support/inputs.ts";
import { table } from "../support/measure.ts";
import { canBeCut, Reorganization } from "./generated.ts";
import { findRenames } from "./git.ts";
import { goalsOfAnchors, goalsOfEditors } from "./goals.ts";
import { measureDiffs } from "./speed.ts";
import { copyCommit, readStates, type States, unpack } from "./states.ts";
import { readEditors, type Score, scoreOf, type Truth } from "./truth.ts";

const OWN = fileURLToPath(new URL("../../content", import.meta.url));
/** Two commits of docgate, and where the anchors went in its own pages, as a person read them. */
const OWN_HISTORY = new URL("./history.json", import.meta.url);

export interface MovesOptions {
  /**
   * A folder with two states of a tree, `*-old.tar.xz` and `*-new.tar.xz`, whose docs root is
   * `docs`, and `moves.json`: the redirects that its editors wrote. Default: none.
   */
  readonly history: string | null;
  readonly large: Input;
  /** Folder for trees and corpora. */
  readonly work: string;
  readonly rounds: number;
}

/** Seeds of the generated changes; none of them was tuned on. */
const SEEDS = [11, 12, 13];
/** Pages of a real tree that are changed at random. */
const MAX_PAGES = 1500;

/** One tree's figures. */
interface Row {
  readonly name: string;
  readonly score: Score;
}

/** Measures how often content is found where it went, and what that costs. */
export async function benchMoves(options: MovesOptions): Promise<PartResults> {
  const { history, work } = options;
  const editors = history === null ? null : await measureEditors(history, work);
  const own = await readStates({ before: OWN, after: OWN }, work);
  const trees = [
    { name: "docgate's own pages", docs: own.after },
    ...(editors ? [{ name: "the real tree", docs: editors.states.after }] : []),
  ];
  const generated: GeneratedTreeRows[] = [];
  for (const tree of trees) {
    for (const seed of SEEDS) generated.push(await measureGenerated(tree, { seed, work }));
  }
  const rows = [
    ...(editors ? [editors.tuned, editors.reported, editors.git] : []),
    ...(await measureOwnHistory(work)),
    ...generated.flatMap(({ pages, git, anchors }) => [pages, git, anchors]),
  ];
  const speed = await measureDiffs({ ...options, history: editors?.states ?? null });
  return {
    text: [describe(rows), speed.text].join("\n\n"),
    goals: [
      ...(editors ? goalsOfEditors(editors.reported.score) : []),
      ...goalsOfAnchors(generated.map(({ anchors }) => anchors.score)),
      ...speed.goals,
    ],
  };
}

async function measureEditors(history: string, work: string) {
  const roots = {
    before: await unpack(history, { state: "old", work }),
    after: await unpack(history, { state: "new", work }),
  };
  const states = await readStates(roots, work);
  const redirects = JSON.parse(await readFile(join(history, "moves.json"), "utf8"));
  const truths = readEditors(redirects, states.after);
  const moves = findMoves(states.before, states.after);
  const [tuned, reported] = [0, 1].map((half) => truths.filter((_, at) => at % 2 === half));
  const row = (name: string, some: readonly Truth[], found: readonly Move[]): Row => ({
    name,
    score: scoreOf(some, { moves: found, exact: false }),
  });
  return {
    states,
    tuned: row("editors' redirects, the half tuned on", tuned!, moves),
    reported: row("editors' redirects, the other half", reported!, moves),
    git: row("the other half, git's rename detection", reported!, await movesOfGit(roots, work)),
  };
}

/** Returns what git's rename detection finds, as moves. */
async function movesOfGit(roots: States["roots"], work: string): Promise<Move[]> {
  const renames = await findRenames(roots, await mkdtemp(join(work, "moves-")));
  return Array.from(renames, ([from, to]) => ({ from, to, confidence: 1, reason: "" }));
}

/** Measures two states of docgate's own pages; nothing in a repository that does not have them. */
async function measureOwnHistory(work: string): Promise<Row[]> {
  const { before, after, successors } = JSON.parse(await readFile(OWN_HISTORY, "utf8"));
  const [old, now] = await Promise.all(
    [before, after].map((commit) => copyCommit(commit, { paths: ["content"], work })),
  );
  if (!old || !now) return [];
  const states = await readStates(
    { before: join(old, "content"), after: join(now, "content") },
    work,
  );
  const truths = Object.entries<string | null>(successors).map(([from, anchor]): Truth => {
    const page = anchor === null ? null : from.slice(0, from.lastIndexOf("#"));
    return { from, page, anchor };
  });
  const moves = findMoves(states.before, states.after);
  const name = "docgate's own pages, two commits: anchors";
  return [{ name, score: scoreOf(truths, { moves, exact: true }) }];
}

interface GeneratedTreeRows {
  readonly pages: Row;
  readonly git: Row;
  readonly anchors: Row;
}

async function measureGenerated(
  { name, docs }: { name: string; docs: readonly Doc[] },
  { seed, work }: { seed: number; work: string },
): Promise<GeneratedTreeRows> {
  const some = docs
    .filter(canBeCut)
    .filter((_, at, all) => at % Math.ceil(all.length / MAX_PAGES) === 0);
  const root = await mkdtemp(join(work, "moves-generated-"));
  const roots = { before: join(root, "old"), after: join(root, "new") };
  for (const { id, body } of some) await writePage(roots.before, { id, body });
  const { after: old } = await readStates({ before: roots.before, after: roots.before }, work);
  const reorganization = new Reorganization(old, seed);
  await reorganization.write(roots.after);
  const { before, after } = await readStates(roots, work);
  const { pages, anchors } = reorganization.truth(after);
  const moves = findMoves(before, after);
  const row = (what: string, truths: readonly Truth[], found = moves): Row => ({
    name: `${name}, seed ${seed}: ${what}`,
    score: scoreOf(truths, { moves: found, exact: what === "anchors" }),
  });
  return {
    pages: row("pages", pages),
    git: row("pages, git's rename detection", pages, await movesOfGit(roots, work)),
    anchors: row("anchors", anchors),
  };
}

async function writePage(root: string, { id, body }: Pick<Doc, "id" | "body">): Promise<void> {
  const file = join(root, `${id}.md`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, body);
}

function describe(rows: readonly Row[]): string {
  const percent = (part: number, whole: number): string =>
    whole === 0 ? "" : `${((100 * part) / whole).toFixed(1)} %`;
  return table(
    ["", "addresses", "right", "right anchor", "certain", "right of the certain"],
    rows.map(({ name, score }) => [
      name,
      String(score.count),
      percent(score.right, score.count),
      percent(score.rightAnchors, score.anchors),
      percent(score.certain, score.count),
      percent(score.rightCertain, score.certain),
    ]),
  );
}
