import { severityOf } from "../config/config.ts";
import type { LinkProblem } from "../config/problem.ts";
import type { ParsedFile } from "../markdown/parse.ts";
import type { SiteConfig } from "../sites/site-config.ts";
import type { AnchorCensus } from "./anchor-census.ts";
import type { Resolver } from "./resolve.ts";

/** A tree whose links have been judged. */
interface JudgedLinks extends Pick<SiteConfig, "base" | "rules"> {
  readonly files: readonly ParsedFile[];
  readonly resolver: Resolver;
  readonly problems: readonly LinkProblem[];
  readonly census: Pick<AnchorCensus, "better">;
}

/** Fewer links say nothing about the whole site. */
const ENOUGH = 3;
const DEFAULT_BASE = "/docs";

/** Suggests a better configuration, as sentences, if the links seem to be written for another one. */
export function adviseLinks(links: JudgedLinks): string[] {
  return [adviseAnchors(links), adviseBase(links)].filter((hint) => hint !== null);
}

/** Suggests the rule of anchors that the tree's fragments fit best, if most broken ones fit it. */
function adviseAnchors({ problems, census, rules }: JudgedLinks): string | null {
  if (severityOf("broken-fragment", { rules }) === "off") return null;
  const broken = problems.filter(({ rule }) => rule === "broken-fragment");
  const fitting = broken.filter(({ fitsRules }) => fitsRules !== undefined);
  const isEnough = (count: number) => count >= ENOUGH && count > broken.length / 2;
  if (!isEnough(fitting.length)) return null;
  const style = census.better;
  if (style === null) return null;
  const fits = fitting.filter(({ fitsRules }) => fitsRules!.includes(style)).length;
  if (!isEnough(fits)) return null;
  return (
    `${fits} of ${broken.length} broken fragments are right under another rule of anchors. ` +
    `If your site follows that rule, configure: "anchors": "${style}"`
  );
}

/** Suggests an empty base if most links that begin with `/` leave the default one out. */
function adviseBase({ files, resolver, base }: JudgedLinks): string | null {
  if (base !== DEFAULT_BASE) return null;
  const targets = files.flatMap(({ siteTargets }) => siteTargets);
  const below = targets.filter((target) => /^\/docs(?:[/?#]|$)/.test(target)).length;
  const without = targets.filter((target) => resolver.hasPage(target)).length;
  if (without < ENOUGH || without <= below) return null;
  return (
    `${without} links begin with "/" and lead to pages without the base "${base}". ` +
    `If the addresses of your site have no such beginning, configure: "base": ""`
  );
}
