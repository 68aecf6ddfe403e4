import { toNfc } from "../../corpus/text/fold.ts";
import { idOf } from "../../corpus/text/slug.ts";
import type { Place, Problem } from "../config/problem.ts";
import { type AnchorStyle, assignAnchors } from "../markdown/anchors.ts";
import type { ParsedFile } from "../markdown/parse.ts";
import type { Resolver } from "./resolve.ts";

/** A tree whose links have been judged. */
interface JudgedLinks {
  readonly files: readonly ParsedFile[];
  readonly resolver: Resolver;
  readonly problems: readonly Problem[];
  readonly anchors: AnchorStyle;
  readonly base: string;
}

/** Fewer links say nothing about the whole site. */
const ENOUGH = 3;
const DEFAULT_BASE = "/docs";

/** Suggests a better configuration, as sentences, if the links seem to be written for another one. */
export function adviseLinks(links: JudgedLinks): string[] {
  return [adviseAnchors(links), adviseBase(links)].filter((hint) => hint !== null);
}

/** Suggests the other rule of anchors if most broken fragments fit it. */
function adviseAnchors({ files, resolver, problems, anchors }: JudgedLinks): string | null {
  const broken = problems.filter(({ rule }) => rule === "broken-fragment");
  if (broken.length === 0) return null;
  const other: AnchorStyle = anchors === "document" ? "github" : "document";
  const byFile = Map.groupBy(broken, ({ file }) => file);
  const byId = new Map(files.map((file) => [idOf(file.path), file]));
  const known = new Map<string, ReadonlySet<string>>();
  const anchorsOf = (id: string): ReadonlySet<string> => {
    const found = known.get(id) ?? anchorsUnder(other, byId.get(id)!);
    known.set(id, found);
    return found;
  };
  let fits = 0;
  for (const file of files) {
    const places = new Set(byFile.get(file.path)?.map(keyOf));
    if (places.size === 0) continue;
    for (const link of file.links) {
      if (!places.has(keyOf(link))) continue;
      const found = resolver.resolve(link, file.path);
      if (found.kind === "page" && anchorsOf(found.id).has(found.fragment ?? "")) fits++;
    }
  }
  if (fits < ENOUGH || fits <= broken.length / 2) return null;
  return (
    `${fits} of ${broken.length} broken fragments are right under the other rule of anchors. ` +
    `If your site follows that rule, configure: "anchors": "${other}"`
  );
}

/** Returns the anchors that the headings of a page have under a rule. */
function anchorsUnder(style: AnchorStyle, { headings }: ParsedFile): ReadonlySet<string> {
  const requests = headings.map(({ depth, text }) => ({ depth, text, customId: null }));
  return new Set(assignAnchors(requests, style).map(toNfc));
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

function keyOf({ line, column }: Place): string {
  return `${line}:${column}`;
}
