import type { ApiKey, Bindings } from "../../store/rows.ts";
import type { Change } from "../change.ts";

/** One of the four bindings and what it leads to. */
export type Bound = Partial<Record<keyof Bindings, string>>;

/** The key that has this bound; there is one at most. */
export function keyBoundTo(
  { tx, organizationId }: Change,
  bound: Bound,
): Promise<ApiKey | undefined> {
  return tx.apiKeys.find({ ...bound, organizationId });
}

/** Unbinds what is about to be deleted (decision C17). @returns the key that had it */
export async function unbind(change: Change, bound: Bound): Promise<ApiKey | undefined> {
  const key = await keyBoundTo(change, bound);
  if (!key) return undefined;
  const fields = Object.keys(bound).map((field) => [field, null] as const);
  await change.tx.apiKeys.update(
    { id: key.id },
    { ...Object.fromEntries(fields), updatedAt: change.at },
  );
  change.affect(key.id);
  return key;
}
