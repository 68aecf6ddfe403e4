import { posix } from "node:path";
import type { Address } from "../../corpus/redirects.ts";
import { foldCase } from "../../corpus/text/fold.ts";
import { isMarkdown } from "../markdown/is-markdown.ts";
import type { FoundLink } from "../markdown/links.ts";
import type { BuiltAnswers } from "../sites/built-answers.ts";
import type { Page } from "./page.ts";
import { isSameApartFromCase, type PageFragments } from "./page-fragments.ts";
import { decode, withoutDirective } from "./reference.ts";
import type { Resolver } from "./resolve.ts";
import { rewriteTarget, type SitePlace } from "./rewrite-target.ts";

/** Addresses that are gone → where their content is now. */
export type Moves = ReadonlyMap<string, Address>;

export interface LinkRepairOptions extends SitePlace {
  readonly resolver: Resolver;
  readonly moves: Moves;
  /** The built site, which has the last word; null if none is read. */
  readonly built: BuiltAnswers | null;
  /** Returns the fragments of a page. */
  readonly fragmentsOf: (id: string) => PageFragments;
}

/** Where a link should lead. */
interface Meant {
  /** The path of the page that contains the link. */
  readonly from: string;
  /** Undefined for the page that it leads to. */
  readonly page?: Page;
  /** Undefined for the fragment that it has, null for none. */
  readonly fragment?: string | null | undefined;
  readonly isCertain: boolean;
}

/** The destination that a broken link should have. */
export interface Repair {
  readonly target: string;
  /** False if a site may serve the link as it is, which must then be left alone. */
  readonly isCertain: boolean;
  /** True if the fragment is another one. */
  readonly hasNewFragment: boolean;
}

/**
 * Finds the right destination of a broken link: the one page that has its path apart from case,
 * slashes, extension and the name of an index, the place to which the ledger moved its address, or
 * the page to which its path leads from the docs root.
 *
 * A page is certain if the ledger names it, or the link names its file: by a relative path with the
 * extension of a Markdown file, in which only case, slashes or the extension are wrong. Any other
 * path is an address, and many sites serve `/Guide/Install.md` at `/guide/install/`. No page is
 * certain if the link could mean another one under some rule.
 */
export class LinkRepair {
  readonly #options: LinkRepairOptions;
  #same: SamePages | undefined;

  constructor(options: LinkRepairOptions) {
    this.#options = options;
  }

