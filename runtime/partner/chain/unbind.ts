import type { ApiKey, Bindings } from "../../store/rows.ts";
import type { Change } from "../change.ts";
import { announce } from "./announce.ts";

/** One of the four bindings and the id it refers to. */
export type Binding = Partial<Record<keyof Bindings, string>>;

/** Finds the key that this is bound to; there is at most one. */
export function keyBoundTo(
  { tx, organizationId }: Change,
  bound: Binding,
): Promise<ApiKey | undefined> {
  return tx.apiKeys.find({ ...bound, organizationId });
}

/**
 * Unbinds what is about to be deleted, and notifies the partner as for any unbinding (CHAIN-C13,
 * CHAIN-C17).
 */
export async function unbind(change: Change, bound: Binding): Promise<void> {
  const before = await keyBoundTo(change, bound);
  if (!before) return;
  const { id } = before;
  const open = Object.fromEntries(Object.keys(bound).map((field) => [field, null]));
  const changed = { ...open, updatedAt: change.at };
  await change.tx.apiKeys.update({ id }, changed);
  announce(change, { before, after: { ...before, ...changed } });
}
