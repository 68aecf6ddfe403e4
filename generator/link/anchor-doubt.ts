import { idOf } from "../../corpus/text/slug.ts";
import type { LinkProblem } from "../config/problem.ts";
import { type AnchorStyle, otherStyle } from "../markdown/anchors.ts";
import type { ParsedFile } from "../markdown/parse.ts";
import { PageFragments } from "./page-fragments.ts";
import { type Resolver, withoutDirective } from "./resolve.ts";

interface LinkedTree {
  readonly resolver: Resolver;
  /** The rule in force. */
  readonly anchors: AnchorStyle;
}

/**
 * Judges whether the site may follow another rule of anchors than the one in force: unless most
 * fragments in the links of the tree are right, and more of them under this rule than under the
 * other one. A fix of a fragment would then break a link that works.
 */
export class AnchorDoubt {
  readonly #files: readonly ParsedFile[];
  readonly #tree: LinkedTree;
  #isDoubtful: boolean | undefined;

  constructor(files: readonly ParsedFile[], tree: LinkedTree) {
    this.#files = files;
    this.#tree = tree;
  }

  /** Removes the fixes that are in doubt. */
  withoutDoubtfulFixes(problems: readonly LinkProblem[]): LinkProblem[] {
    return problems.map((problem) => {
      if (!problem.fixesFragment || !this.#judge()) return problem;
      const { fix, ...others } = problem;
      return others;
    });
  }

  /** Returns the problems that would have a fix, or would not exist, under a certain rule. */
  of(problems: readonly LinkProblem[]): LinkProblem[] {
    const concerned = problems.filter(
      ({ fitsOtherRule, fixesFragment }) => fitsOtherRule || fixesFragment,
    );
    return concerned.length > 0 && this.#judge() ? concerned : [];
  }

  #judge(): boolean {
    this.#isDoubtful ??= isDoubtful(this.#files, this.#tree);
    return this.#isDoubtful;
  }
}

function isDoubtful(files: readonly ParsedFile[], { resolver, anchors }: LinkedTree): boolean {
  const byId = new Map(files.map((file) => [idOf(file.path), file]));
  const fragmentsOf = new Map<string, PageFragments>();
  let [all, right, onlyThis, onlyOther] = [0, 0, 0, 0];
  for (const { path, links } of files) {
    for (const link of links) {
      if (link.kind !== "url" || !link.target.includes("#")) continue;
      const found = resolver.resolve(link, path);
      if (found.kind !== "page") continue;
      const fragment = withoutDirective(found.fragment ?? "");
      if (fragment === "" || fragment === "top") continue;
      const page = fragmentsOf.get(found.id) ?? new PageFragments(byId.get(found.id)!);
      fragmentsOf.set(found.id, page);
      const fitsThis = page.fits(fragment, anchors);
      const fitsOther = page.fits(fragment, otherStyle(anchors));
      all++;
      if (page.all.has(fragment)) right++;
      if (fitsThis && !fitsOther) onlyThis++;
      if (fitsOther && !fitsThis) onlyOther++;
    }
  }
  return right <= all / 2 || (onlyOther > 0 && onlyOther >= onlyThis);
}
