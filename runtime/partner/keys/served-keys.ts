import { LRUCache } from "lru-cache";
import { StoreUnavailableError } from "../../store/errors.ts";
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
export function createServedKeys({ read, transaction }: Store): ServedKeys {
  let revision = -1;
  let allowList: ReadonlyMap<string, string> = new Map();
  let boundIds: ReadonlySet<string> = new Set();
  const byId = new LRUCache<string, ServedKey>({ max: MAX_KEYS });
  const idByHash = new LRUCache<string, string>({ max: MAX_KEYS });

  /** Looked at before anything is read, so that nothing kept is older than the revision. */
  async function refresh(ask: AskRevision = read.installation.revision): Promise<void> {
    const current = await ask();
    if (current === revision) return;
    const origins = await read.served.allowList();
    byId.clear();
    idByHash.clear();
    allowList = new Map(origins.map(({ origin, apiKeyId }) => [origin, apiKeyId]));
    boundIds = new Set(allowList.values());
    revision = current;
  }

  async function load(apiKeyId: string): Promise<ServedKey | undefined> {
    const known = byId.get(apiKeyId);
    if (known) return known;
    const asOf = revision;
    const served = (await read.served.find({ apiKeyId })) ?? (await rebuild(apiKeyId));
    if (served && asOf === revision) byId.set(apiKeyId, served);
    return served;
  }

  /** Nothing depends on the ready row being there: it can always be made again. */
  async function rebuild(apiKeyId: string): Promise<ServedKey | undefined> {
    if (!(await read.apiKeys.find({ id: apiKeyId }))) return undefined;
    return transaction((tx) => refreshServed(tx, apiKeyId));
  }

  return {
    revisionFor: askOncePerRequest(read.installation.revision),
    async isListed(origin, ask) {
      // Who was on the list when the store last answered is let in, to be told to come again.
      await refresh(ask).catch(ignoreOutage);
      return allowList.has(origin);
    },
    async byId(apiKeyId, ask) {
      await refresh(ask);
      return load(apiKeyId);
    },
    async boundById(apiKeyId, ask) {
      await refresh(ask);
      return boundIds.has(apiKeyId) ? load(apiKeyId) : undefined;
    },
    async byKeyHash(keyHash, ask) {
      await refresh(ask);
      const asOf = revision;
      const id = idByHash.get(keyHash) ?? (await read.apiKeys.find({ keyHash }))?.id;
      if (id === undefined) return undefined;
      if (asOf === revision) idByHash.set(keyHash, id);
      const served = await load(id);
      // Between the two look-ups the key may have been rotated.
      return served?.keyHash === keyHash ? served : undefined;
    },
    async byOrigin(origin) {
      await refresh();
      const id = allowList.get(origin);
      return id === undefined ? undefined : load(id);
    },
  };
}

function ignoreOutage(error: unknown): void {
  if (!(error instanceof StoreUnavailableError)) throw error;
}
