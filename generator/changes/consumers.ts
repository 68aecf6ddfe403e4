import { type AddressList, pageAddresses } from "../../corpus/addresses/address-list.ts";
import { DocgateError } from "../../corpus/error.ts";
import type { CorpusContent } from "../../corpus/schema.ts";
import { KnownSite } from "../against/known-site.ts";

/** One state of the docs, as others link to it. */
export interface LinkedSide extends Pick<CorpusContent, "docs" | "redirects"> {
  readonly meta: Pick<CorpusContent["meta"], "name" | "base" | "siteUrl">;
}

/** A link in the docs of others that a change breaks. */
export interface ConsumerLink {
  /** The name of the docs that have it. */
  readonly consumer: string;
  /** Id of the page there. */
  readonly from: string;
  /** The address that it leads to. */
  readonly to: string;
}

/**
 * Finds the links of other documentations that led somewhere in the old docs, and lead nowhere in the new
 * ones, whose ledger is followed.
 *
 * @param consumers The addresses of these documentations, with what they link to.
 * @throws {DocgateError} `setting` if the docs have no `siteUrl`
 */
export function brokenConsumers(
  { before, after }: { readonly before: LinkedSide; readonly after: LinkedSide },
  consumers: readonly Pick<AddressList, "name" | "links">[],
): ConsumerLink[] {
  const prefix = before.meta.siteUrl ?? after.meta.siteUrl;
  if (prefix === null) {
    const message =
      '--consumers needs the address that others link to: set "siteUrl" in the configuration.';
    throw new DocgateError("setting", message);
  }
  const [old, now] = [before, after].map(
    ({ meta, docs, redirects }) =>
      new KnownSite({ ...meta, pages: pageAddresses(docs), redirects }, prefix),
  );
  const isBroken = (address: string): boolean => {
    const url = URL.parse(address);
    return url !== null && old!.settle(url).kind === "alive" && now!.settle(url).kind !== "alive";
  };
  return consumers.flatMap(({ name: consumer, links }) =>
    links.flatMap(({ from, to }) =>
      to.filter(isBroken).map((each) => ({ consumer, from, to: each })),
    ),
  );
}
