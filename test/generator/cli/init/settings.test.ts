import { describe, expect, it } from "vitest";
import {
  type CheckedPages,
  findSettings,
  type Settings,
} from "../../../../generator/cli/init/settings.ts";
import type { JudgedProblem } from "../../../../generator/config/judge.ts";
import { SITE_NAMES, type SiteName } from "../../../../generator/config/site-settings.ts";

/** A number of broken links, and other problems by rule. */
type Counts = Readonly<Record<string, number>> & { readonly docs?: number };

function pagesWith({ docs = 10, ...counts }: Counts, base: string | null): CheckedPages {
  const problems = Object.entries(counts).flatMap(([rule, count]) =>
    Array.from({ length: count }, () => ({ rule }) as JudgedProblem),
  );
  const model = { base: "", pageOf: () => null };
  return { problems, docs, hints: [], likely: { base, anchors: "github" }, model, built: null };
}

/** Finds settings for a tree whose problems are given by its settings, as JSON; else those of `plain`. */
async function find({
  plain,
  outcomes = {},
  recognised = [],
  likelyBase = null,
  isOver = () => false,
}: {
  readonly plain: Counts;
  readonly outcomes?: Readonly<Record<string, Counts | null>>;
  readonly recognised?: readonly SiteName[];
  readonly likelyBase?: string | null;
  readonly isOver?: () => boolean;
}) {
  const tried: Settings[] = [];
  const { steps, untried } = await findSettings({
    recognised,
    isOver,
    attempt: async (settings) => {
      tried.push(settings);
      const counts = outcomes[JSON.stringify(settings)];
      return counts === null ? null : { settings, ...pagesWith(counts ?? plain, likelyBase) };
    },
  });
  return { best: steps.at(-1)!.settings, steps: steps.length, tried, untried };
}

describe("findSettings", () => {
  it("takes the generator that the files name, whatever its problems, and tries no other", async () => {
    const outcomes = { '{"site":"hugo"}': { "broken-link": 9 } };

    const { best, tried } = await find({
      plain: { "broken-link": 3 },
      outcomes,
      recognised: ["hugo"],
    });

    expect(best).toEqual({ site: "hugo" });
    expect(tried).toEqual([{ site: "document" }, { site: "hugo" }]);
  });

  it("else takes the generator with the fewest broken links and fragments, whatever else it reports", async () => {
    const { best, tried } = await find({
      plain: { "broken-link": 5, "broken-fragment": 5 },
      outcomes: {
        '{"site":"vitepress"}': { "broken-link": 4 },
        '{"site":"nuxt"}': { "broken-link": 1, "broken-fragment": 1, "hidden-text": 90 },
        '{"site":"mdbook"}': null,
      },
    });

    expect(best).toEqual({ site: "nuxt" });
    expect(new Set(tried.map(({ site }) => site))).toEqual(new Set(SITE_NAMES));
  });

  it("does not take a generator that cannot compile the pages", async () => {
    const { best } = await find({
      plain: { "broken-link": 9 },
      outcomes: {
        '{"site":"docusaurus"}': { "broken-link": 1, "mdx-syntax": 5 },
        '{"site":"nuxt"}': { "broken-link": 4 },
      },
    });

    expect(best).toEqual({ site: "nuxt" });
  });

  it("of several that are equal, github; and document if none is better", async () => {
    const plain = { "broken-link": 5 };
    const fewer = { "broken-link": 2 };

    const equal = await find({
      plain,
      outcomes: { '{"site":"docusaurus"}': fewer, '{"site":"github"}': fewer },
    });
    const same = await find({ plain });

    expect(equal.best).toEqual({ site: "github" });
    expect(same.best).toEqual({ site: "document" });
    expect(same.steps).toBe(1);
  });

  it("does not take a generator that leaves out the pages in which links are broken", async () => {
    const { best } = await find({
      plain: { "broken-link": 5, docs: 20 },
      outcomes: { '{"site":"nextra"}': { docs: 2 }, '{"site":"hugo"}': { docs: 18 } },
    });

    expect(best).toEqual({ site: "hugo" });
  });

  it("tries generators with the base that most links have, too", async () => {
    const outcomes = {
      '{"site":"nuxt"}': { "broken-link": 4 },
      '{"site":"nuxt","base":"/docs/4.x"}': { "broken-link": 1 },
    };
    const plain = { "broken-link": 5 };

    const guessed = await find({ plain, outcomes, likelyBase: "/docs/4.x" });
    const named = await find({ plain, outcomes, likelyBase: "/docs/4.x", recognised: ["nuxt"] });

    expect(guessed.best).toEqual({ site: "nuxt", base: "/docs/4.x" });
    expect(named.best).toEqual({ site: "nuxt" });
  });

  it("of generators whose files are equally near, tries these only", async () => {
    const { best, tried } = await find({
      plain: { "broken-link": 5 },
      outcomes: { '{"site":"mkdocs"}': {}, '{"site":"github"}': {} },
      recognised: ["mkdocs", "vitepress"],
    });

    expect(best).toEqual({ site: "mkdocs" });
    expect(tried.map(({ site }) => site)).toEqual(["document", "mkdocs", "vitepress"]);
  });

  it("tries no more generators when the time is over, and names them", async () => {
    let trials = 0;

    const { best, untried } = await find({
      plain: { "broken-link": 5 },
      outcomes: { '{"site":"github"}': {}, '{"site":"hugo"}': {} },
      isOver: () => ++trials > 1,
    });

    expect(best).toEqual({ site: "github" });
    expect(untried).toEqual(SITE_NAMES.filter((name) => name !== "github" && name !== "document"));
  });

  it("without a site, tries an empty base and the likely anchors, and keeps what helps", async () => {
    const { best, steps } = await find({
      plain: { "broken-link": 2, "broken-fragment": 4 },
      outcomes: {
        '{"site":"document","base":""}': { "broken-link": 2, "broken-fragment": 5 },
        '{"site":"document","anchors":"github"}': { "broken-link": 2 },
      },
    });

    expect(best).toEqual({ site: "document", anchors: "github" });
    expect(steps).toBe(2);
  });

  it("never takes another site's file for the ledger of redirects", async () => {
    const { best } = await find({
      plain: { "redirect-syntax": 1 },
      outcomes: {
        '{"site":"mintlify"}': { "redirect-syntax": 1 },
        '{"site":"mintlify","redirects":false}': {},
      },
      recognised: ["mintlify"],
    });

    expect(best).toEqual({ site: "mintlify", redirects: false });
  });
});
