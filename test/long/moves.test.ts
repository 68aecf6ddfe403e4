import { cp } from "node:fs/promises";
import { join, posix } from "node:path";
import { expect, it } from "vitest";
import { parseConfig } from "../../generator/config/config.ts";
import { checkTree, generate } from "../../generator/generate.ts";
import { applyPlan } from "../../generator/refactor/apply-plan.ts";
import { openTree } from "../../generator/refactor/open-tree.ts";
import { planRefactoring } from "../../generator/refactor/plan-refactoring.ts";
import { ROOT } from "../support/command.ts";
import { createRandom } from "../support/random.ts";
import { commit, move, textsIn } from "../support/refactoring.ts";
import { makeFolder } from "../support/tree.ts";

/** A real tree; `TREE=DIR` names another one, whose pages lead to each other by their files. */
const TREE = process.env.TREE ?? join(ROOT, "content");
const MOVES = 200;

/** Returns moves of pages and folders into other folders that have nothing of that name. */
function movesIn(paths: readonly string[]): { readonly from: string; readonly to: string }[] {
  const random = createRandom(1);
  const pick = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)]!;
  const foldersOf = (path: string): string[] =>
    path.includes("/") ? [posix.dirname(path), ...foldersOf(posix.dirname(path))] : [];
  const folders = [...new Set(paths.flatMap(foldersOf))];
  const taken = new Set([...paths, ...folders]);
  const moves: { from: string; to: string }[] = [];
  while (moves.length < MOVES) {
    const from = random() < 0.8 ? pick(paths) : pick(folders);
    const to = posix.join(pick([".", ...folders, "new/place"]), posix.basename(from));
    const isInside = `${to}/`.startsWith(`${from}/`);
    if (!taken.has(to) && !isInside) moves.push({ from, to });
  }
  return moves;
}

it(`${MOVES} moves there and back on a real tree: the same bytes, and no new problem in between`, async () => {
  const root = await makeFolder();
  await cp(TREE, root, { recursive: true });
  commit(root);
  const options = { root, config: parseConfig({}), cacheDir: await makeFolder() };
  await generate(options);
  const mv = async (from: string, to: string) =>
    applyPlan(planRefactoring(await openTree(options), move(from, to)), root);
  const problems = async () => {
    const { problems } = await checkTree(options);
    return problems.map(({ rule }) => rule).sort();
  };
  const before = await textsIn(root);
  const known = await problems();
  const pages = Object.keys(before).filter((path) => path.endsWith(".md"));
  for (const { from, to } of movesIn(pages)) {
    await mv(from, to);
    expect(await problems(), `${from} → ${to}`).toEqual(known);
    await mv(to, from);
    expect(await textsIn(root), `${to} → ${from}`).toEqual(before);
  }
});
