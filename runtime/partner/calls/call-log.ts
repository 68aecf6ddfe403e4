import { setImmediate } from "node:timers/promises";
import { isStoreAway } from "../../store/errors.ts";
import type { PartnerCall } from "../../store/rows.ts";
import type { Store } from "../../store/store.ts";
import { DAY_MS, timestamp } from "../clock.ts";

/** Calls that are kept between two writes; further ones are not logged. */
const MAX_WAITING = 10_000;
/** Calls that are written in one transaction; other work goes on between two of them. */
const PER_TRANSACTION = 100;
/** How long a call is kept. */
const KEPT_MS = DAY_MS;

/** A call with its request id, which the answer has too. */
export type LoggedCall = Omit<PartnerCall, "id" | "organizationId" | "apiKeyId">;

interface RecordOptions {
  readonly store: Store;
  readonly newId: () => string;
}

/** Remembers single calls of partners until they are written down, so that no partner waits. */
export class CallLog {
  #waiting: LoggedCall[] = [];

  add(call: LoggedCall): void {
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push(call);
  }

  /** Writes the calls down. If the store does not answer, they are kept for the next time. */
  async record({ store, newId }: RecordOptions): Promise<void> {
    const calls = this.#waiting;
    this.#waiting = [];
    for (let start = 0; start < calls.length; start += PER_TRANSACTION) {
      if (start > 0) await setImmediate();
      const some = calls.slice(start, start + PER_TRANSACTION);
      try {
        await store.transaction(async (tx) => {
          for (const call of some) {
            const webhook = await tx.webhooks.find({ origin: call.origin });
            // Deleted since: its organization cannot be told.
            if (!webhook) continue;
            const key = await tx.apiKeys.find({ webhookId: webhook.id });
            const { organizationId } = webhook;
            const row = { ...call, id: newId(), organizationId, apiKeyId: key?.id ?? null };
            await tx.partnerCalls.insert(row);
          }
        });
      } catch (error) {
        if (!isStoreAway(error)) throw error;
        this.#waiting = [...calls.slice(start), ...this.#waiting].slice(0, MAX_WAITING);
        return;
      }
    }
  }
}

/** Removes the calls that are too old. */
export async function purgeCallLog(store: Store, now: () => number): Promise<void> {
  await store.transaction((tx) => tx.partnerCalls.removeBefore(timestamp({ now }, -KEPT_MS)));
}
