import { posix } from "node:path";
import type { Address } from "../../corpus/redirects.ts";
import { foldCase } from "../../corpus/text/fold.ts";
import type { FoundLink } from "../markdown/links.ts";
import type { PageFragments } from "./page-fragments.ts";
import { decode, type Page, type Resolver, withoutDirective } from "./resolve.ts";
import { rewriteTarget, type SitePlace } from "./rewrite-target.ts";

/** Addresses that are gone → where their content is now. */
export type Moves = ReadonlyMap<string, Address>;

export interface LinkRepairOptions extends SitePlace {
  readonly resolver: Resolver;
  readonly moves: Moves;
  /** Returns the fragments of a page. */
  readonly fragmentsOf: (id: string) => PageFragments;
}

/** Where a link should lead. */
interface Meant {
  /** Undefined for the page that it leads to. */
  readonly page?: Page;
  /** Undefined for the fragment that it has, null for none. */
  readonly fragment?: string | null | undefined;
}

/**
 * Finds the right destination of a broken link, if it is certain: the one page that has its path
 * apart from case, slashes, extension and the name of an index, or the place to which the ledger
 * moved its address.
 */
export class LinkRepair {
  readonly #options: LinkRepairOptions;
  #pages: SamePages | undefined;

  constructor(options: LinkRepairOptions) {
    this.#options = options;
  }

  /**
   * Returns the right destination of a link to a page that does not exist.
   *
   * @param missing the path that it leads to, without the extension
   * @param from the path of the page that contains the link
   */
  ofDead(
    link: FoundLink,
    { missing, from }: { readonly missing: string; readonly from: string },
  ): string | null {
    const { moves, resolver } = this.#options;
    const anchor = anchorIn(link.target);
    const move = moves.get(`${missing}#${anchor}`) ?? moves.get(missing);
    this.#pages ??= new SamePages(resolver.pages);
    const page = move ? resolver.pageOf(move.id) : this.#pages.find(missing);
    if (page === undefined) return null;
    const kept = link.kind === "wiki" ? undefined : this.#fragmentOn(page, anchor);
    const fragment = move?.anchor ?? kept;
    return this.#rewrite(link, { from, page, fragment });
  }

  /** @returns undefined for the fragment that the link has, which may be right or not */
  #fragmentOn({ id }: Page, anchor: string | null): string | undefined {
    if (anchor === null) return undefined;
    const fragments = this.#options.fragmentsOf(id);
    return fragments.all.has(anchor) ? undefined : fragments.same(anchor);
  }

  /** Returns the right destination of a link to a place on a page that the ledger moved. */
  ofMoved(
    link: FoundLink,
    { address, from }: { readonly address: string; readonly from: string },
  ): string | null {
    const { moves, resolver } = this.#options;
    const move = moves.get(address);
    if (move === undefined) return null;
    return this.#rewrite(link, { from, page: resolver.pageOf(move.id), fragment: move.anchor });
  }

  /** Returns the destination of a link with another fragment. */
  withFragment(
    link: FoundLink,
    { fragment, from }: { readonly fragment: string; readonly from: string },
  ): string | null {
    return this.#rewrite(link, { from, fragment });
  }

  /** @returns null if a link cannot be written so that it leads there */
  #rewrite(link: FoundLink, { from, page, fragment }: Meant & { from: string }): string | null {
    const { resolver } = this.#options;
    const target = rewriteTarget(link, { ...this.#options, from, page, fragment });
    if (target === null) return null;
    const found = resolver.resolve({ ...link, target }, from);
    if (found.kind !== "page" || (page !== undefined && found.id !== page.id)) return null;
    const isThere =
      fragment === undefined || withoutDirective(found.fragment ?? "") === (fragment ?? "");
    return isThere ? target : null;
  }
}

function anchorIn(target: string): string | null {
  const hash = target.indexOf("#");
  return hash < 0 ? null : withoutDirective(decode(target.slice(hash + 1)));
}

/** Pages by path, where only some of the path counts. */
class SamePages {
  /** Case does not count. */
  readonly #byId: ReadonlyMap<string, readonly Page[]>;
  /** Nor does the name of an index. */
  readonly #byPlace: ReadonlyMap<string, readonly Page[]>;

  constructor(pages: readonly Page[]) {
    this.#byId = Map.groupBy(pages, ({ id }) => foldCase(id));
    this.#byPlace = Map.groupBy(pages, ({ id }) => placeOf(foldCase(id)));
  }

  /** Finds the only page of a path without extension. */
  find(path: string): Page | undefined {
    const id = foldCase(posix.normalize(path.replaceAll("\\", "/")));
    const found = this.#byId.get(id) ?? this.#byPlace.get(placeOf(id)) ?? [];
    return found.length === 1 ? found[0] : undefined;
  }
}

function placeOf(id: string): string {
  return id.replace(/(?:^|\/)(?:index|readme)$/, "");
}
