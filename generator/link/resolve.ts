import { posix } from "node:path";
import { foldCase } from "../../corpus/text/fold.ts";
import { encodePath } from "../../corpus/text/slug.ts";
import { createSuggester, type Suggester } from "../../corpus/text/suggest.ts";
import { isMarkdown } from "../markdown/is-markdown.ts";
import type { FoundLink } from "../markdown/links.ts";
import type { FindReference } from "../sites/model.ts";
import type { Site } from "../sites/site.ts";
import { BuiltLinks } from "./built-links.ts";
import type { Page } from "./page.ts";
import { decode } from "./reference.ts";
import type { LinkTarget, Resolution } from "./resolution.ts";
import { SiteLinks } from "./site-links.ts";

export interface ResolverOptions {
  readonly pages: readonly Page[];
  /** Paths of the tree's other files. */
  readonly otherPaths: ReadonlySet<string>;
  /** URL path of the docs, without a trailing slash. */
  readonly base: string;
  /** Address of the site, to recognise its absolute links. */
  readonly siteUrl: string | null;
  /** The site whose addresses links have. Default: those of files. */
  readonly site?: Site | undefined;
  /** Pages that are left out: no link may lead there. Default: none. */
  readonly drafts?: readonly Page[];
}

/** A path inside the docs root, without `.` and `..`. */
interface TreePath {
  readonly path: string;
  /** True if it was written with a trailing slash, as a folder. */
  readonly isFolder: boolean;
}

/** How a destination begins that is a reference of the generator's own: see `SiteModel`. */
const REFERENCE = "ref:";

const OUTSIDE: Resolution = { kind: "outside" };

/** Finds the page behind every form of link (DOC-A10). */
export class Resolver {
  /** The pages that links can lead to. */
  readonly pages: readonly Page[];
  readonly #byPath = new Map<string, Page>();
  readonly #byId = new Map<string, Page>();
  /** Folder → its index or README. */
  readonly #indexes = new Map<string, Page>();
  /** Last segment of an id, folded → pages; built for the first dead link. */
  #byName: Map<string, Page[]> | undefined;
  /** Last segments of an id, folded and joined → pages; built for the first wiki link. */
  #byEnding: Map<string, Page[]> | undefined;
  /** Title, folded → pages; built for the first wiki link that gives no path. */
  #byTitle: Map<string, Page[]> | undefined;
  /** Results of searches among all ids, which are slow. */
  readonly #nearest = new Map<string, Page | undefined>();
  /** Suggesters of ids, by edition. */
  readonly #suggesters = new Map<string, Suggester>();
  readonly #otherPaths: ReadonlySet<string>;
  readonly #base: string;
  readonly #site: URL | null;
  /** The path in the address of the site, without a trailing slash. */
  readonly #sitePath: string;
  readonly #siteOfPages: Site | null;
  readonly #drafts: Resolver | null;
  /** Null if addresses are those of files. */
  readonly #siteLinks: SiteLinks | null;
  /** Null if no built site is read. */
  readonly #builtLinks: BuiltLinks | null;
  /** Null if the site's generator has no references. */
  readonly #findReference: FindReference | null;

  constructor(options: ResolverOptions) {
    this.#otherPaths = options.otherPaths;
    this.pages = options.pages;
    this.#base = decode(options.base);
    this.#site = options.siteUrl === null ? null : new URL(options.siteUrl);
    this.#sitePath = this.#site?.pathname.replace(/\/+$/, "") ?? "";
    const { site, drafts = [] } = options;
    this.#siteOfPages = site ?? null;
    this.#drafts =
      drafts.length === 0 ? null : new Resolver({ ...options, pages: drafts, drafts: [] });
    for (const page of options.pages) this.#add(page);
    const { pages, otherPaths } = options;
    this.#findReference = site?.references(pages) ?? null;
    this.#siteLinks =
      site === undefined || site.isDocument
        ? null
        : new SiteLinks({
            site,
            pages,
            otherPaths,
            belowBase: (address) => this.#belowBase(address),
            isElsewhere: (address) => this.#isElsewhere(address),
          });
    const built = site?.built ?? null;
    this.#builtLinks =
      built === null
        ? null
        : new BuiltLinks({
            built,
            isUnknown: site!.isDocument,
            pages,
            otherPaths,
            isElsewhere: (address) => this.#isElsewhere(address),
          });
  }

