import { networkOf } from "../../http/network.ts";
import type { Queries } from "../../store/queries.ts";
import { HOUR_MS, MINUTE_MS, timestamp } from "../clock.ts";
import type { Platform } from "../platform.ts";

/** Whose budget it is: an account's from one network, an account's from anywhere, a network's. */
type Holder = "pair" | "account" | "network";

interface Limit {
  readonly holder: Holder;
  readonly most: number;
  readonly windowMs: number;
}

/** How often each thing may happen in a window of time. */
const LIMITS = {
  "password/pair": { holder: "pair", most: 50, windowMs: 15 * MINUTE_MS },
  "password/account": { holder: "account", most: 100, windowMs: HOUR_MS },
  "password/network": { holder: "network", most: 500, windowMs: 15 * MINUTE_MS },
  "pin/account": { holder: "account", most: 5, windowMs: HOUR_MS },
  "pin/network": { holder: "network", most: 50, windowMs: HOUR_MS },
  "mail/account": { holder: "account", most: 10, windowMs: HOUR_MS },
  "mail/network": { holder: "network", most: 100, windowMs: HOUR_MS },
} as const satisfies Readonly<Record<string, Limit>>;

export type BudgetKind = keyof typeof LIMITS;

const KINDS = Object.keys(LIMITS) as BudgetKind[];

/** An account as the sign-in names it, whether there is one or not. */
export interface Account {
  readonly contractId: string;
  readonly emailFolded: string;
}

/** What an account and a network have used up; the store knows both by keyed hashes alone. */
export interface GuessBudgets {
  readonly networkHash: string;
  isSpent(queries: Queries, kind: BudgetKind): Promise<boolean>;
  /** Looks at every budget, so that what is found takes no time of its own. */
  spent(tx: Queries): Promise<ReadonlySet<BudgetKind>>;
  count(tx: Queries, ...kinds: readonly BudgetKind[]): Promise<void>;
}

type Clocked = Pick<Platform, "vault" | "now">;

export function createGuessBudgets(
  platform: Clocked,
  { account, address }: { readonly account: Account; readonly address: string },
): GuessBudgets {
  const { contractId, emailFolded } = account;
  const network = networkOf(address);
  const hashes: Readonly<Record<Holder, string>> = {
    pair: hashOf("pair", contractId, emailFolded, network),
    account: hashOf("account", contractId, emailFolded),
    network: hashOf("network", network),
  };

  /** The parts are joined so that no two lists of them give the same text. */
  function hashOf(...parts: readonly string[]): string {
    return platform.vault.hash("address", JSON.stringify(parts));
  }

  function takeOf(kind: BudgetKind) {
    const { holder, windowMs } = LIMITS[kind];
    return {
      name: `sign-in/${kind}/${hashes[holder]}`,
      now: timestamp(platform),
      resetsAt: timestamp(platform, windowMs),
    };
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
