import { type Address, parseAddress, RedirectMap } from "../../../corpus/redirects.ts";
import type { Redirect } from "../../../corpus/schema.ts";
import { slugOf } from "../../../corpus/text/slug.ts";

/** A redirect in addresses of the site, percent-encoded. */
export interface PrintedRedirect {
  /** A slug, or the address of a folder, which readers write with and without the slash at its end. */
  readonly from: string;
  /** A slug or the address of a folder, with or without a fragment; null if the page is gone for good. */
  readonly to: string | null;
}

/** A redirect of a fragment, which no server sees. */
export interface PrintedFragment {
  readonly from: string;
  readonly anchor: string;
  readonly to: string;
}

/** A ledger as hosts need it: without chains, loops, and pages that are in the docs. */
export interface PrintedLedger {
  readonly pages: readonly PrintedRedirect[];
  readonly fragments: readonly PrintedFragment[];
}

/** The addresses of pages on a site that makes them by its own rules, percent-encoded. */
export interface SiteAddresses {
  /** Those of the pages in the docs, by id. */
  readonly slugs: ReadonlyMap<string, string>;
  /** Returns the address that a page with an id had. */
  formerSlugOf(id: string): string;
}

interface PrintOptions {
  /** Of the pages in the docs. */
  readonly ids: ReadonlySet<string>;
  readonly base: string;
  /** Default: addresses are those of ids. */
  readonly site?: SiteAddresses | undefined;
}

/**
 * Returns the redirects of a ledger, in the addresses that readers have. One that a host could take
 * for a redirect of an address to itself is left out.
 */
export function printLedger(
  redirects: readonly Redirect[],
  { ids, base, site }: PrintOptions,
): PrintedLedger {
  const map = new RedirectMap(redirects, {
    hasPage: (id) => ids.has(id),
    // Which fragments a page has is not known here; a script that finds one does nothing.
    hasAnchor: () => false,
  });
  const sources = new Set(redirects.map(({ from }) => from));
  const own = site && addressesOf(site);
  const now = own ?? new Site(base, ids);
  const before = own ?? new Site(base, ids.union(sources));
  const pages: PrintedRedirect[] = [];
  const fragments: PrintedFragment[] = [];
  for (const source of sources) {
    const { id, anchor } = parseAddress(source);
    const arrival = map.follow({ id, anchor });
    if (arrival === null || arrival.kind === "loop") continue;
    const to = arrival.kind === "gone" ? null : now.addressOf(arrival.at);
    const from = before.addressOf({ id, anchor: null });
    if (anchor === null) {
      const all = new Set(site === undefined ? [from, slugOf(id, base)] : [from]);
      const others = [...all].filter((each) => to === null || pathOf(each) !== pathOf(to));
      pages.push(...others.map((each) => ({ from: each, to })));
    } else if (to !== null) fragments.push({ from, anchor: encodeFragment(anchor), to });
  }
  return { pages, fragments };
}

/** Returns the addresses of a site that makes them by its own rules. */
function addressesOf({ slugs, formerSlugOf }: SiteAddresses): Pick<Site, "addressOf"> {
  return {
    addressOf: ({ id, anchor }) => withAnchor(slugs.get(id) ?? formerSlugOf(id), anchor),
  };
}

function withAnchor(slug: string, anchor: string | null): string {
  return anchor === null ? slug : `${slug}#${encodeFragment(anchor)}`;
}

/** An index page, and the end of its id. */
const INDEX = /(?:^|\/)index$/;

/** The addresses of a site, at which `x/index` is the page of the folder `/x/`. */
class Site {
  readonly #base: string;
  readonly #ids: ReadonlySet<string>;

  /** @param ids of its pages: the address of a folder may be that of another page */
  constructor(base: string, ids: ReadonlySet<string>) {
    this.#base = base;
    this.#ids = ids;
  }

  addressOf({ id, anchor }: Address): string {
    const isFolder = INDEX.test(id) && !this.#ids.has(id.replace(INDEX, ""));
    const slug = slugOf(isFolder ? id.slice(0, -"index".length) : id, this.#base);
    return withAnchor(slug, anchor);
  }
}

/** Returns the path of an address without the slash at its end, which many hosts do not look at. */
export function pathOf(address: string): string {
  return address.replace(/#.*/, "").replace(/\/$/, "");
}

/** Percent-encodes a fragment as browsers do (the URL standard, "fragment percent-encode set"). */
function encodeFragment(anchor: string): string {
  return anchor.replace(/[^!#-;=?-_a-~]+/gu, encodeURIComponent);
}