  /** Returns the path of an address below the base; null if it is not below it. */
  #belowBase(address: string): string | null {
    const base = this.#base;
    return `${address}/`.startsWith(`${base}/`) ? address.slice(base.length) : null;
  }

  #add(page: Page): void {
    const { id, path } = page;
    const name = foldCase(posix.basename(id));
    this.#byPath.set(path, page);
    this.#byId.set(id, page);
    const folder = posix.dirname(id);
    if (name === "index" || (name === "readme" && !this.#indexes.has(folder))) {
      this.#indexes.set(folder, page);
    }
  }

  /** Returns the page of an id, which must exist. */
  pageOf(id: string): Page {
    return this.#byId.get(id)!;
  }

  /** Returns the page with a path; undefined if there is none. */
  pageAt(path: string): Page | undefined {
    return this.#byPath.get(path);
  }

  /** Tells whether the tree has a file of this path that is not a page. */
  hasOtherFile(path: string): boolean {
    return this.#otherPaths.has(path);
  }

  /**
   * Returns the paths, without extension, that a link may mean under some rule: from the root, below
   * the base, from its page, and from its page as a folder.
   */
  readings(link: FoundLink, from: string): string[] {
    const path = this.#sitePathOf(link);
    if (path === "") return [];
    const below = `${path}/`.startsWith(`${this.#base}/`) ? path.slice(this.#base.length) : path;
    const folders = [posix.dirname(from), withoutExtension(from)];
    return [path, below, ...folders.map((folder) => posix.join(folder, path))].flatMap((each) => {
      const target = normalize(each);
      return target === null ? [] : [withoutExtension(target.path)];
    });
  }

  /**
   * Finds the page of a relative link if it is taken from the docs root; none in another language or
   * version, nor the page that has the link.
   */
  pageFromRoot({ kind, target }: FoundLink, from: string): Page | undefined {
    const { path } = splitReference(target);
    if (kind !== "url" || path === "" || /^[./]|^[a-z][a-z0-9+.-]*:/i.test(path)) return undefined;
    const page = this.#find(normalize(path)!);
    const isOther = page !== undefined && page.path !== from;
    return isOther && this.#editionOf(page.id) === this.#editionOf(from) ? page : undefined;
  }

  /** Returns the path of a link, decoded; of an absolute one, that below the address of the site. */
  #sitePathOf({ kind, target }: FoundLink): string {
    if (kind === "wiki") return splitWikiTarget(target).path;
    const url = absoluteUrl(target);
    if (url === null) return splitReference(target).path;
    return decode(url.pathname.slice(this.#sitePath.length));
  }

  /** @param from the path of the page that contains the link */
  resolve(link: LinkTarget, from: string): Resolution {
    const found = this.#byModel(link, from);
    if (this.#builtLinks === null || link.kind === "wiki") return found;
    const reference = this.#referenceOf(link.target);
    return reference === null ? found : this.#builtLinks.judge(found, { from, reference });
  }

  /**
   * Finds the page that a value of the frontmatter names: by its id, by its slug, or by a path relative to
   * the page.
   */
  resolveName(name: string, from: string): Resolution {
    if (this.#byId.has(name)) return { kind: "page", id: name, fragment: null };
    const found = this.resolve({ kind: "url", target: name }, from);
    if (found.kind === "page") return found;
    const isDraft = this.#drafts?.resolveName(name, from).kind === "page";
    if (isDraft) return { kind: "dead", target: name, suggestion: null, isDraft };
    const suggestion = found.kind === "dead" ? found.suggestion : null;
    return dead(name, suggestion ?? this.#suggest(name, from)?.id);
  }

  /**
   * Returns a link from the root of the site, or relative to its page; null if it leads to another
   * host, or is a fragment or a reference of the generator's own.
   */
  #referenceOf(target: string): string | null {
    const url = absoluteUrl(target);
    if (url === null) return /^(?:\?[^#]*)?(?:#|$)/.test(target) ? null : target;
    return this.#isOfSite(url) ? this.#belowSite(url) : null;
  }

  /** Returns the address of a URL without that of the site. */
  #belowSite({ pathname, search, hash }: URL): string {
    return `${pathname.slice(this.#sitePath.length) || "/"}${search}${hash}`;
  }

  /** Returns where a link leads by the rules of the site's model. */
  #byModel(link: LinkTarget, from: string): Resolution {
    const found =
      link.kind === "wiki"
        ? this.#resolveWiki(link.target, from)
        : this.#resolveUrl(link.target, from);
    if (this.#drafts === null || (found.kind !== "dead" && found.kind !== "outside")) return found;
    const draft = this.#drafts.#byModel(link, from);
    if (draft.kind !== "page") return found;
    return { kind: "dead", target: draft.id, suggestion: null, isDraft: true };
  }

  /**
   * Returns the address on the site of something that is not a page, or not one that a link leads to:
   * with a path from the root, a query and a fragment; null for another host.
   */
  addressOf(target: string, from: string): string | null {
    const url = absoluteUrl(target);
    const isOfSite = url !== null && this.#isOfSite(url);
    if (url !== null && !isOfSite) return null;
    const local = url === null ? target : this.#belowSite(url);
    const built = this.#builtLinks?.addressOf({ from, reference: local }) ?? null;
    if (built !== null) return built;
    const folder = encodePath(posix.dirname(from));
    const address = URL.parse(local, `http://site.invalid${encodePath(this.#base)}/${folder}/`);
    return address && `${address.pathname}${address.search}${address.hash}`;
  }

  #isOfSite({ host, pathname }: URL): boolean {
    return host === this.#site?.host && `${pathname}/`.startsWith(`${this.#sitePath}/`);
  }

  /** Tells whether the path of a reference, taken from the docs root, leads to a page. */
  hasPage(reference: string): boolean {
    return this.#find(normalize(splitReference(reference).path)!) !== undefined;
  }

  #resolveUrl(target: string, from: string): Resolution {
    if (this.#findReference !== null && target.startsWith(REFERENCE)) {
      return this.#resolveReference(target.slice(REFERENCE.length), from);
    }
    const url = absoluteUrl(target);
    if (url !== null) return this.#resolveAbsolute(url);
    const { path, fragment: written } = splitReference(target);
    const fragment = written && (this.#siteOfPages?.anchorOf(written) ?? written);
    if (path === "") return this.#own(from, fragment);
    if (this.#siteLinks !== null) return this.#resolveOnSite(path, { from, fragment });
    if (path.startsWith("/")) return this.#resolveSitePath(path, fragment);
    return this.#resolveRelative(path, { from, fragment });
  }

  /** Resolves a reference of the generator's own. */
  #resolveReference(reference: string, from: string): Resolution {
    const { before, fragment } = splitFragment(reference);
    const path = decode(before);
    if (path === "") return this.#own(from, fragment);
    const found = this.#findReference!(path, from);
    if ("path" in found) {
      return { kind: "page", id: this.#byPath.get(found.path)!.id, fragment };
    }
    if (found.isServed) return OUTSIDE;
    const missing = path.replace(/^\/+/, "");
    const meant = this.#suggest(missing, from);
    return dead(missing, meant && withFragment(meant.slug, fragment));
  }

  /** Resolves a link by the addresses of the site. */
  #resolveOnSite(
    path: string,
    { from, fragment }: { readonly from: string; readonly fragment: string | null },
  ): Resolution {
    const found = this.#siteLinks!.find(path, from);
    if (found.page !== null) return { kind: "page", id: found.page.id, fragment };
    if (found.isServed) return OUTSIDE;
    if (found.isFile) {
      return { kind: "dead", target: found.missing, suggestion: null, isFile: true };
    }
    const meant = this.#suggest(found.missing, from);
    const reference =
      meant === undefined || path.startsWith("/") || !isMarkdown(path)
        ? meant?.slug
        : relativeReference(posix.dirname(from), meant.path);
    return dead(found.missing, reference && withFragment(reference, fragment));
  }

  #own(from: string, fragment: string | null): Resolution {
    const own = this.#byPath.get(from);
    return fragment === null || own === undefined
      ? OUTSIDE
      : { kind: "page", id: own.id, fragment };
  }

  #resolveAbsolute(url: URL): Resolution {
    if (!this.#isOfSite(url)) return OUTSIDE;
    const prefix = this.#sitePath;
    const fragment = url.hash === "" ? null : decode(url.hash.slice(1));
    const path = decode(url.pathname.slice(prefix.length)) || "/";
    return this.#siteLinks === null
      ? this.#resolveSitePath(path, fragment)
      : this.#resolveOnSite(path, { from: "", fragment });
  }

  /** Resolves a path of the site: below the base, or otherwise from the docs root. */
  #resolveSitePath(path: string, fragment: string | null): Resolution {
    const below = this.#belowBase(path);
    const inBase = below === null ? null : normalize(below);
    const inRoot = normalize(path)!;
    const page = (inBase && this.#find(inBase)) ?? this.#find(inRoot);
    if (page) return { kind: "page", id: page.id, fragment };
    const missing = inBase ?? inRoot;
    if (missing.path === "" || !this.#isMarkdownTarget(missing.path)) return OUTSIDE;
    if (this.#isElsewhere(path)) return OUTSIDE;
    const isOurs = inBase !== null || isMarkdown(missing.path);
    if (!isOurs) return { kind: "outside", sitePath: missing.path };
    const meant = this.#suggest(missing.path);
    return dead(missing.path, meant && withFragment(meant.slug, fragment));
  }

  #resolveRelative(
    path: string,
    { from, fragment }: { from: string; fragment: string | null },
  ): Resolution {
    const folder = posix.dirname(from);
    const target = normalize(posix.join(folder, path));
    const page = target && this.#find(target);
    if (page) return { kind: "page", id: page.id, fragment };
    if (this.#isElsewhere(posix.join("/", this.#base, folder, path))) return OUTSIDE;
    if (target === null) {
      return isMarkdown(path) || !hasExtension(path) ? dead(path) : OUTSIDE;
    }
    if (!this.#isMarkdownTarget(target.path)) return OUTSIDE;
    const meant = this.#suggest(target.path, from);
    return dead(
      target.path,
      meant && withFragment(relativeReference(folder, meant.path), fragment),
    );
  }

  /**
   * Resolves by path first, then by the end of an id, then by title, as long as one page matches.
   */
  #resolveWiki(target: string, from: string): Resolution {
    const [whole, ...others] = target === "" ? [] : this.#findWiki(target, from);
    if (whole && others.length === 0) return { kind: "page", id: whole.id, fragment: null };
    const { path, fragment } = splitWikiTarget(target);
    if (path === "") return this.#own(from, fragment);
    const found = this.#findWiki(path, from);
    if (found.length === 1) return { kind: "page", id: found[0]!.id, fragment };
    if (found.length > 1) return { kind: "ambiguous", ids: found.map(({ id }) => id) };
    return this.#isMarkdownTarget(path) ? dead(path, this.#suggest(path, from)?.id) : OUTSIDE;
  }

  /** Finds the page that a dead link's target would lead to, if this tree has it. */
  findTarget(target: string): Page | undefined {
    const [page, ...others] = this.#findWiki(target, "");
    return others.length === 0 ? page : undefined;
  }

  #findWiki(path: string, from: string): readonly Page[] {
    for (const candidate of [posix.join(posix.dirname(from), path), path]) {
      const target = normalize(candidate);
      const page = target && this.#find(target);
      if (page) return [page];
    }
    this.#byEnding ??= pagesByEnding(this.pages);
    return this.#byEnding.get(foldCase(withoutExtension(path))) ?? this.#titled(path) ?? [];
  }

  #titled(title: string): readonly Page[] | undefined {
    this.#byTitle ??= pagesBy(this.pages, (page) => page.title);
    return this.#byTitle.get(foldCase(title));
  }

  /**
   * Finds the page of a path. `name.html` is the rendered page of `name`, unless the tree has a
   * file with that name.
   */
  #find({ path, isFolder }: TreePath): Page | undefined {
    const index = this.#indexes.get(path === "" ? "." : path);
    const page = this.#byPath.get(path) ?? this.#byId.get(path);
    if (page === undefined && path.endsWith(".html") && !this.#otherPaths.has(path)) {
      return this.#byId.get(path.slice(0, -".html".length));
    }
    return isFolder ? (index ?? page) : (page ?? index);
  }

  /** Tells whether a path can only mean a page. */
  #isMarkdownTarget(path: string): boolean {
    return isMarkdown(path) || !(hasExtension(path) || this.#otherPaths.has(path));
  }

  /** Tells whether an address, decoded, is served without a page. */
  #isElsewhere(address: string): boolean {
    const hasPage = (target: string) => {
      const below = this.#belowBase(target);
      return this.#siteLinks === null
        ? below !== null && this.#find(normalize(below)!) !== undefined
        : this.#siteLinks.pageAt(target) !== undefined;
    };
    return this.#siteOfPages?.elsewhere.has(posix.normalize(address), hasPage) ?? false;
  }

  #near(id: string): Page | undefined {
    if (!this.#nearest.has(id)) {
      const found = this.#suggesterFor(this.#editionOf(id))(id);
      this.#nearest.set(id, found === null ? undefined : this.#byId.get(found));
    }
    return this.#nearest.get(id);
  }

  /** Returns the suggester of ids of pages in a language and version. */
  #suggesterFor(edition: string): Suggester {
    const known = this.#suggesters.get(edition);
    if (known !== undefined) return known;
    const ids = Array.from(this.#byId.keys());
    const suggester = createSuggester(ids.filter((id) => this.#editionOf(id) === edition));
    this.#suggesters.set(edition, suggester);
    return suggester;
  }

  #editionOf(id: string): string {
    return this.#siteOfPages?.editionOf(id) ?? "";
  }

  /**
   * Suggests a page whose id is similar to the path, or otherwise the one with the same name
   * elsewhere; none in another language or version, nor the page that has the link.
   */
  #suggest(path: string, from = ""): Page | undefined {
    const id = withoutExtension(path);
    const edition = this.#editionOf(id);
    this.#byName ??= pagesBy(this.pages, (page) => posix.basename(page.id));
    const named = (this.#byName.get(foldCase(posix.basename(id))) ?? []).filter(
      (page) => this.#editionOf(page.id) === edition && page.path !== from,
    );
    const near = this.#near(id);
    const isOther = near !== undefined && near.path !== from;
    return isOther ? near : named.length === 1 ? named[0] : undefined;
  }
}

