import { LRUCache } from "lru-cache";
import { isStoreAway } from "../../store/errors.ts";
import { joined } from "../../store/joined.ts";
import type { ServedKey } from "../../store/rows.ts";
import type { ListedKey } from "../../store/served.ts";
import type { Store } from "../../store/store.ts";
import { type KeyFault, lifeFault } from "./key-state.ts";
import { refreshServed } from "./refresh-served.ts";
import { type AskMoment, askOncePerRequest } from "./store-moment.ts";

/** Maximum number of keys kept in memory. */
const MAX_KEYS = 10_000;

/**
 * Keys with what their partners are served, never older than the last committed change or, if a
 * request's own `ask` is given, than the last one before that request asked.
 */
export interface ServedKeys {
  /** Returns the `ask` that all steps of a request share. */
  askFor(request: object): AskMoment;
  /** Checks the allow-list for an Origin. */
  isListed(origin: string, ask?: AskMoment): Promise<boolean>;
  /** Returns why an Origin that a webhook has is not listed, as far as was known last. */
  whyUnlisted(origin: string): KeyFault | null;
  byId(apiKeyId: string, ask?: AskMoment): Promise<ServedKey | undefined>;
  /** Finds a key that works; for any other id, the store is not queried. */
  workingById(apiKeyId: string, ask?: AskMoment): Promise<ServedKey | KeyFault>;
  /** Finds a key by the keyed hash of the raw key. */
  byKeyHash(keyHash: string, ask?: AskMoment): Promise<ServedKey | undefined>;
  /** Finds the key that works and whose webhook has this Origin. */
  byOrigin(origin: string): Promise<ServedKey | undefined>;
}

/** Reads served keys through a cache that one cheap query for the store's revision keeps valid. */
export function createServedKeys(store: Store): ServedKeys {
  return new ServedKeysInMemory(store);
}

class ServedKeysInMemory implements ServedKeys {
  readonly askFor: ServedKeys["askFor"];
  readonly #store: Store;
  /** Shared, because after a change all requests of a turn need it. */
  readonly #readAllowList: Store["read"]["served"]["allowList"];
  /** The revision of what is cached; nothing cached is older. */
  #revision = -1;
  /**
   * The key of each listed Origin. Another object whenever the caches are emptied: the revision may
   * go back to that of an earlier request, so it does not tell whether a row was read before that.
   */
  #allowList: ReadonlyMap<string, ListedKey> = new Map();
  #boundById: ReadonlyMap<string, ListedKey> = new Map();
  /** The store's clock when it last answered. */
  #nowMs = 0;
  readonly #byId = new LRUCache<string, ServedKey>({ max: MAX_KEYS });
  readonly #idByHash = new LRUCache<string, string>({ max: MAX_KEYS });

  constructor(store: Store) {
    this.#store = store;
    this.#readAllowList = joined(store.read.served.allowList);
    this.askFor = askOncePerRequest(store.read.installation.moment);
  }

  async isListed(origin: string, ask?: AskMoment): Promise<boolean> {
    // An Origin listed when the store last answered is let in, and then asked to try again.
    const nowMs = (await this.#refresh(ask).catch(ignoreOutage)) ?? this.#nowMs;
    const key = this.#allowList.get(origin);
    return key !== undefined && lifeFault(key, nowMs) === null;
  }

  whyUnlisted(origin: string): KeyFault | null {
    const key = this.#allowList.get(origin);
    return key ? lifeFault(key, this.#nowMs) : null;
  }

  async byId(apiKeyId: string, ask?: AskMoment): Promise<ServedKey | undefined> {
    await this.#refresh(ask);
    return this.#load(apiKeyId);
  }

  async workingById(apiKeyId: string, ask?: AskMoment): Promise<ServedKey | KeyFault> {
    const nowMs = await this.#refresh(ask);
    const key = this.#boundById.get(apiKeyId);
    if (!key) return "key-not-bound";
    return lifeFault(key, nowMs) ?? (await this.#load(apiKeyId)) ?? "key-not-bound";
  }

  async byKeyHash(keyHash: string, ask?: AskMoment): Promise<ServedKey | undefined> {
    await this.#refresh(ask);
    const asOf = this.#allowList;
    const id =
      this.#idByHash.get(keyHash) ?? (await this.#store.read.apiKeys.find({ keyHash }))?.id;
    if (id === undefined) return undefined;
    if (asOf === this.#allowList) this.#idByHash.set(keyHash, id);
    const served = await this.#load(id);
    // The key may have been rotated between the two look-ups.
    return served?.keyHash === keyHash ? served : undefined;
  }

  async byOrigin(origin: string): Promise<ServedKey | undefined> {
    const nowMs = await this.#refresh();
    const key = this.#allowList.get(origin);
    return key && lifeFault(key, nowMs) === null ? this.#load(key.apiKeyId) : undefined;
  }

  /**
   * Asks for the revision before reading, so that nothing cached is older than it.
   *
   * @returns the store's clock
   */
  async #refresh(ask: AskMoment = this.#store.read.installation.moment): Promise<number> {
    const { revision: current, nowMs } = await ask();
    this.#nowMs = nowMs;
    if (current === this.#revision) return nowMs;
    const keys = await this.#readAllowList();
    // Another request with the same answer may have been quicker.
    if (current === this.#revision) return nowMs;
    this.#byId.clear();
    this.#idByHash.clear();
    this.#allowList = new Map(keys.map((key) => [key.origin, key]));
    this.#boundById = new Map(keys.map((key) => [key.apiKeyId, key]));
    this.#revision = current;
    return nowMs;
  }

  async #load(apiKeyId: string): Promise<ServedKey | undefined> {
    const known = this.#byId.get(apiKeyId);
    if (known) return known;
    const asOf = this.#allowList;
    const found = await this.#store.read.served.find({ apiKeyId });
    const served = found ?? (await this.#rebuild(apiKeyId));
    if (served && asOf === this.#allowList) this.#byId.set(apiKeyId, served);
    return served;
  }

  /** Computes the row again; nothing depends on its being stored. */
  async #rebuild(apiKeyId: string): Promise<ServedKey | undefined> {
    const { read, transaction } = this.#store;
    if (!(await read.apiKeys.find({ id: apiKeyId }))) return undefined;
    return transaction((tx) => refreshServed(tx, apiKeyId));
  }
}

function ignoreOutage(error: unknown): void {
  if (!isStoreAway(error)) throw error;
}
