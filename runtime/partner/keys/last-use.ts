import { LRUCache } from "lru-cache";
import type { Store } from "../../store/store.ts";
import { type Clock, MINUTE_MS, timestamp } from "../clock.ts";

/** A key's last use is written at most this often. */
const PERIOD_MS = MINUTE_MS;
const MAX_KEYS = 10_000;

/** Records when each key was last used, to the minute. */
export interface LastUse {
  /** Returns at once and never throws. */
  note(apiKeyId: string): void;
  /** Waits for writes in progress. */
  settle(): Promise<void>;
}

export interface LastUseOptions extends Clock {
  readonly store: Store;
  readonly onError: (error: unknown) => void;
}

export function createLastUse({ store, now, onError }: LastUseOptions): LastUse {
  const written = new LRUCache<string, number>({ max: MAX_KEYS });
  let writing = Promise.resolve();

  async function write(id: string): Promise<void> {
    const lastUsedAt = timestamp({ now });
    try {
      // A key deleted by now matches no row.
      await store.transaction((tx) => tx.apiKeys.update({ id }, { lastUsedAt }));
    } catch (error) {
      onError(error);
    }
  }

  return {
    note(apiKeyId) {
      const last = written.get(apiKeyId);
      if (last !== undefined && Math.abs(now() - last) < PERIOD_MS) return;
      written.set(apiKeyId, now());
      writing = writing.then(() => write(apiKeyId));
    },
    settle: () => writing,
  };
}
