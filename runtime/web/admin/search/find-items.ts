import { COLLECTIONS, queryText } from "../api/collections.ts";
import { request } from "../api/request.ts";
import type { SearchResult } from "../api/types.ts";
import { linkTo, linkWith } from "../route.ts";
import type { DestinationGroup } from "./places.ts";

/** A raw key is found by its display prefix; the rest of it is a secret. */
const RAW_KEY = /^(dgk_\w{8})\w+$/;
const OTHER_SECRET = /^dg[as]_/;

/** Returns the part of a text that may be sent: addresses are logged, so no secret may be in them. */
export function textSent(text: string): string {
  if (OTHER_SECRET.test(text)) return "";
  return RAW_KEY.exec(text)?.[1] ?? text;
}

/** Finds items of all collections by name or identifier, in groups of one collection each. */
export async function findItems(
  text: string,
  signal: AbortSignal,
): Promise<readonly DestinationGroup[]> {
  const path = `/search${queryText({ q: textSent(text) })}`;
  const { items } = (await request<{ items: SearchResult[] }>(path, { signal })).body;
  const byCollection = Map.groupBy(items, ({ collection }) => collection);
  return Array.from(byCollection, ([collection, results]) => ({
    title: collection === "administrators" ? "Team" : COLLECTIONS[collection].plural,
    items: results.map(({ id, name, detail }) => ({
      href:
        collection === "administrators" ? linkWith({ q: name }, "team") : linkTo(collection, id),
      name,
      detail: detail ?? undefined,
    })),
  }));
}
