import { isStoreAway } from "../../store/errors.ts";
import type { Store } from "../../store/store.ts";
import { type Clock, timestamp } from "../clock.ts";
import { type Outcome, UNSENT } from "./outcome.ts";

/**
 * Length of a lease. A pending notice belongs to the process that queued it, which renews the
 * lease. If that process ends without settling the notice, any other process writes it off.
 */
export const LEASE_MS = 10_000;

/** Settles the notices of this process, and those that ended processes have left behind. */
export interface NoticeLog {
  /** Records an outcome, later if the store does not answer. */
  settle(id: string, outcome: Outcome): Promise<void>;
  /** Records outcomes that could not be written yet, and renews the leases of unsettled notices. */
  keep(unsettled: readonly string[]): Promise<void>;
  /**
   * Marks notices whose process has ended as unsent. They are not sent again: a partner recovers a
   * missed notice with its next fetch (PIA §6).
   */
  writeOff(): Promise<void>;
}

export interface NoticeLogOptions extends Clock {
  readonly store: Store;
}

export function createNoticeLog({ store, ...clock }: NoticeLogOptions): NoticeLog {
  const unwritten = new Map<string, Outcome>();

  async function write(id: string, outcome: Outcome): Promise<void> {
    await store.transaction((tx) => tx.notices.update({ id }, outcome));
    unwritten.delete(id);
  }

  return {
    async settle(id, outcome) {
      try {
        await write(id, outcome);
      } catch (error) {
        if (!isStoreAway(error)) throw error;
        unwritten.set(id, outcome);
      }
    },
    async keep(unsettled) {
      for (const [id, outcome] of unwritten) await write(id, outcome);
      if (unsettled.length === 0) return;
      const leaseUntil = timestamp(clock, LEASE_MS);
      await store.transaction(async (tx) => {
        for (const id of unsettled)
          await tx.notices.update({ id, state: "pending" }, { leaseUntil });
      });
    },
    async writeOff() {
      // If a lease ends later than one that begins now, the clock was set back after it was taken.
      const span = { from: timestamp(clock), to: timestamp(clock, LEASE_MS) };
      for (const { id, leaseUntil } of await store.read.notices.leftBehind(span)) {
        // The lease may be renewed in the meantime.
        const where = { id, state: "pending", leaseUntil } as const;
        await store.transaction((tx) => tx.notices.update(where, UNSENT));
      }
    },
  };
}
