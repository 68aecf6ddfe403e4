import type { Conflict } from "../api/request.ts";
import { Time } from "./time.tsx";

interface SavedByProps {
  readonly conflict: Conflict | undefined;
}

/** Says in a sentence who has saved since the person opened something, and when. */
export function SavedBy({ conflict }: SavedByProps) {
  if (!conflict) return <>It was saved after you opened it.</>;
  const { by, at } = conflict;
  return (
    <>
      {by ? <bdi>{by}</bdi> : "Somebody"} saved it after you opened it: <Time at={at} />.
    </>
  );
}
