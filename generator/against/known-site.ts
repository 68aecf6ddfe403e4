import type { AddressList } from "../../corpus/addresses/address-list.ts";
import { type RedirectingCorpus, redirectOf } from "../../corpus/redirects.ts";
import { encodePath } from "../../corpus/text/slug.ts";
import { createSuggester, type Suggester } from "../../corpus/text/suggest.ts";
import { PageFragments } from "../link/page-fragments.ts";
import { decode, withoutDirective } from "../link/reference.ts";
import { comparable } from "../sites/addresses.ts";

/** The knowledge of an address from a list of addresses. */
export type Settlement =
  /** A page or a place in one, perhaps by a redirect. */
  | { readonly kind: "alive" }
  | {
      readonly kind: "dead";
      readonly why: "no-page" | "no-fragment" | "gone";
      /** The address that was probably meant; null if nothing is similar. */
      readonly suggestion: string | null;
    }
  /** Not an address of the documentation, or of a file other than a page. */
  | { readonly kind: "unknown" };

const ALIVE: Settlement = { kind: "alive" };
const UNKNOWN: Settlement = { kind: "unknown" };

interface KnownPage {
  readonly slug: string;
  readonly fragments: PageFragments;
}

/** Ends of paths that are files other than pages; `v1.3` is not one. */
const FILE = /\.(?=[^./]*[a-z])(?!html?$)[a-z0-9]{1,8}$/i;

/** The part of a list of addresses that says what is where. */
export type SiteAddresses = Pick<AddressList, "name" | "base" | "pages" | "redirects">;

/** Another documentation, as far as its list of addresses tells. */
export class KnownSite {
  readonly name: string;
  readonly #prefix: URL;
  /** The path of the prefix, without a trailing slash. */
  readonly #path: string;
  /** Path below the prefix, decoded. */
  readonly #base: string;
  readonly #pages = new Map<string, KnownPage>();
  readonly #redirecting: RedirectingCorpus;
  #suggest: Suggester | undefined;

  /** @param prefix The address of the site, which its paths are below. */
  constructor(list: SiteAddresses, prefix: string) {
    this.name = list.name;
    this.#prefix = new URL(prefix);
    this.#path = this.#prefix.pathname.replace(/\/+$/, "");
    this.#base = decode(list.base);
    for (const { slug, anchors } of list.pages.toReversed()) {
      const page = { fragments: anchors, headings: [], headingSources: [] };
      this.#pages.set(placeOf(slug), { slug, fragments: new PageFragments(page) });
    }
    const docs = list.pages.map(({ id, slug, anchors }) => {
      return { id, slug, headings: anchors.map((anchor) => ({ anchor })) };
    });
    this.#redirecting = { meta: list, redirects: list.redirects, docs };
  }

  /** Tells where an address leads; the scheme does not matter. */
  settle({ host, pathname, hash }: URL): Settlement {
    if (host !== this.#prefix.host || !`${pathname}/`.startsWith(`${this.#path}/`)) return UNKNOWN;
    const path = decode(pathname.slice(this.#path.length)) || "/";
    const anchor = anchorIn(hash);
    const page = this.#pages.get(comparable(path));
    if (page !== undefined) {
      if (anchor === null || page.fragments.has(anchor)) return ALIVE;
      const nearest = page.fragments.nearest(anchor);
      const suggestion = nearest && `${this.#addressOf(page)}#${encodeURI(nearest)}`;
      return (
        this.#redirected(page.slug, anchor) ?? { kind: "dead", why: "no-fragment", suggestion }
      );
    }
    const redirected = this.#redirected(encodePath(path), anchor);
    if (redirected !== null) return redirected;
    if (!`${path}/`.startsWith(`${this.#base}/`) || FILE.test(path)) return UNKNOWN;
    return { kind: "dead", why: "no-page", suggestion: this.#nearest(path) };
  }

  /** Follows the redirects of the site; null if none applies. */
  #redirected(slug: string, anchor: string | null): Settlement | null {
    const answer = redirectOf(this.#redirecting, { slug, anchor });
    if (answer === null) return null;
    return "to" in answer ? ALIVE : { kind: "dead", why: "gone", suggestion: null };
  }

  #nearest(path: string): string | null {
    this.#suggest ??= createSuggester(this.#pages.keys());
    const nearest = this.#suggest(comparable(path));
    return nearest && this.#addressOf(this.#pages.get(nearest)!);
  }

  #addressOf({ slug }: KnownPage): string {
    return `${this.#prefix.origin}${this.#path}${slug}`;
  }
}

/** Returns an address below the site in the form in which addresses are compared. */
function placeOf(slug: string): string {
  return comparable(decode(slug));
}

/** Returns the fragment that must be on the page; null for none, and for those of browsers. */
function anchorIn(hash: string): string | null {
  const anchor = withoutDirective(decode(hash.slice(1)));
  return anchor === "" || anchor === "top" ? null : anchor;
}
