import { type Address, formatAddress, parseAddress } from "../../corpus/redirects.ts";
import type { Doc } from "../../corpus/schema.ts";
import { isTitle } from "./moves/outline.ts";

/** Tells whether two addresses are one place for readers: the title of a page is where it begins. */
export function samePlaces(docs: readonly Doc[]): (left: Address, right: string) => boolean {
  const byId = new Map(docs.map((doc) => [doc.id, doc]));

  function placeOf({ id, anchor }: Address): string {
    const doc = byId.get(id);
    const isAtTop = doc?.headings[0]?.anchor === anchor && isTitle(doc!, 0);
    return formatAddress({ id, anchor: isAtTop ? null : anchor });
  }

  return (left, right) => placeOf(left) === placeOf(parseAddress(right));
}
