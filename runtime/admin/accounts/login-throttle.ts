import { networkOf } from "../../http/network.ts";
import { DAY_MS, MINUTE_MS, timestamp } from "../../partner/clock.ts";
import type { Platform } from "../../partner/platform.ts";
import { foldEmail } from "../../partner/sign-in/email.ts";
import { KNOWN_NETWORK_MS } from "../../partner/sign-in/tokens.ts";
import type { Queries } from "../../store/queries.ts";
import { Refusal } from "../refusal.ts";

const WINDOW_MS = 15 * MINUTE_MS;

/**
 * Wrong passwords in a window: for one account from one network, for one account from all networks,
 * and from one network for all accounts.
 */
const MOST = { pair: 10, account: 50, network: 100 } as const;

export interface LoginAttempt {
  readonly email: string;
  /** The client's. */
  readonly address: string;
  /** Of the administrator with this email, if there is one. */
  readonly adminId: string | undefined;
}

/** What one client may still guess. */
export interface LoginThrottle {
  /** @throws {Refusal} 429, which does not tell which budget is used up */
  check(queries: Queries): Promise<void>;
  /** Counts a wrong password. */
  count(tx: Queries): Promise<void>;
  /**
   * Makes the client's network known for the account, after a right password: strangers' guesses do
   * not lock an administrator out of it (G91).
   */
  makeKnown(tx: Queries): Promise<void>;
}

/** Only failures are counted, so that the right one is never kept out by signing in often. */
export function loginThrottle(
  platform: Platform,
  { email, address, adminId = "" }: LoginAttempt,
): LoginThrottle {
  const account = foldEmail(email);
  const network = networkOf(address);
  const networkHash = hashOf(network);
  const budgets = {
    pair: nameOf("pair", hashOf(account, network)),
    account: nameOf("account", hashOf(account)),
    network: nameOf("network", networkHash),
  };

  /** The store knows addresses by keyed hashes alone. */
  function hashOf(...parts: readonly string[]): string {
    return platform.vault.hash("address", JSON.stringify(parts));
  }

  function takeOf(name: string) {
    return { name, now: timestamp(platform), resetsAt: timestamp(platform, WINDOW_MS) };
  }

  async function isSpent(queries: Queries, kind: keyof typeof MOST): Promise<boolean> {
    return (await queries.budgets.peek(takeOf(budgets[kind]))) >= MOST[kind];
  }

  /** @param afterMs whether it will still be known then */
  async function isKnown(queries: Queries, afterMs = 0): Promise<boolean> {
    const known = await queries.adminNetworks.find({ adminId, networkHash });
    return known !== undefined && known.expiresAt > timestamp(platform, afterMs);
  }

  return {
    async check(queries) {
      // All are looked at in every case, so that the time does not tell whether there is an account.
      const isNetworkKnown = await isKnown(queries);
      const isAccountSpent = await isSpent(queries, "account");
      const isPairSpent = await isSpent(queries, "pair");
      const isNetworkSpent = await isSpent(queries, "network");
      if (isPairSpent || isNetworkSpent || (isAccountSpent && !isNetworkKnown)) throw tooMany();
    },
    async count(tx) {
      for (const name of Object.values(budgets)) await tx.budgets.take(takeOf(name));
    },
    async makeKnown(tx) {
      // Written once a day at most.
      if (await isKnown(tx, KNOWN_NETWORK_MS - DAY_MS)) return;
      const expiresAt = timestamp(platform, KNOWN_NETWORK_MS);
      const columns = ["adminId", "networkHash"] as const;
      await tx.adminNetworks.put({ adminId, networkHash, expiresAt }, columns);
    },
  };
}

function nameOf(kind: keyof typeof MOST, hash: string): string {
  return `admin-sign-in/${kind}/${hash}`;
}

function tooMany(): Refusal {
  return new Refusal("Too many failed attempts. Try again later.", {
    status: 429,
    headers: { "Retry-After": String(WINDOW_MS / 1000) },
  });
}
