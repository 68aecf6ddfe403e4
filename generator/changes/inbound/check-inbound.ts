import { formatAddress, RedirectMap } from "../../../corpus/redirects.ts";
import { bareSlugOf } from "../../../corpus/text/slug.ts";
import type { Problem } from "../../config/problem.ts";
import { decode } from "../../link/reference.ts";
import type { Resolver } from "../../link/resolve.ts";
import type { SiteConfig } from "../../sites/site-config.ts";
import type { Ledger } from "../redirects/ledger.ts";
import type { LedgerTree } from "../redirects/verify-ledger.ts";

/** An address that others use, as they write it. */
export interface InboundAddress {
  /** A URL, or a path of the site. */
  readonly address: string;
  /** Where it stands first, 1-based. */
  readonly line: number;
  /** How often it stands there. */
  readonly count: number;
}

/** The addresses of a file. */
export interface Inbound {
  /** Path relative to the docs root. */
  readonly file: string;
  readonly addresses: readonly InboundAddress[];
  /** Number of lines that are not addresses. */
  readonly skipped: number;
}

export interface InboundContext {
  readonly config: Pick<SiteConfig, "base" | "siteUrl">;
  readonly ledger: Ledger;
  readonly tree: LedgerTree;
  readonly resolver: Resolver;
}

/**
 * Reports the addresses that the docs do not have and the ledger does not redirect, each once in
 * whatever way it is written.
 */
export function checkInbound({ file, addresses }: Inbound, context: InboundContext): Problem[] {
  const map = new RedirectMap(context.ledger.entries, context.tree);
  const faults = addresses.flatMap((each) => faultOf(each, { ...context, map }) ?? []);
  return Array.from(Map.groupBy(faults, ({ place }) => place).values(), (all): Problem => {
    const { line, message, suggestion } = all[0]!;
    const count = all.reduce((sum, each) => sum + each.count, 0);
    const times = `it stands here ${count} ${count === 1 ? "time" : "times"}`;
    const at = { file, line, column: 1, rule: "broken-inbound" as const };
    return { ...at, message: `${message}; ${times}`, suggestion };
  });
}

/** An address that leads nowhere. */
interface Fault extends Pick<InboundAddress, "line" | "count"> {
  /** The same for all ways to write the address. */
  readonly place: string;
  readonly message: string;
  readonly suggestion: string | null;
}

function faultOf(
  { address, line, count }: InboundAddress,
  { config, map, tree, resolver }: InboundContext & { readonly map: RedirectMap },
): Fault | null {
  const target = toSitePath(address, config);
  if (target === null) return null;
  const found = resolver.resolve({ kind: "url", target }, "");
  const anchor = fragmentOf(target);
  const shown = address.replace(/\/(?=#|$)/, "");
  const [path = ""] = target.split(/[?#]/, 1);
  const isRedirected = [found.kind === "dead" ? found.target : "", bareSlugOf(path)].some((id) =>
    isAnswered(map, { id, anchor }),
  );
  if (found.kind === "dead" && !isRedirected) {
    const place = formatAddress({ id: found.target.replace(/(?:\/|\/index)$/, ""), anchor });
    const message = `"${shown}" is not in the docs and not redirected`;
    return { line, count, place, message, suggestion: found.suggestion };
  }
  if (found.kind !== "page" || anchor === null) return null;
  if (tree.hasAnchor(found.id, anchor) || isAnswered(map, { id: found.id, anchor })) return null;
  const message = `"${shown}" names a fragment that "${found.id}" does not have and that is not redirected`;
  return { line, count, place: formatAddress({ id: found.id, anchor }), message, suggestion: null };
}

/** Tells whether the ledger leads readers of an address to the docs, or says that it is gone. */
function isAnswered(map: RedirectMap, address: { id: string; anchor: string | null }): boolean {
  const folder = { ...address, id: `${address.id}/index` };
  return [address, folder].some((each) => {
    const arrival = map.follow(each);
    return (
      arrival?.kind === "gone" ||
      (arrival?.kind === "place" && map.has({ ...arrival.at, anchor: null }))
    );
  });
}

/**
 * Returns the path of an address on the site, without its query and in the form of a slug; null if
 * it is not an address of the docs.
 */
function toSitePath(address: string, { base, siteUrl }: InboundContext["config"]): string | null {
  const site = siteUrl === null ? null : new URL(siteUrl);
  const url = URL.parse(address, siteUrl ?? "http://docs.invalid");
  if (url === null || (site !== null && url.host !== site.host)) return null;
  const folder = site?.pathname.replace(/\/+$/, "") ?? "";
  const isAbsolute = /^https?:/i.test(address);
  const path =
    isAbsolute && url.pathname.startsWith(`${folder}/`)
      ? url.pathname.slice(folder.length)
      : url.pathname;
  const page = path.replace(/\/index\.html$/, "/").replace(/\.html$/, "");
  return `${decode(page)}/`.startsWith(`${decode(base)}/`) ? page + url.hash : null;
}

/** Returns the fragment that must be on the page; null for none, and for those of browsers. */
function fragmentOf(target: string): string | null {
  const [, fragment = ""] = target.split("#", 2);
  const anchor = fragment.replace(/:~:.*$/s, "");
  if (anchor === "" || anchor === "top") return null;
  return decode(anchor);
}
