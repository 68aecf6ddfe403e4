import { availableParallelism } from "node:os";
import { v7 as newId } from "uuid";
import { printable } from "../../corpus/text/printable.ts";
import { remindOfExpiry } from "../admin/accounts/remind-of-expiry.ts";
import { createSetupLink } from "../admin/accounts/setup.ts";
import { CREATES_REMEMBERED_MS } from "../admin/api/idempotency.ts";
import { removeOldEntries } from "../admin/audit/remove-old-entries.ts";
import { checkGuard } from "../partner/notices/self-check.ts";
import type { PartnerWatch } from "../partner/observer.ts";
import { openPlatform } from "../partner/open.ts";
import type { Platform, SearchGaps } from "../partner/platform.ts";
import { findWarnings } from "../partner/warnings.ts";
import type { Chain } from "./app.ts";
import { createChainRoutes } from "./chain-routes.ts";
import { createOutageRoutes } from "./outage-routes.ts";
import { ownAddresses } from "./own-addresses.ts";
import type { Settings } from "./settings.ts";

const KEEP_NOTICES_EVERY_MS = 3_000;
const RECORD_CALLS_EVERY_MS = 60_000;
const TIDY_EVERY_MS = 60 * 60 * 1000;
const REMIND_EVERY_MS = TIDY_EVERY_MS;
const WARN_EVERY_MS = 24 * TIDY_EVERY_MS;

export interface OpenChainOptions {
  /** Public address of this server, without a trailing slash. */
  readonly publicUrl: string;
  /** Version of docgate. */
  readonly version: string;
  /** Returns the time in milliseconds. */
  readonly now: () => number;
  /** Returns milliseconds of a clock that is never set. */
  readonly elapsed: () => number;
  /** Called with each line that an operator should know. */
  readonly warn: (line: string) => void;
  /** Called with the link that creates the first administrator, as long as there is none. */
  readonly onSetup: (link: string) => void;
  /** Returns the id of the current request. */
  readonly requestId: () => string | undefined;
  readonly watch: PartnerWatch;
  /** Default: searches of the docs are not counted. */
  readonly searchGaps: SearchGaps | undefined;
  /** Called with each error that docgate itself caused. */
  readonly onError: (error: unknown) => void;
  /** Called once if the store does not answer yet, with what to serve until it does. */
  readonly onOutage: (chain: Chain) => void;
  /** Ends the wait for the store. */
  readonly signal: AbortSignal;
}

/** The partner chain, and the function that closes it. */
export interface OpenedChain {
  readonly chain: Chain;
  /** Finishes notices and mails in flight, or logs them as unsent, and closes the store. */
  close(options: { readonly graceMs: number }): Promise<void>;
}

/**
 * Opens the platform and prepares it for serving, once its store answers. Maintains it until it is
 * closed.
 *
 * @throws {DocgateError} `store` if the store cannot be used
 */
export async function openChain(
  settings: Settings,
  options: OpenChainOptions,
): Promise<OpenedChain> {
  const { publicUrl, version, now, elapsed, onError, requestId, watch } = options;
  const described = { version, publicUrl: settings.publicUrl };
  const { platform, keepNotices, recordCalls, tidy, close } = await openPlatform({
    ...settings,
    wait: {
      signal: options.signal,
      onWait() {
        options.warn("Waiting for the store; until it answers, only documents are served");
        options.onOutage(createOutageRoutes(described));
      },
    },
    publicUrl,
    cores: availableParallelism(),
    ownAddresses,
    now,
    elapsed,
    newId,
    onError,
    log: options.warn,
    watch,
    searchGaps: options.searchGaps,
  });

  async function removeExpired(): Promise<void> {
    await tidy({ createsRememberedMs: CREATES_REMEMBERED_MS });
    await removeOldEntries(platform, settings.auditDays);
  }

  async function warn(): Promise<void> {
    const warnings = await findWarnings(platform.store, now);
    for (const warning of warnings) options.warn(printable(warning));
  }

  await keepNotices();
  await removeExpired();
  await welcome(platform, options);
  await warn();
  await remindOfExpiry(platform);
  // Without a working guard for notices, no notice is sent.
  const guardProblem = await checkGuard({ now });
  if (guardProblem !== null) options.warn(guardProblem);
  const { proxyCount } = settings;
  const chainOptions = { ...described, guardProblem, proxyCount, requestId, onError };
  const endUpkeep = scheduleUpkeep(
    { keepNotices, recordCalls, tidy: removeExpired, warn, remind: () => remindOfExpiry(platform) },
    onError,
  );
  return {
    chain: createChainRoutes(platform, chainOptions),
    close(limit) {
      endUpkeep();
      return close(limit);
    },
  };
}

interface Upkeep {
  keepNotices(): Promise<void>;
  /** Writes down how often partners called and were refused. */
  recordCalls(): Promise<void>;
  /** Removes what has expired. */
  tidy(): Promise<void>;
  /** Logs what is about to expire or stop working. */
  warn(): Promise<void>;
  /** Sends mails about what is about to expire. */
  remind(): Promise<void>;
}

/** Schedules the recurring work. @returns the function that ends it */
function scheduleUpkeep(upkeep: Upkeep, onError: (error: unknown) => void): () => void {
  const every = (ms: number, work: () => Promise<void>) =>
    setInterval(() => void work().catch(onError), ms);
  const timers = [
    every(KEEP_NOTICES_EVERY_MS, upkeep.keepNotices),
    every(RECORD_CALLS_EVERY_MS, upkeep.recordCalls),
    every(TIDY_EVERY_MS, upkeep.tidy),
    every(WARN_EVERY_MS, upkeep.warn),
    every(REMIND_EVERY_MS, upkeep.remind),
  ];
  return () => timers.forEach(clearInterval);
}

/** Creates the link for the first administrator, as long as there is none. */
async function welcome(
  platform: Platform,
  { onSetup }: Pick<OpenChainOptions, "onSetup">,
): Promise<void> {
  const token = await createSetupLink(platform);
  if (token !== null) onSetup(`${platform.publicUrl}/admin#setup=${token}`);
}
