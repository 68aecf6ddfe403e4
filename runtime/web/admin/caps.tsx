import { type CollectionFacts, type CollectionName, countOf } from "./api/collections.ts";
import { useLoad } from "./parts/load.tsx";
import { useSession } from "./session.tsx";

/** How full a collection is that has a maximum. */
export interface Fill {
  readonly count: number;
  readonly cap: number;
}

interface CollectionCap extends Pick<CollectionFacts, "cap" | "permission"> {
  readonly collection: CollectionName;
}

/** @returns null while it is not known, if there is no maximum, or if it may not be seen */
export function useFill({ collection, cap, permission }: CollectionCap): Fill | null {
  const { may } = useSession();
  const isAsked = cap !== undefined && may(permission);
  const { loading } = useLoad(
    async (signal) => (isAsked ? { count: await countOf(collection, { signal }), cap } : null),
    [collection, isAsked],
  );
  return loading.state === "ready" ? loading.value : null;
}

export function isFull({ count, cap }: Fill): boolean {
  return count >= cap;
}

/** Says how many there are, and what to do if there can be no more. */
export function CapText(fill: Fill) {
  return (
    <>
      You have {fill.count} of {fill.cap}
      {isFull(fill) ? ": to make another, delete one that is no longer used." : "."}
    </>
  );
}
