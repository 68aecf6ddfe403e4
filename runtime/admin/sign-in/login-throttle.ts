import { networkOf } from "../../http/network.ts";
import { DAY_MS, MINUTE_MS, timestamp, windowOf } from "../../partner/clock.ts";
import type { Platform } from "../../partner/platform.ts";
import { foldEmail } from "../../partner/sign-in/email.ts";
import { KNOWN_NETWORK_MS } from "../../partner/sign-in/tokens.ts";
import type { Queries } from "../../store/queries.ts";
import { Refusal } from "../refusal.ts";

const WINDOW_MS = 15 * MINUTE_MS;

/**
 * Wrong passwords allowed per window: for one account from one network, for one account from all
 * networks, and from one network for all accounts; also from the networks that may be one customer's.
 */
const MOST = { pair: 10, account: 50, network: 100, network56: 200, network48: 400 } as const;

export interface LoginAttempt {
  readonly email: string;
  /** The address of the client. */
  readonly address: string;
  /** The id of the administrator with this email, if there is one. */
  readonly adminId: string | undefined;
}

type Budget = keyof typeof MOST;

type NetworkBudget = Extract<Budget, `network${string}`>;

/**
 * Limits the guesses of a client. Only failures count, so that frequent sign-ins with the right
 * password are never blocked.
 */
export class LoginThrottle {
  readonly #platform: Platform;
  readonly #adminId: string;
  readonly #networkHash: string;
  /** The names of the budgets in the store, which has addresses only as keyed hashes. */
  readonly #budgets: Readonly<Record<Budget, string>>;

  constructor(platform: Platform, { email, address, adminId = "" }: LoginAttempt) {
    const account = foldEmail(email);
    const network = networkOf(address);
    this.#platform = platform;
    this.#adminId = adminId;
    this.#networkHash = hashOf(platform, network);
    this.#budgets = {
      pair: nameOf("pair", hashOf(platform, account, network)),
      account: nameOf("account", hashOf(platform, account)),
      ...networkBudgets(platform, address),
    };
  }

  /**
   * @returns true if the network is known for the account
   * @throws {Refusal} 429, which does not reveal which budget is spent
   */
  async check(queries: Queries): Promise<boolean> {
    // All are read in every case, so that the time does not reveal whether the account exists.
    const isNetworkKnown = await this.#isKnown(queries);
    const isAccountSpent = await this.#isSpent(queries, "account");
    const isPairSpent = await this.#isSpent(queries, "pair");
    const isNetworkSpent = await this.#isSpent(queries, "network");
    const is56Spent = await this.#isSpent(queries, "network56");
    const is48Spent = await this.#isSpent(queries, "network48");
    const isSpentByStrangers = isAccountSpent || is56Spent || is48Spent;
    if (isPairSpent || isNetworkSpent || (isSpentByStrangers && !isNetworkKnown)) {
      throw tooMany(WINDOW_MS);
    }
    return isNetworkKnown;
  }

  /** Counts a wrong password. */
  async count(tx: Queries): Promise<void> {
    for (const name of Object.values(this.#budgets)) {
      await tx.budgets.take(takeOf(this.#platform, name));
    }
  }

  /**
   * Remembers the client's network for the account after a right password, so that guesses by
   * strangers do not lock the administrator out of it (ATTACK-G91).
   */
  async makeKnown(tx: Queries): Promise<void> {
    // Written at most once a day.
    if (await this.#isKnown(tx, KNOWN_NETWORK_MS - DAY_MS)) return;
    const row = {
      adminId: this.#adminId,
      networkHash: this.#networkHash,
      expiresAt: timestamp(this.#platform, KNOWN_NETWORK_MS),
    };
    await tx.adminNetworks.put(row, ["adminId", "networkHash"]);
  }

  async #isSpent(queries: Queries, kind: Budget): Promise<boolean> {
    const take = takeOf(this.#platform, this.#budgets[kind]);
    return (await queries.budgets.peek(take)) >= MOST[kind];
  }

  /** @param afterMs checks that the network will still be known after this time */
  async #isKnown(queries: Queries, afterMs = 0): Promise<boolean> {
    const where = { adminId: this.#adminId, networkHash: this.#networkHash };
    const known = await queries.adminNetworks.find(where);
    return known !== undefined && known.expiresAt > timestamp(this.#platform, afterMs);
  }
}

interface Client {
  readonly queries: Queries;
  readonly address: string;
}

/**
 * Checks that a network has not had too many failures; for a sign-in that names no account.
 *
 * @throws {Refusal} 429
 */
export async function checkNetwork(
  platform: Platform,
  { queries, address }: Client,
): Promise<void> {
  for (const [kind, name] of Object.entries(networkBudgets(platform, address))) {
    const used = await queries.budgets.peek(takeOf(platform, name));
    if (used >= MOST[kind as NetworkBudget]) throw tooMany(WINDOW_MS);
  }
}

/** Counts a failure for the network alone. */
export async function countFailure(
  platform: Platform,
  { queries, address }: Client,
): Promise<void> {
  for (const name of Object.values(networkBudgets(platform, address))) {
    await queries.budgets.take(takeOf(platform, name));
  }
}

/** Returns the names of the budgets of an address. */
function networkBudgets(platform: Platform, address: string): Record<NetworkBudget, string> {
  return {
    network: nameOf("network", hashOf(platform, networkOf(address))),
    network56: nameOf("network56", hashOf(platform, networkOf(address, 56))),
    network48: nameOf("network48", hashOf(platform, networkOf(address, 48))),
  };
}

function takeOf(platform: Platform, name: string) {
  return { name, ...windowOf(platform, WINDOW_MS) };
}

function hashOf({ vault }: Platform, ...parts: readonly string[]): string {
  return vault.hash("address", JSON.stringify(parts));
}

function nameOf(kind: Budget, hash: string): string {
  return `admin-sign-in/${kind}/${hash}`;
}

/** The answer to too many attempts within a time. */
export function tooMany(windowMs: number): Refusal {
  return new Refusal("Too many failed attempts. Try again later.", {
    status: 429,
    headers: { "Retry-After": String(windowMs / 1000) },
  });
}
