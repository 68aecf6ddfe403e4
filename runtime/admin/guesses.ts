import { networkOf } from "../http/network.ts";
import { type Platform, timestamp } from "../partner/platform.ts";
import { foldEmail } from "../partner/sign-in/email.ts";
import type { Queries } from "../store/queries.ts";
import { Refusal } from "./refusal.ts";

const WINDOW_MS = 15 * 60_000;

/** Wrong passwords in a window. */
const MOST = { pair: 10, network: 100 } as const;

export interface Guesser {
  readonly email: string;
  /** The client's. */
  readonly address: string;
}

/** What one client may still guess: for one account, and for all accounts together. */
export interface Guesses {
  /** @throws {Refusal} 429, which does not tell which of the two is used up */
  check(queries: Queries): Promise<void>;
  /** Counts a wrong password. */
  count(tx: Queries): Promise<void>;
}

/** Only failures are counted, so that the right one is never kept out by signing in often. */
export function guessesOf(platform: Platform, { email, address }: Guesser): Guesses {
  const network = networkOf(address);
  const budgets = [
    { name: nameOf("pair", foldEmail(email), network), most: MOST.pair },
    { name: nameOf("network", network), most: MOST.network },
  ];

  /** The store knows addresses by keyed hashes alone. */
  function nameOf(kind: string, ...parts: readonly string[]): string {
    return `admin-sign-in/${kind}/${platform.vault.hash("address", JSON.stringify(parts))}`;
  }

  function takeOf(name: string) {
    return { name, now: timestamp(platform), resetsAt: timestamp(platform, WINDOW_MS) };
  }

  return {
    async check(queries) {
      for (const { name, most } of budgets) {
        if ((await queries.budgets.peek(takeOf(name))) >= most) throw tooMany();
      }
    },
    async count(tx) {
      for (const { name } of budgets) await tx.budgets.take(takeOf(name));
    },
  };
}

function tooMany(): Refusal {
  return new Refusal("Too many failed attempts. Try again later.", {
    status: 429,
    headers: { "Retry-After": String(WINDOW_MS / 1000) },
  });
}
