import { posix } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../../generator/config/config.ts";
import { checkTree } from "../../../generator/generate.ts";
import { applyPlan } from "../../../generator/refactor/apply-plan.ts";
import { RUNS } from "../../support/extent.ts";
import { commit, move, plan, textsIn } from "../../support/refactoring.ts";
import { makeTree } from "../../support/tree.ts";

/** Pages in three folders whose links have every relative form. */
const page = fc.array(
  fc.record({ to: fc.nat(5), form: fc.constantFrom("plain", "dot", "long", "html", "image") }),
  { maxLength: 5 },
);
const PATHS = ["a.md", "one/b.md", "one/c.md", "one/deep/d.md", "two/e.md", "two/f.md"];

function linkTo(
  from: string,
  { to, form }: { readonly to: number; readonly form: string },
): string {
  const relative = posix.relative(posix.dirname(from), PATHS[to]!);
  const depth = posix.dirname(from) === "." ? 0 : posix.dirname(from).split("/").length;
  const long = "../".repeat(depth) + PATHS[to];
  if (form === "dot") return `[x](./${relative})`;
  if (form === "long") return `[x](${long})`;
  if (form === "html") return `<a href="${relative}">x</a>`;
  const image = posix.relative(posix.dirname(from), "one/x.png");
  return form === "image" ? `![x](${image})` : `[x](${relative})`;
}

describe("a move there and back", () => {
  it("gives the same bytes, with no new problem in between", async () => {
    const pages = fc.tuple(page, page, page, page, page, page);
    const moves = fc.record({
      from: fc.constantFrom(...PATHS, "one", "one/deep", "one/x.png"),
      folder: fc.constantFrom("", "one/", "two/", "three/new/"),
    });
    await fc.assert(
      fc.asyncProperty(pages, moves, async (links, { from, folder }) => {
        const to = folder + posix.basename(from);
        if (to === from || to.startsWith(`${from}/`)) return;
        const files = Object.fromEntries(
          PATHS.map((path, at) => {
            const list = links[at]!.map((link) => linkTo(path, link)).join("\n\n");
            return [path, `# ${path}\n\n${list}\n`];
          }),
        );
        const root = await makeTree({ ...files, "one/x.png": "png" });
        const before = await textsIn(root);
        commit(root);
        await applyPlan(await plan(root, move(from, to)), root);
        expect((await checkTree({ root, config: parseConfig({}) })).problems).toEqual([]);
        await applyPlan(await plan(root, move(to, from)), root);
        expect(await textsIn(root)).toEqual(before);
      }),
      { numRuns: RUNS.costly },
    );
  });
});
