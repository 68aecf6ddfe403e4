import { setImmediate } from "node:timers/promises";
import type { DropReason } from "../../http/gate.ts";
import { isStoreAway } from "../../store/errors.ts";
import type { Queries } from "../../store/queries.ts";
import type { Webhook } from "../../store/rows.ts";
import type { Store } from "../../store/store.ts";
import { DAY_MS, HOUR_MS, timestamp } from "../clock.ts";
import { OK } from "./call.ts";
import type { CallCount, CallCounter } from "./call-counter.ts";
import { nearestOwner } from "./near-origin.ts";

/** The reason why the gate dropped a request that may have a mistyped Origin. */
const UNLISTED: DropReason = "unlisted-origin";

/** Counts that are written in one transaction; other work goes on between two of them. */
const PER_TRANSACTION = 100;

/** How long refusals are kept, and how many rows of them. */
const REFUSAL_DAYS = 30;
const MAX_REFUSALS = 100_000;
/** How long the calls of a key are kept by the hour, and by the day. */
const CALL_HOURS = 24;
const CALL_DAYS = 30;

export interface RecordOptions {
  readonly store: Store;
  readonly newId: () => string;
}

/** Adds what was counted to the store. If the store does not answer, it is kept for the next time. */
export async function recordCalls(
  counter: CallCounter,
  { store, newId }: RecordOptions,
): Promise<void> {
  const counts = counter.take();
  for (let start = 0; start < counts.length; start += PER_TRANSACTION) {
    if (start > 0) await setImmediate();
    const some = counts.slice(start, start + PER_TRANSACTION);
    try {
      const isStranger = some.some(({ outcome }) => outcome === UNLISTED);
      const webhooks = isStranger ? await store.read.webhooks.list({}) : [];
      await store.transaction((tx) => addAll(tx, some, { newId, webhooks }));
    } catch (error) {
      if (!isStoreAway(error)) throw error;
      counter.giveBack(counts.slice(start));
      return;
    }
  }
}

/** Removes the counts that are too old or too many. */
export function purgeCalls(store: Store, now: () => number): Promise<void> {
  return store.transaction((tx) =>
    tx.calls.purgeCalls({
      refusalsBefore: timestamp({ now }, -REFUSAL_DAYS * DAY_MS),
      refusals: MAX_REFUSALS,
      hoursBefore: timestamp({ now }, -(CALL_HOURS + 1) * HOUR_MS),
      daysBefore: timestamp({ now }, -(CALL_DAYS + 1) * DAY_MS),
    }),
  );
}

interface AddOptions {
  readonly newId: () => string;
  /** All there are, if one of the Origins may be meant for another. */
  readonly webhooks: readonly Webhook[];
}

async function addAll(
  tx: Queries,
  counts: readonly CallCount[],
  { newId, webhooks }: AddOptions,
): Promise<void> {
  for (const { hour, origin, endpoint, outcome, count, lastAt } of counts) {
    // The Origin's owner is looked up here, where no partner waits.
    const exact = origin === "" ? undefined : await tx.webhooks.find({ origin });
    const webhook = exact ?? (outcome === UNLISTED ? nearestOwner(origin, webhooks) : undefined);
    const key = webhook && (await tx.apiKeys.find({ webhookId: webhook.id }));
    if (key) {
      const call = { apiKeyId: key.id, endpoint, outcome, count };
      await tx.calls.addCalls({ ...call, period: "hour", start: hour });
      await tx.calls.addCalls({ ...call, period: "day", start: dayOf(hour) });
    }
    if (outcome === OK) continue;
    await tx.calls.addRefusals({
      id: newId(),
      hour,
      organizationId: webhook?.organizationId ?? null,
      apiKeyId: key?.id ?? null,
      meantOrigin: exact || !webhook ? null : webhook.origin,
      origin,
      endpoint,
      reason: outcome,
      count,
      lastAt,
    });
  }
}

function dayOf(hour: string): string {
  return `${hour.slice(0, "2026-01-01".length)}T00:00:00.000Z`;
}