function dead(path: string, suggestion?: string): Resolution {
  return { kind: "dead", target: withoutExtension(path), suggestion: suggestion ?? null };
}

function pagesBy(pages: readonly Page[], textOf: (page: Page) => string): Map<string, Page[]> {
  return Map.groupBy(pages, (page) => foldCase(textOf(page)));
}

function pagesByEnding(pages: readonly Page[]): Map<string, Page[]> {
  const byEnding = new Map<string, Page[]>();
  for (const page of pages) {
    const segments = foldCase(page.id).split("/");
    for (const start of segments.keys()) append(byEnding, segments.slice(start).join("/"), page);
  }
  return byEnding;
}

function append(map: Map<string, Page[]>, key: string, page: Page): void {
  const pages = map.get(key);
  if (pages) pages.push(page);
  else map.set(key, [page]);
}

/**
 * Parses a URL that has a scheme or a host; null for one that is relative to the page or the site.
 */
function absoluteUrl(target: string): URL | null {
  const reference = target.startsWith("//") ? `https:${target}` : target;
  if (!/^[a-z][a-z0-9+.-]*:/i.test(reference)) return null;
  return URL.parse(reference) ?? new URL("invalid:");
}

/** Cuts off query and fragment and decodes the rest (RFC 3986 section 3), in NFC. */
function splitReference(target: string): { path: string; fragment: string | null } {
  const { before, fragment } = splitFragment(target);
  return { path: decode(before.replace(/\?.*$/s, "")), fragment };
}

