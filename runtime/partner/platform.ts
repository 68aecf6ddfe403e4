import type { Store } from "../store/store.ts";
import type { OnRefusal } from "./api/refusals.ts";
import type { AdminRefusals } from "./calls/admin-refusals.ts";
import type { CallCounter } from "./calls/call-counter.ts";
import type { CallLog } from "./calls/call-log.ts";
import type { FindTexts } from "./find-texts.ts";
import type { LastUse } from "./keys/last-use.ts";
import type { RateLimits } from "./keys/rate-limits.ts";
import type { ServedKeys } from "./keys/served-keys.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { Dispatcher } from "./notices/dispatcher.ts";
import type { Allowance } from "./notices/target.ts";
import type { Passwords } from "./secrets/passwords.ts";
import type { Vault } from "./secrets/vault.ts";
import type { TokenRing } from "./tokens/token-ring.ts";

/** Returns the searches of the docs that did not help, the most frequent first. */
export type SearchGaps = () => Promise<readonly SearchGap[]>;

/** A search of the docs that did not help. */
export interface SearchGap {
  readonly query: string;
  /** Number of searches that found nothing. */
  readonly nothing: number;
  /** Number of searches in which a word was corrected, and none of the places was opened. */
  readonly corrected: number;
  /** Number of other searches after which none of the places was opened. */
  readonly unopened: number;
  /** Slugs of the first places that it finds now. */
  readonly nearest: readonly string[];
  /** Words of the query that the docs or the first place lack. */
  readonly lacking: readonly string[];
}

/** The services that the rules of the chain use; created once at start. */
export interface Platform {
  readonly store: Store;
  readonly vault: Vault;
  readonly passwords: Passwords;
  readonly tokens: TokenRing;
  readonly served: ServedKeys;
  readonly rateLimits: RateLimits;
  /** Of API keys. */
  readonly lastUse: LastUse;
  /** Of admin tokens. */
  readonly tokenUse: LastUse;
  readonly dispatcher: Dispatcher;
  readonly mailer: Mailer;
  readonly onRefusal: OnRefusal;
  readonly calls: CallCounter;
  /** Null: single calls are not logged. */
  readonly callLog: CallLog | null;
  readonly adminRefusals: AdminRefusals;
  /** Returns the searches of the docs that did not help. Null: they are not counted. */
  readonly searchGaps: SearchGaps | null;
  /** Private addresses that notices may be sent to. */
  readonly allowance: Allowance;
  readonly findTexts: FindTexts;
  /** The address that people and partners use, without a final slash. */
  readonly publicUrl: string;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  /** Returns a new identifier; identifiers sort by time. */
  readonly newId: () => string;
}
