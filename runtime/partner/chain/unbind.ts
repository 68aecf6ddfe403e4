import type { ApiKey, Bindings } from "../../store/rows.ts";
import type { Change } from "../change.ts";
import { announce } from "./announce.ts";

/** One of the four bindings and what it leads to. */
export type Bound = Partial<Record<keyof Bindings, string>>;

/** The key that has this bound; there is one at most. */
export function keyBoundTo(
  { tx, organizationId }: Change,
  bound: Bound,
): Promise<ApiKey | undefined> {
  return tx.apiKeys.find({ ...bound, organizationId });
}

/**
 * Unbinds what is about to be deleted, and tells the partner as of any unbinding (CHAIN-C13,
 * CHAIN-C17).
 */
export async function unbind(change: Change, bound: Bound): Promise<void> {
  const before = await keyBoundTo(change, bound);
  if (!before) return;
  const { id } = before;
  const open = Object.fromEntries(Object.keys(bound).map((field) => [field, null]));
  const changed = { ...open, updatedAt: change.at };
  await change.tx.apiKeys.update({ id }, changed);
  announce(change, { before, after: { ...before, ...changed } });
}