  get #pages(): SamePages {
    this.#same ??= new SamePages(this.#options.resolver.pages);
    return this.#same;
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
  ): Repair | null {
    const { moves, resolver } = this.#options;
    const anchor = anchorIn(link.target);
    const move = moves.get(`${missing}#${anchor}`) ?? moves.get(missing);
    const same = move ? resolver.pageOf(move.id) : this.#pages.find(missing);
    const page = same ?? resolver.pageFromRoot(link, from);
    if (page === undefined) return null;
    const kept = link.kind === "wiki" ? undefined : this.#fragmentOn(page, anchor);
    const fragment = move?.anchor ?? kept;
    const isFile = this.#namesFile(link, { page, from });
    const isNamed = isFile || move !== undefined;
    const isCertain = isNamed && this.#canOnlyMean(isFile ? page.id : null, { link, from });
    return this.#rewrite(link, { from, page, fragment, isCertain });
  }

  /** @returns undefined for the fragment that the link has, which may be right or not */
  #fragmentOn({ id }: Page, anchor: string | null): string | undefined {
    if (anchor === null) return undefined;
    const fragments = this.#options.fragmentsOf(id);
    const same = fragments.all.has(anchor) ? undefined : fragments.same(anchor);
    return same !== undefined && isSameApartFromCase(same, anchor) ? same : undefined;
  }

  /** Tells whether a link is the path of a page's file, apart from case, slashes and extension. */
  #namesFile({ kind, target }: FoundLink, { page, from }: { page: Page; from: string }): boolean {
    const [path = ""] = target.split(/[?#]/, 1);
    if (kind !== "url" || /^[/\\]|^[a-z][a-z0-9+.-]*:/i.test(path)) return false;
    const file = posix.join(posix.dirname(from), decode(path).replaceAll("\\", "/"));
    if (!isMarkdown(file) || this.#options.resolver.hasOtherFile(file)) return false;
    return foldCase(file.slice(0, file.lastIndexOf("."))) === foldCase(page.id);
  }

  /**
   * Returns the right destination of a link to a place that the ledger moved.
   *
   * @param address that the link leads to, of the page with the id
   */
  ofMoved(
    link: FoundLink,
    { id, address, from }: { readonly id: string; readonly address: string; readonly from: string },
  ): Repair | null {
    const { moves, resolver } = this.#options;
    const move = moves.get(address);
    if (move === undefined) return null;
    const isCertain = this.#canOnlyMean(id, { link, from });
    const page = resolver.pageOf(move.id);
    return this.#rewrite(link, { from, page, fragment: move.anchor, isCertain });
  }

  /** Returns the destination of a link to a page with another fragment. */
  withFragment(
    link: FoundLink,
    {
      id,
      fragment,
      from,
    }: { readonly id: string; readonly fragment: string; readonly from: string },
  ): Repair | null {
    const isCertain = this.#canOnlyMean(id, { link, from });
    return this.#rewrite(link, { from, fragment, isCertain });
  }

  /** Tells whether no rule of a site gives a link another page, or any page. */
  #canOnlyMean(id: string | null, { link, from }: { link: FoundLink; from: string }): boolean {
    const readings = this.#options.resolver.readings(link, from);
    return readings.every((path) => this.#pages.at(path).every((page) => page.id === id));
  }

  /** @returns null if a link cannot be written so that it leads there */
  #rewrite(link: FoundLink, { from, page, fragment, isCertain }: Meant): Repair | null {
    const { resolver } = this.#options;
    const target = rewriteTarget(link, { ...this.#options, from, page, fragment });
    if (target === null) return null;
    const found = resolver.resolve({ ...link, target }, from);
    if (found.kind !== "page" || (page !== undefined && found.id !== page.id)) return null;
    const hasNewFragment = fragment !== undefined;
    const isThere = !hasNewFragment || withoutDirective(found.fragment ?? "") === (fragment ?? "");
    return isThere && this.#isBuilt(found) ? { target, isCertain, hasNewFragment } : null;
  }

  /** Returns a suggestion, unless the built site lacks what it names. */
  verified(
    suggestion: string | null,
    { link, from }: { readonly link: FoundLink; readonly from: string },
  ): string | null {
    const { built, resolver } = this.#options;
    if (built === null || suggestion === null) return suggestion;
    const found = resolver.resolve({ kind: link.kind, target: suggestion }, from);
    return found.kind === "page" && this.#isBuilt(found) ? suggestion : null;
  }

  /** Tells whether the built site has a page, with a fragment; true if none is read. */
  #isBuilt({ id, fragment }: { readonly id: string; readonly fragment: string | null }): boolean {
    const { built, resolver, fragmentsOf } = this.#options;
    if (built === null) return true;
    if (built.addressOf(resolver.pageOf(id).path) === undefined) return false;
    const anchor = withoutDirective(fragment ?? "");
    return anchor === "" || anchor === "top" || fragmentsOf(id).has(anchor);
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
    const found = this.#byId.get(formOf(path)) ?? this.at(path);
    return found.length === 1 ? found[0] : undefined;
  }

  /** Returns all pages that a path without extension may mean. */
  at(path: string): readonly Page[] {
    return this.#byPlace.get(placeOf(formOf(path))) ?? [];
  }
}

function formOf(path: string): string {
  return foldCase(posix.normalize(path.replaceAll("\\", "/")));
}

function placeOf(id: string): string {
  return id.replace(/(?:^|\/)(?:index|readme)$/, "");
}
