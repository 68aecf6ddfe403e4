import { join } from "node:path";
import type { Queries } from "../store/queries.ts";
import { openStore, type Store, type StorePlace, type StoreWait } from "../store/store.ts";
import { AdminRefusals } from "./calls/admin-refusals.ts";
import { CallCounter } from "./calls/call-counter.ts";
import { CallLog, purgeCallLog } from "./calls/call-log.ts";
import { purgeCalls, recordCalls } from "./calls/record-calls.ts";
import { timestamp } from "./clock.ts";
import { createFindTexts } from "./find-texts.ts";
import { createLastUse } from "./keys/last-use.ts";
import { RateLimits } from "./keys/rate-limits.ts";
import { createServedKeys } from "./keys/served-keys.ts";
import { createMailer } from "./mail/mailer.ts";
import { parseAllowance } from "./notices/allowance.ts";
import { createDispatcher } from "./notices/dispatcher.ts";
import { createExchange } from "./notices/exchange.ts";
import { createNoticeSigners, prepareNoticeKey } from "./notices/notice-keys.ts";
import { createNoticeLog } from "./notices/notice-log.ts";
import { signNotice } from "./notices/sign-notice.ts";
import type { OwnAddresses } from "./notices/target.ts";
import { type PartnerWatch, UNWATCHED } from "./observer.ts";
import type { Platform, SearchGaps } from "./platform.ts";
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
  /** The PostgreSQL database to use in place of the store's file. */
  readonly databaseUrl?: string | undefined;
  /** How to wait for a store that does not answer yet. Default: not at all. */
  readonly wait?: StoreWait;
  readonly smtpUrl?: string | undefined;
  readonly mailFrom: string;
  /** See `parseAllowance`. */
  readonly noticeAllowPrivate: string;
  readonly ownAddresses: OwnAddresses;
  readonly publicUrl: string;
  /** True to log single calls of partners. */
  readonly callLog: boolean;
  /** Default: searches of the docs are not counted. */
  readonly searchGaps?: SearchGaps | undefined;
  /** Number of processors. */
  readonly cores: number;
  readonly now: () => number;
  /** Returns milliseconds of a clock that is never set. */
  readonly elapsed: () => number;
  readonly newId: () => string;
  /** Called with each error that docgate itself caused. */
  readonly onError: (error: unknown) => void;
  /** Called with each message for the operator, a line at a time. */
  readonly log?: (line: string) => void;
  /** Default: nothing is observed. */
  readonly watch?: PartnerWatch;
}

/** A platform and the means to maintain and close it. */
export interface OpenedPlatform {
  readonly platform: Platform;
  /**
   * Keeps the notices that are pending here, and writes off those that an ended process has left
   * behind. To be called several times per {@link LEASE_MS}.
   */
  keepNotices(): Promise<void>;
  /**
   * Writes down how often partners called and were refused, and which sign-ins of administrators were.
   * To be called once a minute.
   */
  recordCalls(): Promise<void>;
  /**
   * Removes what has expired.
   *
   * @param options.createsRememberedMs how long a create is remembered in case it is retried
   */
  tidy(options: { readonly createsRememberedMs: number }): Promise<void>;
  /** Finishes work in progress within `graceMs`, and closes the store. */
  close(options: { readonly graceMs: number }): Promise<void>;
}

/**
 * Opens the store in the data folder and everything that depends on it. The first time, it creates
 * the store and its keys.
 *
 * @throws {DocgateError} `setting` if an option cannot be used; nothing is created then
 * @throws {DocgateError} `store` if the store cannot be used, or its key file is missing
 * @throws {DocgateError} `wrong-master-key` if the store is sealed under another master key
 */
