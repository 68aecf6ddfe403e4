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

interface PrintOptions {
  /** Of the pages in the docs. */
  readonly ids: ReadonlySet<string>;
  readonly base: string;
}

/**
 * Returns the redirects of a ledger, in the addresses that readers have. One that a host could take
 * for a redirect of an address to itself is left out.
 */
export function printLedger(
  redirects: readonly Redirect[],
  { ids, base }: PrintOptions,
): PrintedLedger {
  const map = new RedirectMap(redirects, {
    hasPage: (id) => ids.has(id),
    // Which fragments a page has is not known here; a script that finds one does nothing.
    hasAnchor: () => false,
  });
  const sources = new Set(redirects.map(({ from }) => from));
  const [now, before] = [new Site(base, ids), new Site(base, ids.union(sources))];
  const pages: PrintedRedirect[] = [];
  const fragments: PrintedFragment[] = [];
  for (const source of sources) {
    const { id, anchor } = parseAddress(source);
    const arrival = map.follow({ id, anchor });
    if (arrival === null || arrival.kind === "loop") continue;
    const to = arrival.kind === "gone" ? null : now.addressOf(arrival.at);
    const from = before.addressOf({ id, anchor: null });
    if (anchor === null) {
      const all = new Set([from, slugOf(id, base)]);
      const others = [...all].filter((each) => to === null || pathOf(each) !== pathOf(to));
      pages.push(...others.map((each) => ({ from: each, to })));
    } else if (to !== null) fragments.push({ from, anchor: encodeFragment(anchor), to });
  }
  return { pages, fragments };
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
    return anchor === null ? slug : `${slug}#${encodeFragment(anchor)}`;
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
