import { availableParallelism } from "node:os";
import { v7 as newId } from "uuid";
import { printable } from "../../corpus/printable.ts";
import { createSetupLink } from "../admin/accounts/setup.ts";
import { CREATES_REMEMBERED_MS } from "../admin/api/idempotency.ts";
import { checkGuard } from "../partner/notices/self-check.ts";
import type { PartnerWatch } from "../partner/observer.ts";
import { openPlatform } from "../partner/open.ts";
import type { Platform } from "../partner/platform.ts";
import { findWarnings } from "../partner/warnings.ts";
import type { Chain } from "./app.ts";
import type { Assets } from "./assets.ts";
import { createChainRoutes } from "./chain-routes.ts";
import { createOutageRoutes } from "./outage-routes.ts";
import { ownAddresses } from "./own-addresses.ts";
import type { Settings } from "./settings.ts";

const KEEP_NOTICES_EVERY_MS = 3_000;
const TIDY_EVERY_MS = 60 * 60 * 1000;
const WARN_EVERY_MS = 24 * TIDY_EVERY_MS;

export interface OpenChainOptions {
  readonly assets: Assets;
  /** The address of this server for people, without a slash at its end. */
  readonly publicUrl: string;
  /** Of docgate. */
  readonly version: string;
  /** The time in milliseconds. */
  readonly now: () => number;
  /** Called with what an operator should know, a line at a time. */
  readonly warn: (line: string) => void;
  /** Whether an operator alone reads those lines, so that they may hold the way in. */
  readonly isForPeople: boolean;
  /** Of the request that is being answered. */
  readonly requestId: () => string | undefined;
  readonly watch: PartnerWatch;
  /** Called with each error that docgate itself caused. */
  readonly onError: (error: unknown) => void;
  /** Called once if the store does not answer yet, with what to serve until it does. */
  readonly onOutage: (chain: Chain) => void;
  /** Ends the wait for the store. */
  readonly signal: AbortSignal;
}

/** The partner chain, and the way to end it. */
export interface OpenedChain {
  readonly chain: Chain;
  /** Ends what is in flight, or logs it as unsent, and closes the store. */
  close(options: { readonly graceMs: number }): Promise<void>;
}

/**
 * Opens the platform and makes it ready to serve, once its store answers. Until it is closed, it is
 * kept up.
 *
 * @throws {DocgateError} `store` if the store cannot be used
 */
export async function openChain(
  settings: Settings,
  options: OpenChainOptions,
): Promise<OpenedChain> {
  const { assets, publicUrl, version, now, onError, requestId, watch } = options;
  const { platform, keepNotices, tidy, close } = await openPlatform({
    ...settings,
    wait: {
      signal: options.signal,
      onWait() {
        options.warn("Waiting for the store: documents are served meanwhile");
        options.onOutage(createOutageRoutes(options));
      },
    },
    publicUrl,
    cores: availableParallelism(),
    ownAddresses,
    now,
    newId,
    onError,
    log: options.warn,
    watch,
  });

  const removeExpired = () => tidy({ createsRememberedMs: CREATES_REMEMBERED_MS });

  async function warn(): Promise<void> {
    const warnings = await findWarnings(platform.store, now);
    for (const warning of warnings) options.warn(printable(warning));
  }

  await keepNotices();
  await removeExpired();
  await welcome(platform, options);
  await warn();
  // Where the guard of notices does not work, none is sent.
  const guardProblem = await checkGuard({ now });
  if (guardProblem !== null) options.warn(guardProblem);
  const { trustedProxies } = settings;
  const chainOptions = { assets, guardProblem, trustedProxies, version, requestId, onError };
  const endUpkeep = scheduleUpkeep({ keepNotices, tidy: removeExpired, warn }, onError);
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
  /** Removes what has expired. */
  tidy(): Promise<void>;
  /** Logs what will stop working soon. */
  warn(): Promise<void>;
}

/** Does what must be done again and again. @returns the way to end it */
function scheduleUpkeep(upkeep: Upkeep, onError: (error: unknown) => void): () => void {
  const every = (ms: number, work: () => Promise<void>) =>
    setInterval(() => void work().catch(onError), ms);
  const timers = [
    every(KEEP_NOTICES_EVERY_MS, upkeep.keepNotices),
    every(TIDY_EVERY_MS, upkeep.tidy),
    every(WARN_EVERY_MS, upkeep.warn),
  ];
  return () => timers.forEach(clearInterval);
}

/** Shows the way in as long as there is no administrator. */
async function welcome(
  platform: Platform,
  { warn, isForPeople }: Pick<OpenChainOptions, "warn" | "isForPeople">,
): Promise<void> {
  const token = await createSetupLink(platform);
  if (token === null) return;
  const link = `${platform.publicUrl}/admin#setup=${token}`;
  const way = isForPeople
    ? `This link makes the first one, once: ${link}`
    : '"docgate admin create" makes the first one.';
  warn(`There is no administrator yet. ${way}`);
}
