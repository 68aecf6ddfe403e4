import { join } from "node:path";
import type { Queries } from "../store/queries.ts";
import { openStore, type Store, type StorePlace, type StoreWait } from "../store/store.ts";
import { timestamp } from "./clock.ts";
import { createLastUse } from "./keys/last-use.ts";
import { createServedKeys } from "./keys/served-keys.ts";
import { createMailer } from "./mail/mailer.ts";
import { parseAllowance } from "./notices/allowance.ts";
import { createDispatcher } from "./notices/dispatcher.ts";
import { createExchange } from "./notices/exchange.ts";
import { createNoticeLog } from "./notices/notice-log.ts";
import type { OwnAddresses } from "./notices/target.ts";
import { type PartnerWatch, UNWATCHED } from "./observer.ts";
import type { Platform } from "./platform.ts";
import {
  hasMasterKey,
  loadMasterKeys,
  type MasterKeyOptions,
  makeKeyFile,
  unlock,
} from "./secrets/master-key.ts";
import { createPasswords, passwordConcurrency } from "./secrets/passwords.ts";
import { createRootKey, type Vault } from "./secrets/vault.ts";
import { createTokenRing, prepareSigningKey } from "./tokens/token-ring.ts";

export interface PlatformOptions extends MasterKeyOptions {
  /** The PostgreSQL database that takes the place of the store's file. */
  readonly databaseUrl?: string | undefined;
  /** How to wait for a store that does not answer yet; not at all unless told. */
  readonly wait?: StoreWait;
  readonly smtpUrl?: string | undefined;
  readonly mailFrom: string;
  /** See `parseAllowance`. */
  readonly noticeAllowPrivate: string;
  readonly ownAddresses: OwnAddresses;
  readonly publicUrl: string;
  /** How many processors there are. */
  readonly cores: number;
  readonly now: () => number;
  readonly newId: () => string;
  /** Told of every failure that no request is to blame for. */
  readonly onError: (error: unknown) => void;
  /** Told of what an operator should know, a line at a time. */
  readonly log?: (line: string) => void;
  /** Left out, nobody looks. */
  readonly watch?: PartnerWatch;
}

/** A platform and the way to end it. */
export interface OpenedPlatform {
  readonly platform: Platform;
  /**
   * To be called several times in {@link LEASE_MS}: keeps the notices that are pending here, and
   * writes off those that an ended process has left behind.
   */
  keepNotices(): Promise<void>;
  /**
   * Removes what has expired.
   *
   * @param options.createsRememberedMs how long a create is remembered for its retry
   */
  tidy(options: { readonly createsRememberedMs: number }): Promise<void>;
  /** Finishes what is under way within `graceMs`, and closes the store. */
  close(options: { readonly graceMs: number }): Promise<void>;
}

/**
 * Opens the store in the data folder and everything that works on it. The first time, it makes the
 * store and its keys.
 *
 * @throws {DocgateError} `setting` if an option cannot be used; nothing is made then
 * @throws {DocgateError} `store` if the store cannot be used, or its key file is missing
 * @throws {DocgateError} `wrong-master-key` if the store is sealed under another master key
 */
export async function openPlatform(options: PlatformOptions): Promise<OpenedPlatform> {
  const { now, newId, onError, publicUrl, watch = UNWATCHED } = options;
  const { allowance, mailer } = readOptions(options);
  const { wait, log } = options;
  const store = watch.store(await openStore({ ...storePlace(options), wait, log }));
  const vault = await openVaultOf(store, options).catch(async (error) => {
    await store.close();
    throw error;
  });
  const noticeLog = createNoticeLog({ store, now });
  const dispatcher = createDispatcher({
    exchange: watch.exchange(createExchange({ allow: allowance, now })),
    settle: noticeLog.settle,
    onError,
    onOutcome: watch.onNotice,
  });
  const lastUse = createLastUse({ store, now, onError });
  const closing = new AbortController();
  const { signal } = closing;
  return {
    platform: {
      store,
      vault,
      passwords: createPasswords({ concurrency: passwordConcurrency(options.cores), signal }),
      tokens: createTokenRing({ store, vault, now, newId }),
      served: createServedKeys(store),
      lastUse,
      dispatcher,
      mailer,
      onRefusal: watch.onRefusal,
      allowance,
      publicUrl,
      now,
      newId,
    },
    async keepNotices() {
      await noticeLog.keep(dispatcher.unsettled());
      await noticeLog.writeOff();
    },
    async tidy({ createsRememberedMs }) {
      const idempotentBefore = timestamp({ now }, -createsRememberedMs);
      await store.transaction((tx) => tx.purge({ now: timestamp({ now }), idempotentBefore }));
    },
    async close({ graceMs }) {
      closing.abort();
      await Promise.all([dispatcher.close({ graceMs }), mailer.close({ graceMs })]);
      await noticeLog.keep([]).catch(onError);
      await lastUse.settle();
      await store.close();
    },
  };
}

/**
 * Makes what depends on the options alone; they are judged before a store is made for them.
 *
 * @throws {DocgateError} `setting`
 * @throws {DocgateError} `setting`
 */
export function readOptions(options: PlatformOptions): Pick<Platform, "allowance" | "mailer"> {
  const { data, smtpUrl, mailFrom: from, newId, now, onError } = options;
  const onOutcome = options.watch?.onMail;
  if (hasMasterKey(options)) loadMasterKeys(options);
  const outbox = join(data, "outbox");
  return {
    allowance: parseAllowance(options.noticeAllowPrivate, options.ownAddresses),
    mailer: createMailer({ smtpUrl, outbox, from, newId, now, onError, onOutcome }),
  };
}

/** Where the embedded store is in a data folder. */
export function storeFile(data: string): string {
  return join(data, "docgate.db");
}

/** Where the store is: in a database, else in the data folder. */
export function storePlace({
  data,
  databaseUrl,
}: Pick<PlatformOptions, "data" | "databaseUrl">): StorePlace {
  return { file: storeFile(data), url: databaseUrl };
}

/** Opens the vault; the first time, its root key and the first signing key are made. */
async function openVaultOf(store: Store, options: PlatformOptions): Promise<Vault> {
  // Of several that start at the same time, one makes the keys.
  const { vault } = await store.exclusive(async (tx) => {
    const wrapped = (await tx.installation.rootKey()) ?? (await makeRootKey(tx, options));
    return unlock(loadMasterKeys(options), wrapped);
  });
  const signingKey = await prepareSigningKey(vault, options);
  await store.transaction(async (tx) => {
    if ((await tx.signingKeys.count({})) === 0) await signingKey.save(tx);
  });
  return vault;
}

/** The key file is there before the store needs it. */
async function makeRootKey(tx: Queries, options: PlatformOptions): Promise<string> {
  if (!hasMasterKey(options)) makeKeyFile(options.data);
  const wrapped = await createRootKey(loadMasterKeys(options).current);
  await tx.installation.setRootKey(wrapped);
  return wrapped;
}
