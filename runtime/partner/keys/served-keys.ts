import { LRUCache } from "lru-cache";
import { isStoreAway } from "../../store/errors.ts";
import type { ServedKey } from "../../store/rows.ts";
import type { Store } from "../../store/store.ts";
import { refreshServed } from "./refresh-served.ts";
import { type AskRevision, askOncePerRequest } from "./store-revision.ts";

/** Keys kept in memory at most. */
const MAX_KEYS = 10_000;

/**
 * What partners are served, kept ready, and never older than the last committed change; where a
 * request's own question is handed in, than the last one before the request asked it.
 */
export interface ServedKeys {
  /** How the steps of a request ask for the revision together. */
  revisionFor(request: object): AskRevision;
  /** Whether an Origin is on the allow-list. */
  isListed(origin: string, ask?: AskRevision): Promise<boolean>;
  byId(apiKeyId: string, ask?: AskRevision): Promise<ServedKey | undefined>;
  /** Only where it is fully bound: an id that is not is told without a look into the store. */
  boundById(apiKeyId: string, ask?: AskRevision): Promise<ServedKey | undefined>;
  /** By the keyed hash of the raw key. */
  byKeyHash(keyHash: string, ask?: AskRevision): Promise<ServedKey | undefined>;
  /** The fully bound key whose webhook has this Origin. */
  byOrigin(origin: string): Promise<ServedKey | undefined>;
}

/** Reads served keys through a memory that one cheap look at the store's revision keeps true. */
export function createServedKeys(store: Store): ServedKeys {
  return new ServedKeysInMemory(store);
}

class ServedKeysInMemory implements ServedKeys {
  readonly revisionFor: ServedKeys["revisionFor"];
  readonly #store: Store;
  /** Of what is kept; nothing kept is older. */
  #revision = -1;
  /** The keys of all listed Origins. */
  #allowList: ReadonlyMap<string, string> = new Map();
  #boundIds: ReadonlySet<string> = new Set();
  readonly #byId = new LRUCache<string, ServedKey>({ max: MAX_KEYS });
  readonly #idByHash = new LRUCache<string, string>({ max: MAX_KEYS });

  constructor(store: Store) {
    this.#store = store;
    this.revisionFor = askOncePerRequest(store.read.installation.revision);
  }

  async isListed(origin: string, ask?: AskRevision): Promise<boolean> {
    // Who was on the list when the store last answered is let in, to be told to come again.
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
    const asOf = this.#revision;
    const id =
      this.#idByHash.get(keyHash) ?? (await this.#store.read.apiKeys.find({ keyHash }))?.id;
    if (id === undefined) return undefined;
    if (asOf === this.#revision) this.#idByHash.set(keyHash, id);
    const served = await this.#load(id);
    // Between the two look-ups the key may have been rotated.
    return served?.keyHash === keyHash ? served : undefined;
  }

  async byOrigin(origin: string): Promise<ServedKey | undefined> {
    await this.#refresh();
    const id = this.#allowList.get(origin);
    return id === undefined ? undefined : this.#load(id);
  }

  /** Looks before anything is read, so that nothing kept is older than the revision. */
  async #refresh(ask: AskRevision = this.#store.read.installation.revision): Promise<void> {
    const current = await ask();
    if (current === this.#revision) return;
    const origins = await this.#store.read.served.allowList();
    this.#byId.clear();
    this.#idByHash.clear();
    this.#allowList = new Map(origins.map(({ origin, apiKeyId }) => [origin, apiKeyId]));
    this.#boundIds = new Set(this.#allowList.values());
    this.#revision = current;
  }

  async #load(apiKeyId: string): Promise<ServedKey | undefined> {
    const known = this.#byId.get(apiKeyId);
    if (known) return known;
    const asOf = this.#revision;
    const found = await this.#store.read.served.find({ apiKeyId });
    const served = found ?? (await this.#rebuild(apiKeyId));
    if (served && asOf === this.#revision) this.#byId.set(apiKeyId, served);
    return served;
  }

  /** Nothing depends on the ready row being there: it can always be made again. */
  async #rebuild(apiKeyId: string): Promise<ServedKey | undefined> {
    const { read, transaction } = this.#store;
    if (!(await read.apiKeys.find({ id: apiKeyId }))) return undefined;
    return transaction((tx) => refreshServed(tx, apiKeyId));
  }
}

function ignoreOutage(error: unknown): void {
  if (!isStoreAway(error)) throw error;
}
