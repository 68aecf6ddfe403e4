import type { Goal, PartResults } from "../results.ts";
import { table } from "../support/measure.ts";
import { measureSite, type Share, type SiteFigures, type SiteTree } from "./measure-site.ts";

/** Compares the corpora of trees with the sites that their own generators build of them. */
export async function benchSites(trees: readonly SiteTree[]): Promise<PartResults> {
  const figures: SiteFigures[] = [];
  for (const tree of trees) figures.push(await measureSite(tree));
  return { text: describe(figures), goals: figures.flatMap(goalsOf) };
}

/** The least shares that are right. */
const LEAST = { addresses: 0.99, pages: 0.99, anchors: 0.99, ids: 0.98, reported: 0.9 } as const;

const NAMES: Readonly<Record<keyof typeof LEAST, string>> = {
  addresses: "addresses that are pages of the site",
  pages: "pages of the site in the corpus",
  anchors: "anchors of headings of depth 2 to 4 that are ids",
  ids: "ids of these headings that are anchors",
  reported: "reported links and fragments that are broken",
};

function goalsOf(figures: SiteFigures): Goal[] {
  const { name, harmful, fixes, remnants } = figures;
  const shares = (Object.keys(LEAST) as (keyof typeof LEAST)[]).map((key): Goal => {
    const { part, whole } = figures[key];
    return {
      goal: `${name}: ${NAMES[key]}, ${100 * LEAST[key]} %`,
      figure: `${part} of ${whole}`,
      ratio: percent(figures[key]),
      isMet: whole === 0 ? null : part / whole >= LEAST[key],
    };
  });
  const none = (what: string, [count, of]: readonly [number, string]): Goal => ({
    goal: `${name}: ${what}`,
    figure: `${count}${of}`,
    ratio: "",
    isMet: count === 0,
  });
  return [
    ...shares,
    none("no fix changes a link that works", [harmful, ` of ${fixes}`]),
    none("no syntax of the site in excerpts and Markdown", [remnants.length, ""]),
  ];
}

function describe(figures: readonly SiteFigures[]): string {
  const rows: readonly [string, (figures: SiteFigures) => string][] = [
    ["generator", ({ generator }) => generator],
    ["`site`", ({ site }) => `\`${site}\``],
    ["addresses right", ({ addresses }) => show(addresses)],
    ["pages of the site in the corpus", ({ pages }) => show(pages)],
    ["aliases, fallbacks and lists of the site, left out", ({ copies }) => String(copies)],
    ["anchors right", ({ anchors }) => show(anchors)],
    ["ids found", ({ ids }) => show(ids)],
    ["reported and broken on the site", ({ reported }) => show(reported)],
    ["reported, not judged", ({ unjudged }) => String(unjudged)],
    ["links that `check --fix` changes", ({ fixes }) => String(fixes)],
    ["of them, links that work", ({ harmful }) => String(harmful)],
    ["syntax of the site in excerpts", ({ remnants }) => countOf(remnants, "excerpt")],
    ["syntax of the site in Markdown", ({ remnants }) => countOf(remnants, "Markdown")],
  ];
  const head = ["", ...figures.map(({ name }) => name)];
  const main = table(
    head,
    rows.map(([label, cell]) => [label, ...figures.map(cell)]),
  );
  const left = figures.flatMap(({ name, remnants }) =>
    [...Map.groupBy(remnants, ({ kind, place }) => `${kind}, ${place}`)].map(([kind, group]) => [
      name,
      kind,
      String(group.length),
      group[0]!.path,
      `\`\` ${group[0]!.text.replaceAll("|", "\\|").replaceAll("\n", " ")} \`\``,
    ]),
  );
  const remnants = table(["tree", "what is left", "times", "first in", "text"], left);
  return left.length === 0 ? main : `${main}\n\n${remnants}`;
}

function countOf(remnants: SiteFigures["remnants"], wanted: string): string {
  return String(remnants.filter(({ place }) => place === wanted).length);
}

function show(share: Share): string {
  return share.whole === 0 ? "–" : `${share.part} of ${share.whole} (${percent(share)})`;
}

function percent({ part, whole }: Share): string {
  return whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`;
}
