import { readFile } from "node:fs/promises";
import type { Corpus } from "../../corpus/open/corpus.ts";
import { openContent } from "../../corpus/open/open-corpus.ts";
import { verifyCorpus } from "../../corpus/open/verify.ts";
import { serializeCorpus } from "../../corpus/write/write.ts";
import { parseConfig, type UserConfig } from "../../generator/config/config.ts";
import type { JudgedProblem } from "../../generator/config/judge.ts";
import { generate } from "../../generator/generate.ts";
import { type BuiltPages, readBuilt } from "./built-pages.ts";
import { judgeProblems } from "./judge-problems.ts";
import { findRemnants, type Remnant } from "./pollution.ts";
import { idsOf, plain, readTruth, type Truth } from "./truth.ts";

/** A tree, and what is known of its site. */
export interface SiteTree {
  readonly name: string;
  readonly root: string;
  /** The file with what its own generator built. */
  readonly truth: string;
  /** A configuration in JSON. Default: the generator is recognised. */
  readonly config?: string | undefined;
  /** The folder of HTML that the site's build has written. */
  readonly html?: string | undefined;
}

/** A part of a whole. */
export interface Share {
  readonly part: number;
  readonly whole: number;
}

/** How well the corpus of a tree agrees with its site. */
export interface SiteFigures {
  readonly name: string;
  readonly site: string;
  readonly generator: string;
  readonly addresses: Share;
  /** Pages of the site that are in the corpus, of those that have a heading below the title. */
  readonly pages: Share;
  /** Pages of the site that are not in the corpus and have the headings of one that is, or none. */
  readonly copies: number;
  readonly anchors: Share;
  readonly ids: Share;
  /** Links and fragments reported as broken that are, of those that could be judged. */
  readonly reported: Share;
  /** Reported, but not to be judged by what is known of the site. */
  readonly unjudged: number;
  /** Links that `check --fix` would change, and those of them that work on the site. */
  readonly fixes: number;
  readonly harmful: number;
  readonly remnants: readonly Remnant[];
}

/** Generates the corpus of a tree and compares it with its site. */
export async function measureSite(tree: SiteTree): Promise<SiteFigures> {
  const config: UserConfig =
    tree.config === undefined ? { site: "auto" } : JSON.parse(await readFile(tree.config, "utf8"));
  const truth = await readTruth(tree.truth);
  const built = tree.html === undefined ? null : await readBuilt(tree.html);
  const { content, problems } = await generate({ root: tree.root, config: parseConfig(config) });
  const corpus = openContent(verifyCorpus(serializeCorpus(content), tree.name), tree.name);
  return {
    name: tree.name,
    site: corpus.meta.site,
    generator: truth.generator,
    ...comparePages(corpus, truth),
    ...compareHeadings(corpus, truth),
    ...compareProblems(problems, { corpus, truth, built }),
    remnants: findRemnants({
      corpus,
      isShown: (doc, text) => built?.shows(doc.slug, text) ?? false,
    }),
  };
}

function comparePages({ docs }: Corpus, truth: Truth) {
  const own = new Set(docs.map(({ slug }) => plain(slug)));
  const right = [...own].filter((address) => truth.pages.has(address)).length;
  const outlines = new Set(
    [...truth.pages].filter(([address]) => own.has(address)).map(([, page]) => outlineOf(page)),
  );
  const others = [...truth.pages].filter(([address]) => !own.has(address));
  const missing = others.filter(
    ([, page]) => hasHeading(page) && !outlines.has(outlineOf(page)),
  ).length;
  return {
    addresses: { part: right, whole: docs.length },
    pages: { part: right, whole: right + missing },
    copies: others.length - missing,
  };
}

type TruePage = Parameters<typeof idsOf>[0];

/** An alias and a list have no heading below the title. */
function hasHeading({ headings }: TruePage): boolean {
  return headings.some(([level, id]) => level !== 1 && Boolean(id));
}

/** Returns a text that is the same for a page and its copies, such as those of a language's fallback. */
function outlineOf({ headings }: TruePage): string {
  return JSON.stringify(headings);
}

function compareHeadings({ docs }: Corpus, truth: Truth) {
  const anchors = { part: 0, whole: 0 };
  const ids = { part: 0, whole: 0 };
  for (const { slug, headings } of docs) {
    const page = truth.pageAt(slug);
    if (page === undefined) continue;
    const known = idsOf(page);
    const own = new Set(headings.map(({ anchor }) => anchor));
    for (const { anchor } of headings.filter(isDeep)) {
      anchors.whole++;
      if (known.has(anchor)) anchors.part++;
    }
    for (const [level, id] of page.headings) {
      if (!id || level === 1 || level > 4) continue;
      ids.whole++;
      if (own.has(id)) ids.part++;
    }
  }
  return { anchors, ids };
}

function isDeep({ depth }: { readonly depth: number }): boolean {
  return depth >= 2 && depth <= 4;
}

function compareProblems(
  problems: readonly JudgedProblem[],
  { corpus, truth, built }: { corpus: Corpus; truth: Truth; built: BuiltPages | null },
) {
  const links = judgeProblems(problems, { docs: corpus.docs, truth, built });
  const judged = links.filter(({ isBroken }) => isBroken !== null);
  const broken = judged.filter(({ isBroken }) => isBroken);
  const fixes = links.filter(({ problem }) => problem.fix !== undefined);
  return {
    reported: { part: broken.length, whole: judged.length },
    unjudged: links.length - judged.length,
    fixes: fixes.length,
    harmful: fixes.filter(({ isBroken }) => isBroken === false).length,
  };
}
