import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ANCHOR_STYLES } from "../../../generator/config/anchor-styles.ts";
import { parseConfig } from "../../../generator/config/config.ts";
import { filesToFix } from "../../../generator/fix/fixed-file.ts";
import { writeFixes } from "../../../generator/fix/write-fixes.ts";
import { checkTree } from "../../../generator/generate.ts";
import { assignAnchors } from "../../../generator/markdown/anchors/anchors.ts";
import { RUNS } from "../../support/extent.ts";
import { makeTree } from "../../support/tree.ts";

const PATHS = [
  ...["a.md", "A.md", "b.mdx", "index.md", "README.md", "setup.md"],
  ...["guide/a.md", "guide/B.md", "guide/index.md", "guide/Readme.md", "Guide/setup.md"],
  ...["guide/a/index.md", "guide/setup/b.md", "docs/a.md"],
];
const HEADINGS = ["A", "What's new?", "C & D", "D {#Own}", "Über uns"];
const NAMES = ["a", "A", "b", "B", "setup", "Setup", "index", "README", "readme", "docs", "guide"];
const FRAGMENTS = ["#a", "#A", "#what-s-new-", "#whats-new", "#Whats-New", "#c--d", "#c-d", "#own"];

const SITE = "https://acme.example";

const link = fc
  .tuple(
    fc.constantFrom("", "", "./", "../", "/", "/docs/", "/Docs/", "guide/", `${SITE}/docs/`),
    fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 2 }),
    fc.constantFrom("", "/", ".md", ".mdx", ".MD"),
    fc.constantFrom("", "", "", ...FRAGMENTS),
  )
  .map(([start, names, end, fragment]) => start + names.join("/") + end + fragment);

const ledger = fc.uniqueArray(
  fc.record({
    from: fc.constantFrom("Setup", "guide/setup", "b", "guide/index", "a#moved", "guide/b#own"),
    to: fc.constantFrom("a", "guide/a", "guide/a#what-s-new-", "index"),
  }),
  { selector: ({ from }) => from, maxLength: 3 },
);

/** Returns the files that a link may mean under any rule of a site. */
function meantBy(target: string, { from, paths }: { from: string; paths: string[] }): string[] {
  const path = pathOf(target);
  if (path === "") return [from];
  const folder = posix.dirname(from);
  const readings = path.startsWith("/")
    ? [path, path.replace(/^\/docs(?=\/)/, "")]
    : [posix.join(folder, path), path];
  const wanted = readings
    .map((each) => posix.normalize(each).replace(/^\/+|\/+$/g, ""))
    .filter((each) => !each.startsWith(".."))
    .map(placeOf);
  return paths.filter((each) => wanted.includes(placeOf(each)));
}

function pathOf(target: string): string {
  return target.replace(SITE, "").replace(/#.*$/s, "");
}

/** A path in any letter case, with or without an extension and the name of an index. */
function placeOf(path: string): string {
  return path
    .toLowerCase()
    .replace(/\.mdx?$/, "")
    .replace(/(?:^|\/)(?:index|readme)$/, "");
}

/** Tells whether a fragment is on the pages, which all have the same headings, under any rule. */
function isFragment(fragment: string): boolean {
  const headings = HEADINGS.map((text) => text.replace(" {#Own}", ""));
  const requests = headings.map((text) => ({ depth: 2, text, raw: text, customId: null }));
  const anchors = ANCHOR_STYLES.flatMap((style) => assignAnchors(requests, style));
  return [...anchors, "Own", "title"].includes(fragment);
}

function fragmentOf(target: string): string {
  return /#(.*)$/s.exec(target)?.[1] ?? "";
}

describe("check --fix", () => {
  it("leaves every link alone whose target exists under any rule", async () => {
    let fixes = 0;
    const page = `# Title\n\n${HEADINGS.map((text) => `## ${text}\n`).join("\n")}\n`;
    await fc.assert(
      fc.asyncProperty(
        fc.subarray(PATHS, { minLength: 2 }),
        fc.array(link, { minLength: 1, maxLength: 30 }),
        ledger,
        fc.constantFrom<"document" | "github">("document", "github"),
        async (paths, links, redirects, anchors) => {
          const right = anchors === "document" ? "#what-s-new-" : "#whats-new";
          const rows = links.map((target) => `[x](${target})`);
          const text = `${page}${[...rows, ...links.map(() => `[r](${right})`)].join("\n\n")}\n`;
          const files = Object.fromEntries(paths.map((path) => [path, page]));
          const from = paths.at(-1)!;
          const root = await makeTree({
            ...files,
            [from]: text,
            "redirects.json": JSON.stringify({ version: 1, redirects }),
          });
          const config = parseConfig({ anchors, siteUrl: SITE });

          const { problems, sources } = await checkTree({ root, config });
          await writeFixes(filesToFix(problems, sources));

          const after = (await readFile(join(root, from), "utf8")).matchAll(/\[x\]\(([^)]*)\)/g);
          for (const [row, [, target]] of [...after].entries()) {
            const before = links[row]!;
            if (target === before) continue;
            fixes++;
            const meant = meantBy(before, { from, paths });
            const fragment = fragmentOf(before);
            if (meant.length === 0 || !(fragment === "" || isFragment(fragment))) continue;
            // Another spelling of the path of the same file.
            expect(before).toMatch(/^(?!\/|https:)[^#]*\.mdx?(?:#|$)/i);
            const file = posix.join(posix.dirname(from), pathOf(target!));
            expect([[file], fragmentOf(target!)]).toEqual([meant, fragment]);
          }
        },
      ),
      { numRuns: RUNS.costly * 2 },
    );
    expect(fixes).toBeGreaterThan(0);
  });
});
