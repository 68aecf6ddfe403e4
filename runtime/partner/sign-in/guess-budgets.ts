import { networkOf } from "../../http/network.ts";
import type { Queries } from "../../store/queries.ts";
import { HOUR_MS, MINUTE_MS, windowOf } from "../clock.ts";
import type { Platform } from "../platform.ts";

/**
 * The owner of a budget: an account from one network, an account from anywhere, a network, or the
 * networks that may be one customer's.
 */
type Holder = "pair" | "account" | "network" | "network56" | "network48";

interface Limit {
  readonly holder: Holder;
  readonly most: number;
  readonly windowMs: number;
}

/** How often each event may happen within a time window. */
const LIMITS = {
  "password/pair": { holder: "pair", most: 50, windowMs: 15 * MINUTE_MS },
  "password/account": { holder: "account", most: 100, windowMs: HOUR_MS },
  "password/network": { holder: "network", most: 500, windowMs: 15 * MINUTE_MS },
  "password/network56": { holder: "network56", most: 1000, windowMs: 15 * MINUTE_MS },
  "password/network48": { holder: "network48", most: 2000, windowMs: 15 * MINUTE_MS },
  "pin/account": { holder: "account", most: 5, windowMs: HOUR_MS },
  "pin/network": { holder: "network", most: 50, windowMs: HOUR_MS },
  "mail/account": { holder: "account", most: 10, windowMs: HOUR_MS },
  "mail/network": { holder: "network", most: 100, windowMs: HOUR_MS },
} as const satisfies Readonly<Record<string, Limit>>;

export type BudgetKind = keyof typeof LIMITS;

const KINDS = Object.keys(LIMITS) as BudgetKind[];

/** An account as the sign-in names it, existing or not. */
export interface Account {
  readonly contractId: string;
  readonly emailFolded: string;
}

/** The budgets that an account and a network have spent; stored under keyed hashes only. */
export interface GuessBudgets {
  readonly networkHash: string;
  isSpent(queries: Queries, kind: BudgetKind): Promise<boolean>;
  /** Reads every budget, so that the time taken reveals nothing. */
  spent(tx: Queries): Promise<ReadonlySet<BudgetKind>>;
  count(tx: Queries, ...kinds: readonly BudgetKind[]): Promise<void>;
}

type VaultAndClock = Pick<Platform, "vault" | "now">;

export function createGuessBudgets(
  platform: VaultAndClock,
  { account, address }: { readonly account: Account; readonly address: string },
): GuessBudgets {
  const { contractId, emailFolded } = account;
  const network = networkOf(address);
  const hashes: Readonly<Record<Holder, string>> = {
    pair: hashOf("pair", contractId, emailFolded, network),
    account: hashOf("account", contractId, emailFolded),
    network: hashOf("network", network),
    network56: hashOf("network56", networkOf(address, 56)),
    network48: hashOf("network48", networkOf(address, 48)),
  };

  /** Hashes parts joined so that different lists never give the same text. */
  function hashOf(...parts: readonly string[]): string {
    return platform.vault.hash("address", JSON.stringify(parts));
  }

  function takeOf(kind: BudgetKind) {
    const { holder, windowMs } = LIMITS[kind];
    return { name: `sign-in/${kind}/${hashes[holder]}`, ...windowOf(platform, windowMs) };
  }

  async function isSpent(queries: Queries, kind: BudgetKind): Promise<boolean> {
    return (await queries.budgets.peek(takeOf(kind))) >= LIMITS[kind].most;
  }

  return {
    networkHash: hashes.network,
    isSpent,
    async spent(tx) {
      const spent = new Set<BudgetKind>();
      for (const kind of KINDS) if (await isSpent(tx, kind)) spent.add(kind);
      return spent;
    },
    async count(tx, ...kinds) {
      for (const kind of kinds) await tx.budgets.take(takeOf(kind));
    },
  };
}
