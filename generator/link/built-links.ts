import { posix } from "node:path";
import type { BuiltAnswers, BuiltPlace } from "../sites/built-answers.ts";
import type { Page } from "./page.ts";
import { decode, withoutDirective } from "./reference.ts";
import type { Resolution } from "./resolution.ts";

interface BuiltTree {
  readonly built: BuiltAnswers;
  /** True if no model of the site knows how its generator reads links. */
  readonly isUnknown: boolean;
  readonly pages: readonly Page[];
  /** Paths of the tree's files that are not pages. */
  readonly otherPaths: ReadonlySet<string>;
  /** Tells whether an address, decoded, is served without being part of the built site. */
  readonly isElsewhere: (address: string) => boolean;
}

/** A link of a page. */
interface SiteLink {
  /** The path of the page. */
  readonly from: string;
  /** The destination, percent-encoded: from the root of the site, or relative to the page. */
  readonly reference: string;
}

/** A link as browsers follow it, from the address of its page. */
interface FollowedLink extends SiteLink {
  /** The addresses that it may mean, decoded: a site below a base may leave that out. */
  readonly addresses: readonly [string, ...string[]];
  readonly fragment: string | null;
  readonly url: URL;
}

const OUTSIDE = { kind: "outside" } as const;

/** Judges by the built site where links lead: what exists there is not broken, what does not is. */
export class BuiltLinks {
  readonly #tree: BuiltTree;
  readonly #byPath: ReadonlyMap<string, Page>;
  readonly #byId: ReadonlyMap<string, Page>;

  constructor(tree: BuiltTree) {
    this.#tree = tree;
    this.#byPath = new Map(tree.pages.map((page) => [page.path, page]));
    this.#byId = new Map(tree.pages.map((page) => [page.id, page]));
  }

  /** Returns where a link leads, given where the model of the site says that it does. */
  judge(found: Resolution, siteLink: SiteLink): Resolution {
    const link = this.#follow(siteLink);
    if (link === null) return found;
    const { built, isUnknown } = this.#tree;
    const place = this.#placeOf(link) ?? this.#placeOfFile(link);
    if (place !== null) return found.kind === "page" && !isUnknown ? found : this.#at(place, link);
    const isShown = this.#isShown(link);
    const { addresses, from } = link;
    const missing = addresses.find((each) => built.hasLink(from, each) === true) ?? addresses[0];
    switch (found.kind) {
      case "page":
        return isShown === true || (isShown === null && !this.#isOnSite(found.id))
          ? this.#dead(missing)
          : found;
      case "outside":
        return this.#isMissing(missing, { ...link, isShown }) ? this.#dead(missing) : found;
      default:
        // The page shows another link, made by something that the model does not know.
        return isShown === false && !this.#hasAnyForm(link) ? OUTSIDE : found;
    }
  }

  /** Returns the address that a link has in a browser, percent-encoded, if something is there. */
  addressOf(siteLink: SiteLink): string | null {
    const link = this.#follow(siteLink);
    if (link === null || this.#placeOf(link) === null) return null;
    const { pathname, search, hash } = link.url;
    return `${pathname}${search}${hash}`;
  }

  #follow(link: SiteLink): FollowedLink | null {
    const slug = this.#byPath.get(link.from)?.slug ?? "/";
    const url = URL.parse(link.reference, `${NOWHERE}${slug}`);
    if (url === null || url.origin !== NOWHERE) return null;
    const address = decode(url.pathname);
    const { base } = this.#tree.built;
    const mayLack = link.reference.startsWith("/") && !isBelow(address, base);
    const fragment = url.hash === "" ? null : decode(url.hash.slice(1));
    return { ...link, url, fragment, addresses: [address, ...(mayLack ? [base + address] : [])] };
  }

  #placeOf({ addresses }: FollowedLink): BuiltPlace | null {
    for (const address of addresses) {
      const place = this.#tree.built.find(address);
      if (place !== null) return place;
    }
    return null;
  }

  /** Returns what is at the address that a link to a Markdown file became on its page. */
  #placeOfFile({ addresses, from }: FollowedLink): BuiltPlace | null {
    const { built } = this.#tree;
    const shown = addresses
      .map(withoutExtension)
      .filter((address) => built.hasLink(from, address) === true);
    return shown.map((address) => built.find(address)).find((place) => place !== null) ?? null;
  }

  /** Tells whether the HTML of its page has a link to a Markdown file without its extension. */
  #hasAnyForm({ addresses, from }: FollowedLink): boolean {
    return addresses.some(
      (address) => this.#tree.built.hasLink(from, withoutExtension(address)) === true,
    );
  }

  #at({ path, ids }: BuiltPlace, { fragment, addresses: [address] }: FollowedLink): Resolution {
    const page = path === null ? undefined : this.#byPath.get(path);
    if (page !== undefined) {
      return { kind: "page", id: page.id, fragment: ids === null ? null : fragment };
    }
    const anchor = withoutDirective(fragment ?? "");
    const isThere = anchor === "" || anchor === "top" || ids === null || ids.has(anchor);
    return isThere
      ? OUTSIDE
      : { ...OUTSIDE, missing: { place: `"${address}" of the built site`, anchor } };
  }

  /** Tells whether the HTML of its page has a link, as it is written; null if that is not known. */
  #isShown({ addresses, from }: FollowedLink): boolean | null {
    const answers = addresses.map((address) => this.#tree.built.hasLink(from, address));
    return answers.includes(true) || (answers.includes(null) ? null : false);
  }

  #isOnSite(id: string): boolean {
    const { path, slug } = this.#byId.get(id)!;
    const { built } = this.#tree;
    return built.hasPage(path) || built.find(decode(slug)) !== null;
  }

  /** Tells whether a link that the model does not judge leads nowhere on the site. */
  #isMissing(
    address: string,
    { from, reference, isShown }: SiteLink & { readonly isShown: boolean | null },
  ): boolean {
    const { built, isElsewhere, otherPaths } = this.#tree;
    if (!isBelow(address, built.base) || isElsewhere(address)) return false;
    // The address of a page without HTML, which relative links begin at, is not known.
    if (isShown === false || (isShown === null && !reference.startsWith("/"))) return false;
    const [path = ""] = reference.split(/[?#]/, 1);
    return !otherPaths.has(posix.join(posix.dirname(from), decode(path)));
  }

  #dead(address: string): Resolution {
    const path = address.slice(this.#tree.built.base.length).replace(/^\/+|\/+$/g, "");
    return {
      kind: "dead",
      target: path.replace(/\.(?:html?|mdx?|markdown)$/i, ""),
      suggestion: null,
    };
  }
}

/** The origin of links that name none. */
const NOWHERE = "http://site.invalid";

function isBelow(address: string, base: string): boolean {
  return `${address}/`.startsWith(`${base}/`);
}

function withoutExtension(address: string): string {
  return address.replace(/\.(?:mdx?|markdown)$/i, "");
}
