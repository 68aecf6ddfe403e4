import { type Address, parseAddress, RedirectMap } from "../../../corpus/redirects.ts";
import type { Redirect } from "../../../corpus/schema.ts";
import { slugOf } from "../../../corpus/text/slug.ts";

/** A redirect in addresses of the site, percent-encoded. */
export interface PrintedRedirect {
  /** A slug. */
  readonly from: string;
  /** A slug, or a slug and a fragment; null if the page is gone for good. */
  readonly to: string | null;
}

/** A redirect of a fragment, which no server sees. */
export interface PrintedFragment {
  readonly from: string;
  readonly anchor: string;
  readonly to: string;
}

/** A ledger as hosts need it: without chains, loops, and pages that are in the docs. */
export interface Printed {
  readonly pages: readonly PrintedRedirect[];
  readonly fragments: readonly PrintedFragment[];
}

/** @param ids of the pages in the docs */
export function printLedger(
  redirects: readonly Redirect[],
  { ids, base }: { readonly ids: ReadonlySet<string>; readonly base: string },
): Printed {
  const map = new RedirectMap(redirects, {
    hasPage: (id) => ids.has(id),
    // Which fragments a page has is not known here; a script that finds one does nothing.
    hasAnchor: () => false,
  });
  const pages: PrintedRedirect[] = [];
  const fragments: PrintedFragment[] = [];
  const siteAddress = ({ id, anchor }: Address): string =>
    slugOf(id, base) + (anchor === null ? "" : `#${encodeFragment(anchor)}`);
  for (const source of new Set(redirects.map(({ from }) => from))) {
    const address = parseAddress(source);
    const arrival = map.follow(address);
    if (arrival === null || arrival.kind === "loop") continue;
    const from = slugOf(address.id, base);
    const to = arrival.kind === "gone" ? null : siteAddress(arrival.at);
    if (address.anchor === null) pages.push({ from, to });
    else if (to !== null) fragments.push({ from, anchor: encodeFragment(address.anchor), to });
  }
  return { pages, fragments };
}

/** Percent-encodes a fragment as browsers do (the URL standard, "fragment percent-encode set"). */
function encodeFragment(anchor: string): string {
  return anchor.replace(/[^!#-;=?-_a-~]+/gu, encodeURIComponent);
}
