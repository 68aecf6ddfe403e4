import type { Bindings } from "../../store/rows.ts";

/** The four things that a key is bound to. */
export const BINDINGS = ["clientId", "certificateId", "contractId", "webhookId"] as const;

/** Returns the bindings that a key lacks. */
export function openBindings(key: Bindings): readonly (keyof Bindings)[] {
  return BINDINGS.filter((field) => key[field] === null);
}

/** Checks that all four are set: only such a key works for its partner (PIA §3). */
export function isFullyBound(key: Bindings): boolean {
  return openBindings(key).length === 0;
}
