import { LRUCache } from "lru-cache";
import type { Store } from "../../store/store.ts";
import { type Clock, MINUTE_MS, timestamp } from "../clock.ts";

/** A last use is written at most this often. */
const PERIOD_MS = MINUTE_MS;
const MAX_REMEMBERED = 10_000;

/** Records when each API key, or each admin token, was last used: to the minute. */
export interface LastUse {
  /** Returns at once and never throws. */
  note(id: string): void;
  /** Waits for writes in progress. */
  settle(): Promise<void>;
}

export interface LastUseOptions extends Clock {
  readonly store: Store;
  readonly table: "apiKeys" | "adminTokens";
  readonly onError: (error: unknown) => void;
}

export function createLastUse({ store, table, now, onError }: LastUseOptions): LastUse {
  const written = new LRUCache<string, number>({ max: MAX_REMEMBERED });
  let writing = Promise.resolve();

  async function write(id: string): Promise<void> {
    const lastUsedAt = timestamp({ now });
    try {
      // A row deleted by now matches nothing.
      await store.transaction((tx) => tx[table].update({ id }, { lastUsedAt }));
    } catch (error) {
      onError(error);
    }
  }

  return {
    note(id) {
      const last = written.get(id);
      if (last !== undefined && Math.abs(now() - last) < PERIOD_MS) return;
      written.set(id, now());
      writing = writing.then(() => write(id));
    },
    settle: () => writing,
  };
}
