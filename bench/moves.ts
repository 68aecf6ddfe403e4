import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Doc, loadCorpus } from "../corpus/exports.ts";
import { findMoves } from "../generator/changes/moves/moves.ts";
import { generateCorpus } from "./docgate.ts";
import type { Input } from "./inputs.ts";
import { table } from "./measure.ts";
import { canBeCut, Reorganization } from "./moves-generated.ts";
import { findRenames } from "./moves-git.ts";
import { measureDiffs } from "./moves-speed.ts";
import { readEditors, type Score, scoreOf, type Truth } from "./moves-truth.ts";
import type { Goal, PartResults } from "./results.ts";

const run = promisify(execFile);
const OWN = fileURLToPath(new URL("../content", import.meta.url));

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

/** Two states of one tree. */
interface States {
  readonly roots: { readonly before: string; readonly after: string };
  readonly files: { readonly before: string; readonly after: string };
  readonly before: readonly Doc[];
  readonly after: readonly Doc[];
}

/** Measures how often content is found where it went, and what that costs. */
export async function benchMoves(options: MovesOptions): Promise<PartResults> {
  const rows: Row[] = [];
  const goals: Goal[] = [];
  const editors =
    options.history === null ? null : await measureEditors(options.history, options.work);
  if (editors) rows.push(...editors.rows);
  const generated: Row[] = [];
  const own = await readStates({ before: OWN, after: OWN }, options.work);
  const trees = [
    { name: "docgate's own pages", docs: own.after },
    ...(editors ? [{ name: "the real tree", docs: editors.states.after }] : []),
  ];
  for (const tree of trees) {
    for (const seed of SEEDS) {
      generated.push(...(await measureGenerated(tree, { seed, work: options.work })));
    }
  }
  rows.push(...generated);
  if (editors) goals.push(...goalsOfEditors(editors.rows));
  goals.push(...goalsOfAnchors(generated));
  const speed = await measureDiffs({ ...options, history: editors?.states.files ?? null });
  return { text: [describe(rows), speed.text].join("\n\n"), goals: [...goals, ...speed.goals] };
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
  const renames = await findRenames(roots, await mkdtemp(join(work, "moves-")));
  const ofGit = Array.from(renames, ([from, to]) => ({ from, to, confidence: 1, reason: "" }));
  const [tuned, reported] = [0, 1].map((half) => truths.filter((_, at) => at % 2 === half));
  const score = (some: readonly Truth[], found = moves): Score =>
    scoreOf(some, { moves: found, exact: false });
  const rows: Row[] = [
    { name: "editors' redirects, the half tuned on", score: score(tuned!) },
    { name: "editors' redirects, the other half", score: score(reported!) },
    { name: "git's rename detection, the other half", score: score(reported!, ofGit) },
  ];
  return { states, rows };
}

async function unpack(
  folder: string,
  { state, work }: { state: string; work: string },
): Promise<string> {
  const archive = (await readdir(folder)).find((name) => name.endsWith(`-${state}.tar.xz`));
  if (archive === undefined) throw new Error(`"${folder}" has no *-${state}.tar.xz.`);
  const target = await mkdtemp(join(work, `moves-${state}-`));
  await run("tar", ["-xf", join(folder, archive), "-C", target]);
  return join(target, "docs");
}

async function readStates(roots: States["roots"], work: string): Promise<States> {
  const folder = await mkdtemp(join(work, "moves-corpora-"));
  const config = join(folder, "docgate.config.json");
  await writeFile(
    config,
    JSON.stringify({ rules: { "frontmatter-syntax": "warn", "page-too-complex": "warn" } }),
  );
  const files = { before: join(folder, "before.json"), after: join(folder, "after.json") };
  await generateCorpus(roots.before, { out: files.before, config });
  await generateCorpus(roots.after, { out: files.after, config });
  const { docs: before } = await loadCorpus(files.before);
  const { docs: after } = await loadCorpus(files.after);
  return { roots, files, before, after };
}

async function measureGenerated(
  { name, docs }: { name: string; docs: readonly Doc[] },
  { seed, work }: { seed: number; work: string },
): Promise<Row[]> {
  const some = docs
    .filter(canBeCut)
    .filter((_, at, all) => at % Math.ceil(all.length / MAX_PAGES) === 0);
  const root = await mkdtemp(join(work, "moves-generated-"));
  const oldRoot = join(root, "old");
  const newRoot = join(root, "new");
  await mkdir(oldRoot, { recursive: true });
  for (const { id, body } of some) await writePage(oldRoot, { id, body });
  const before = (await readStates({ before: oldRoot, after: oldRoot }, work)).before;
  const reorganization = new Reorganization(before, seed);
  await reorganization.write(newRoot);
  const { after } = await readStates({ before: oldRoot, after: newRoot }, work);
  const { pages, anchors } = reorganization.truth(after);
  const moves = findMoves(before, after);
  const isOf = (truths: readonly Truth[]) => {
    const from = new Set(truths.map((truth) => truth.from));
    return moves.filter((move) => from.has(move.from));
  };
  return [
    {
      name: `${name}, seed ${seed}: pages`,
      score: scoreOf(pages, { moves: isOf(pages), exact: false }),
    },
    {
      name: `${name}, seed ${seed}: anchors`,
      score: scoreOf(anchors, { moves: isOf(anchors), exact: true }),
    },
  ];
}

async function writePage(root: string, { id, body }: Pick<Doc, "id" | "body">): Promise<void> {
  const file = join(root, `${id}.md`);
  await mkdir(join(file, ".."), { recursive: true });
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

function goalsOfEditors(rows: readonly Row[]): Goal[] {
  const { score } = rows[1]!;
  return [
    toGoal("the right page for 75 % of the editors' redirects", {
      part: score.right,
      whole: score.count,
      least: 0.75,
    }),
    toGoal("of these, half with a confidence of 0.8 or more", {
      part: score.certain,
      whole: score.count,
      least: 0.5,
    }),
    toGoal("95 % of those with 0.8 or more right", {
      part: score.rightCertain,
      whole: score.certain,
      least: 0.95,
    }),
    toGoal("the right anchor for 60 % of those that have one", {
      part: score.rightAnchors,
      whole: score.anchors,
      least: 0.6,
    }),
  ];
}

function goalsOfAnchors(rows: readonly Row[]): Goal[] {
  const scores = rows.filter(({ name }) => name.endsWith("anchors")).map(({ score }) => score);
  const sum = (key: keyof Score): number => scores.reduce((total, score) => total + score[key], 0);
  return [
    toGoal("generated changes: 90 % of the anchors found", {
      part: sum("right"),
      whole: sum("count"),
      least: 0.9,
    }),
    toGoal("generated changes: 98 % of the certain anchors right", {
      part: sum("rightCertain"),
      whole: sum("certain"),
      least: 0.98,
    }),
  ];
}

function toGoal(
  goal: string,
  { part, whole, least }: { part: number; whole: number; least: number },
): Goal {
  const share = part / whole;
  return {
    goal,
    figure: `${part} of ${whole}`,
    ratio: `${(100 * share).toFixed(1)} %`,
    isMet: share >= least,
  };
}
