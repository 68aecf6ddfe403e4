import { LRUCache } from "lru-cache";
import { isStoreAway } from "../../store/errors.ts";
import { joined } from "../../store/joined.ts";
import type { ServedKey } from "../../store/rows.ts";
import type { Store } from "../../store/store.ts";
import { refreshServed } from "./refresh-served.ts";
import { type AskRevision, askOncePerRequest } from "./store-revision.ts";

/** Maximum number of keys kept in memory. */
const MAX_KEYS = 10_000;

/**
 * Keys with what their partners are served, never older than the last committed change or, if a
 * request's own `ask` is given, than the last one before that request asked.
 */
export interface ServedKeys {
  /** Returns the `ask` that all steps of a request share. */
  revisionFor(request: object): AskRevision;
  /** Checks the allow-list for an Origin. */
  isListed(origin: string, ask?: AskRevision): Promise<boolean>;
  byId(apiKeyId: string, ask?: AskRevision): Promise<ServedKey | undefined>;
  /** Finds a fully bound key; for any other id, the store is not queried. */
  boundById(apiKeyId: string, ask?: AskRevision): Promise<ServedKey | undefined>;
  /** Finds a key by the keyed hash of the raw key. */
  byKeyHash(keyHash: string, ask?: AskRevision): Promise<ServedKey | undefined>;
  /** Finds the fully bound key whose webhook has this Origin. */
  byOrigin(origin: string): Promise<ServedKey | undefined>;
}

/** Reads served keys through a cache that one cheap query for the store's revision keeps valid. */
export function createServedKeys(store: Store): ServedKeys {
  return new ServedKeysInMemory(store);
}

class ServedKeysInMemory implements ServedKeys {
  readonly revisionFor: ServedKeys["revisionFor"];
  readonly #store: Store;
  /** Shared, because after a change all requests of a turn need it. */
  readonly #readAllowList: Store["read"]["served"]["allowList"];
  /** The revision of what is cached; nothing cached is older. */
  #revision = -1;
  /**
   * The key of each listed Origin. Another object whenever the caches are emptied: the revision may
   * go back to that of an earlier request, so it does not tell whether a row was read before that.
   */
  #allowList: ReadonlyMap<string, string> = new Map();
  #boundIds: ReadonlySet<string> = new Set();
  readonly #byId = new LRUCache<string, ServedKey>({ max: MAX_KEYS });
  readonly #idByHash = new LRUCache<string, string>({ max: MAX_KEYS });

  constructor(store: Store) {
    this.#store = store;
    this.#readAllowList = joined(store.read.served.allowList);
    this.revisionFor = askOncePerRequest(store.read.installation.revision);
  }

  async isListed(origin: string, ask?: AskRevision): Promise<boolean> {
    // An Origin listed when the store last answered is let in, and then asked to try again.
    await this.#refresh(ask).catch(ignoreOutage);
    return this.#allowList.has(origin);
  }

  async byId(apiKeyId: string, ask?: AskRevision): Promise<ServedKey | undefined> {
    await this.#refresh(ask);
    return this.#load(apiKeyId);
  }

  async boundById(apiKeyId: string, ask?: AskRevision): Promise<ServedKey | undefined> {
    await this.#refresh(ask);
    return this.#boundIds.has(apiKeyId) ? this.#load(apiKeyId) : undefined;
  }

  async byKeyHash(keyHash: string, ask?: AskRevision): Promise<ServedKey | undefined> {
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
    await this.#refresh();
    const id = this.#allowList.get(origin);
    return id === undefined ? undefined : this.#load(id);
  }

  /** Asks for the revision before reading, so that nothing cached is older than it. */
  async #refresh(ask: AskRevision = this.#store.read.installation.revision): Promise<void> {
    const current = await ask();
    if (current === this.#revision) return;
    const origins = await this.#readAllowList();
    // Another request with the same answer may have been quicker.
    if (current === this.#revision) return;
    this.#byId.clear();
    this.#idByHash.clear();
    this.#allowList = new Map(origins.map(({ origin, apiKeyId }) => [origin, apiKeyId]));
    this.#boundIds = new Set(this.#allowList.values());
    this.#revision = current;
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