export async function openPlatform(options: PlatformOptions): Promise<OpenedPlatform> {
  const { now, newId, onError, publicUrl, watch = UNWATCHED } = options;
  const { allowance, mailer } = readOptions(options);
  const { wait, log } = options;
  const store = watch.store(
    await openStore({ ...storePlace(options), now: fileClock(options), wait, log }),
  );
  const vault = await openVaultOf(store, options).catch(async (error) => {
    await store.close();
    throw error;
  });
  const noticeLog = createNoticeLog({ store, now });
  const signers = createNoticeSigners({ store, vault });
  const dispatcher = createDispatcher({
    exchange: watch.exchange(createExchange({ allow: allowance, now })),
    sign: (notice) => signNotice(notice, { signers, now }),
    settle: noticeLog.settle,
    onError,
    onOutcome: watch.onNotice,
  });
  const lastUse = createLastUse({ store, table: "apiKeys", now, onError });
  const tokenUse = createLastUse({ store, table: "adminTokens", now, onError });
  const calls = new CallCounter(now);
  const callLog = options.callLog ? new CallLog() : null;
  const adminRefusals = new AdminRefusals({ now, onRefusal: watch.onAdminRefusal });
  const closing = new AbortController();
  const { signal } = closing;
  return {
    platform: {
      store,
      vault,
      passwords: createPasswords({ concurrency: passwordConcurrency(options.cores), signal }),
      tokens: createTokenRing({ store, vault, now, newId }),
      served: createServedKeys(store),
      rateLimits: new RateLimits({ store, elapsed: options.elapsed }),
      lastUse,
      tokenUse,
      dispatcher,
      mailer,
      onRefusal(action, reason, call) {
        if (call) call.refusal = reason;
        watch.onRefusal(action, reason);
      },
      calls,
      callLog,
      adminRefusals,
      searchGaps: options.searchGaps ?? null,
      allowance,
      findTexts: createFindTexts(),
      publicUrl,
      now,
      newId,
    },
    async keepNotices() {
      await noticeLog.keep(dispatcher.unsettled());
      await noticeLog.writeOff();
    },
    async recordCalls() {
      await recordCalls(calls, { store, newId });
      await callLog?.record({ store, newId });
      await adminRefusals.record({ store, newId, isLast: false });
    },
    async tidy({ createsRememberedMs }) {
      const idempotentBefore = timestamp({ now }, -createsRememberedMs);
      await store.transaction((tx) => tx.purge({ now: timestamp({ now }), idempotentBefore }));
      await purgeCalls(store, now);
      await purgeCallLog(store, now);
    },
    async close({ graceMs }) {
      closing.abort();
      await Promise.all([dispatcher.close({ graceMs }), mailer.close({ graceMs })]);
      await noticeLog.keep([]).catch(onError);
      await lastUse.settle();
      await tokenUse.settle();
      await recordCalls(calls, { store, newId }).catch(onError);
      await callLog?.record({ store, newId }).catch(onError);
      await adminRefusals.record({ store, newId, isLast: true }).catch(onError);
      await store.close();
    },
  };
}

/**
 * Reads what depends on the options alone, so that they are checked before a store is created.
 *
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

/** Returns the path of the embedded store in a data folder. */
export function storeFile(data: string): string {
  return join(data, "docgate.db");
}

/** Returns the clock of a store in a file: this machine's. On a server, it is the server's. */
function fileClock({ databaseUrl, now }: PlatformOptions): (() => number) | undefined {
  return databaseUrl === undefined ? now : undefined;
}

/** Locates the store: in a database if one is set, else in the data folder. */
export function storePlace({
  data,
  databaseUrl,
}: Pick<PlatformOptions, "data" | "databaseUrl">): StorePlace {
  return { file: storeFile(data), url: databaseUrl };
}

/** Opens the vault; the first time, creates its root key and the first signing key. */
async function openVaultOf(store: Store, options: PlatformOptions): Promise<Vault> {
  // If several processes start at the same time, one creates the keys.
  const { vault } = await store.exclusive(async (tx) => {
    const wrapped = (await tx.installation.rootKey()) ?? (await makeRootKey(tx, options));
    return unlock(loadMasterKeys(options), wrapped);
  });
  const signingKey = await prepareSigningKey(vault, options);
  const noticeKey = await prepareNoticeKey(vault, options);
  await store.transaction(async (tx) => {
    if ((await tx.signingKeys.count({})) === 0) await signingKey.save(tx);
    if ((await tx.noticeKeys.count({})) === 0) await noticeKey.save(tx);
  });
  return vault;
}

/** Creates the root key, writing the key file before the store needs it. */
async function makeRootKey(tx: Queries, options: PlatformOptions): Promise<string> {
  if (!hasMasterKey(options)) await makeKeyFile(options.data);
  const wrapped = await createRootKey(loadMasterKeys(options).current);
  await tx.installation.setRootKey(wrapped);
  return wrapped;
}