/**
 * Splits a wiki link's target. The headings above the one that is meant may stand before it;
 * `^id` does not name a heading.
 */
function splitWikiTarget(target: string): { path: string; fragment: string | null } {
  const [path = "", ...headings] = target.split("#");
  const heading = headings.at(-1);
  const isHeading = heading !== undefined && !heading.startsWith("^");
  return { path, fragment: isHeading ? decode(heading) : null };
}

function withFragment(reference: string, fragment: string | null): string {
  return fragment === null ? reference : `${reference}#${encodeURI(fragment)}`;
}

function splitFragment(target: string): { before: string; fragment: string | null } {
  const hash = target.indexOf("#");
  if (hash < 0) return { before: target, fragment: null };
  return { before: target.slice(0, hash), fragment: decode(target.slice(hash + 1)) };
}

/** Tells whether a path ends like a file name; `v1.3` does not. */
function hasExtension(path: string): boolean {
  return /\.(?=[^./]*[a-z])[a-z0-9]{1,8}$/i.test(path);
}

/** @returns the path from the docs root, or null if it leaves the root */
function normalize(path: string): TreePath | null {
  const isFolder = /(?:^|\/)\.{0,2}$/.test(path);
  const normal = posix.normalize(path).replace(/^\/+|\/+$/g, "");
  if (normal === ".." || normal.startsWith("../")) return null;
  return { path: normal === "." ? "" : normal, isFolder };
}

function withoutExtension(path: string): string {
  return isMarkdown(path) ? path.slice(0, path.lastIndexOf(".")) : path;
}

function relativeReference(folder: string, path: string): string {
  const relative = posix.relative(folder, path);
  return encodePath(relative.startsWith(".") ? relative : `./${relative}`);
}
