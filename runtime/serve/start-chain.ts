import { availableParallelism } from "node:os";
import { v7 as newId } from "uuid";
import { printable } from "../../corpus/printable.ts";
import { createSetupLink } from "../admin/accounts/setup.ts";
import { CREATES_REMEMBERED_MS } from "../admin/api/idempotency.ts";
import { checkGuard } from "../partner/notices/self-check.ts";
import type { PartnerWatch } from "../partner/observer.ts";
import { type OpenedPlatform, openPlatform } from "../partner/open.ts";
import type { Platform } from "../partner/platform.ts";
import { findWarnings } from "../partner/warnings.ts";
import type { Chain } from "./app.ts";
import type { Assets } from "./assets.ts";
import { createChain } from "./chain.ts";
import { ownAddresses } from "./own-addresses.ts";
import { createPendingChain } from "./pending-chain.ts";
import type { Settings } from "./settings.ts";

export interface StartOptions {
  readonly assets: Assets;
  /** The address of this server for people, without a slash at its end. */
  readonly publicUrl: string;
  /** Of docgate. */
  readonly version: string;
  /** The time in milliseconds. */
  readonly now: () => number;
  /** Told of what an operator should know, a line at a time. */
  readonly warn: (line: string) => void;
  /** Whether an operator alone reads what is told, so that it may hold the way in. */
  readonly isForPeople: boolean;
  /** Of the request that is being answered. */
  readonly requestId: () => string | undefined;
  readonly watch: PartnerWatch;
  /** Told of every error that is no fault of a request. */
  readonly onError: (error: unknown) => void;
  /** Told once, with what to serve meanwhile, if the store does not answer yet. */
  readonly onWait: (pending: Chain) => void;
  /** Ends the wait for the store. */
  readonly signal: AbortSignal;
}

/** The partner chain while it is served. */
export interface StartedChain {
  readonly chain: Chain;
  /** Whether a partner's page of this origin may call the API. */
  isListed(origin: string, request: object): Promise<boolean>;
  /** Removes what has expired. */
  tidy(): Promise<void>;
  readonly keepNotices: OpenedPlatform["keepNotices"];
  /** Logs what will stop working soon. */
  warn(): Promise<void>;
  /** Ends what is in flight, or logs it as unsent, and closes the store. */
  close(options: { readonly graceMs: number }): Promise<void>;
}

/**
 * Opens the platform and makes it ready to serve, once its store answers.
 *
 * @throws {StoreError} if the store cannot be used
 */
export async function startChain(settings: Settings, options: StartOptions): Promise<StartedChain> {
  const { assets, publicUrl, version, now, onError, requestId, watch } = options;
  const cores = availableParallelism();
  const opened = await openPlatform({
    ...settings,
    wait: {
      signal: options.signal,
      onWait() {
        options.warn("Waiting for the store: documents are served meanwhile");
        options.onWait(createPendingChain(options));
      },
    },
    publicUrl,
    cores,
    ownAddresses,
    now,
    newId,
    onError,
    log: options.warn,
    watch,
  });
  const { platform, keepNotices, close } = opened;
  const tidy = () => opened.tidy({ createsRememberedMs: CREATES_REMEMBERED_MS });

  async function warn(): Promise<void> {
    const warnings = await findWarnings(platform.store, now);
    for (const warning of warnings) options.warn(printable(warning));
  }

  await keepNotices();
  await tidy();
  await welcome(platform, options);
  await warn();
  // Where the guard of notices does not work, none is sent.
  const guardProblem = await checkGuard({ now });
  if (guardProblem !== null) options.warn(guardProblem);
  const { trustedProxies } = settings;
  const chain = createChain(platform, {
    assets,
    guardProblem,
    trustedProxies,
    version,
    requestId,
    onError,
  });
  const { served } = platform;
  return {
    chain,
    isListed: (origin, request) => served.isListed(origin, served.revisionFor(request)),
    keepNotices,
    tidy,
    warn,
    close,
  };
}

/** Shows the way in as long as there is no administrator. */
async function welcome(
  platform: Platform,
  { warn, isForPeople }: Pick<StartOptions, "warn" | "isForPeople">,
): Promise<void> {
  const token = await createSetupLink(platform);
  if (token === null) return;
  const link = `${platform.publicUrl}/admin#setup=${token}`;
  const way = isForPeople
    ? `This link makes the first one, once: ${link}`
    : '"docgate admin create" makes the first one.';
  warn(`There is no administrator yet. ${way}`);
}
