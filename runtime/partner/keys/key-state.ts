import type { Bindings, KeyLimits } from "../../store/rows.ts";
import { isFullyBound } from "./fully-bound.ts";

/** Why a key does not work for its partner, whatever its partner sends (CHAIN-C5a). */
export type KeyFault = "key-not-bound" | "key-paused" | "key-expired";

type Life = Pick<KeyLimits, "active" | "expiresAt">;

/** @param nowMs by the store's clock, which all runtimes share */
export function lifeFault(
  { active, expiresAt }: Life,
  nowMs: number,
): Exclude<KeyFault, "key-not-bound"> | null {
  if (!active) return "key-paused";
  return expiresAt !== null && Date.parse(expiresAt) <= nowMs ? "key-expired" : null;
}

/** States of a key, as administrators see them. */
export const KEY_STATES = ["working", "not-bound", "paused", "expired"] as const;

export type KeyState = (typeof KEY_STATES)[number];

const STATES: Readonly<Record<KeyFault, KeyState>> = {
  "key-not-bound": "not-bound",
  "key-paused": "paused",
  "key-expired": "expired",
};

export function keyState(key: Bindings & Life, nowMs: number): KeyState {
  const fault = keyFault(key, nowMs);
  return fault === null ? "working" : STATES[fault];
}

/** Returns why a key does not work; null if it does. */
export function keyFault(key: Bindings & Life, nowMs: number): KeyFault | null {
  return lifeFault(key, nowMs) ?? (isFullyBound(key) ? null : "key-not-bound");
}
