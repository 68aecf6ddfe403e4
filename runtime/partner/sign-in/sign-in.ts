import { networkOf } from "../../http/network.ts";
import type { Queries } from "../../store/queries.ts";
import type { Consumer, Contract } from "../../store/rows.ts";
import type { RefusalReason } from "../api/refusals.ts";
import type { Call } from "../calls/call.ts";
import { timestamp } from "../clock.ts";
import { passcodeMail } from "../mail/passcode-mail.ts";
import type { Platform } from "../platform.ts";
import { foldEmail } from "./email.ts";
import {
  type Account,
  type BudgetKind,
  createGuessBudgets,
  type GuessBudgets,
} from "./guess-budgets.ts";
import { createChallenge, type NewChallenge, PASSCODE_TTL_SECONDS } from "./passcode.ts";
import { isBlocked, needsPasscode } from "./registration.ts";
import { completeSignIn, type TokensResult } from "./tokens.ts";

export interface SignInRequest {
  /** The Origin of the request, which the gate let through. */
  readonly origin: string;
  /** The client's address. */
  readonly address: string;
  readonly email: string;
  readonly password: string;
  readonly call?: Call;
}

export type SignInResult =
  /** The answer is the same for every reason (CHAIN-C9). */
  | { readonly kind: "refused" }
  | TokensResult
  /** A passcode was mailed; it is confirmed together with the hash. */
  | { readonly kind: "verify"; readonly hash: string };

const REFUSED = { kind: "refused" } as const;
/** Used if an Origin has lost its tenant; no consumer has this contract. */
const NO_CONTRACT = "";

/**
 * Signs a consumer in, or requires the passcode (PIA §3 "Consumer sign-in").
 *
 * A refusal costs the same whatever its cause: one password hash, and one transaction of the same
 * statements (ATTACK-G85). Guesses are counted in that transaction, after the hash, one at a time:
 * of a thousand simultaneous guesses, only as many as a budget allows are checked. A network that
 * has spent its own budget is refused before all that: it costs nothing, and reveals no account.
 *
 * @throws {DocgateError} `busy` if too many passwords wait to be hashed
 */
export async function signIn(platform: Platform, request: SignInRequest): Promise<SignInResult> {
  const { origin, address, email, password } = request;
  const tenant = await platform.served.byOrigin(origin);
  const contractId = tenant?.contractId ?? NO_CONTRACT;
  const account = { contractId, emailFolded: foldEmail(email) };
  const budgets = createGuessBudgets(platform, { account, address });
  if (await budgets.isSpent(platform.store.read, "password/network")) {
    platform.onRefusal("sign-in", "too-many-passwords", request.call);
    return REFUSED;
  }
  const verifiedHash = await verifyPassword(platform, { account, budgets, password, address });
  const verdict = await platform.store.transaction((tx) =>
    decide(tx, { platform, account, verifiedHash, budgets }),
  );
  if (typeof verdict === "string") {
    platform.onRefusal("sign-in", verdict, request.call);
    return REFUSED;
  }
  const { consumer, contract, challenge } = verdict;
  if (challenge) {
    mailPasscode(platform, { consumer, contract, pin: challenge.pin });
    return { kind: "verify", hash: challenge.hash };
  }
  const { networkHash } = budgets;
  const tokens = await completeSignIn(platform, { origin, consumer, networkHash });
  if (!tokens) platform.onRefusal("sign-in", "no-tenant", request.call);
  return tokens ?? REFUSED;
}

interface Guess extends Pick<SignInRequest, "password" | "address"> {
  readonly account: Account;
  readonly budgets: GuessBudgets;
}

/** @returns the stored hash, if the password matches it */
async function verifyPassword(
  platform: Platform,
  { account, budgets, password, address }: Guess,
): Promise<string | undefined> {
  const { store, passwords } = platform;
  const consumer = await store.read.consumers.find(account);
  const isKnown = await isNetworkKnown(store.read, { platform, consumer, budgets });
  const network = isKnown ? networkOf(address) : networkOf(address, 48);
  const requester = { side: "consumers", network, isKnown } as const;
  const isRight = consumer
    ? await passwords.verify(password, consumer.passwordHash, requester)
    : await passwords.verifyNothing(password, requester);
  return isRight ? consumer?.passwordHash : undefined;
}

/** Returns true if the consumer signed in from this network recently. */
async function isNetworkKnown(
  queries: Queries,
  { platform, consumer, budgets }: Pick<Attempt, "platform" | "budgets"> & Pick<Facts, "consumer">,
): Promise<boolean> {
  const { networkHash } = budgets;
  const known = await queries.knownNetworks.find({ consumerId: consumer?.id ?? "", networkHash });
  return known !== undefined && known.expiresAt > timestamp(platform);
}

interface Attempt {
  readonly platform: Platform;
  readonly account: Account;
  /** See {@link verifyPassword}. */
  readonly verifiedHash: string | undefined;
  readonly budgets: GuessBudgets;
}

interface Verdict {
  readonly consumer: Consumer;
  readonly contract: Contract;
  /** Set if the contract requires a passcode. */
  readonly challenge?: NewChallenge;
}

const PASSWORD_BUDGETS = [
  "password/pair",
  "password/account",
  "password/network",
  "password/network56",
  "password/network48",
] as const;
/** Those that strangers can spend. */
const STRANGERS_BUDGETS = ["password/account", "password/network56", "password/network48"] as const;
const MAIL_BUDGETS = ["mail/account", "mail/network"] as const;

/** @returns the reason if the attempt is refused */
async function decide(tx: Queries, attempt: Attempt): Promise<Verdict | Reason> {
  const { platform, budgets } = attempt;
  const admitted = admit(await gather(tx, attempt));
  if (typeof admitted === "string") {
    // Every refusal counts, even of a right password: else the budget would reveal which it was.
    await budgets.count(tx, ...PASSWORD_BUDGETS);
    return admitted;
  }
  const { consumer, contract } = admitted;
  if (!needsPasscode(contract, consumer)) return { consumer, contract };
  const challenge = createChallenge(platform, consumer.id);
  await tx.challenges.put(challenge.row, ["consumerId"]);
  await budgets.count(tx, ...MAIL_BUDGETS);
  return { consumer, contract, challenge };
}

interface Facts {
  readonly consumer: Consumer | undefined;
  readonly contract: Contract | undefined;
  readonly isPasswordRight: boolean;
  /** True if the consumer signed in from this network recently. */
  readonly isNetworkKnown: boolean;
  readonly spent: ReadonlySet<BudgetKind>;
}

type Reason = RefusalReason<"sign-in">;

/** Reads everything in every case, so that the time taken reveals nothing (ATTACK-G85). */
async function gather(
  tx: Queries,
  { platform, account, verifiedHash, budgets }: Attempt,
): Promise<Facts> {
  // Read again, because an administrator may have changed anything while the password was hashed.
  const consumer = await tx.consumers.find(account);
  const contract = await tx.contracts.find({ id: account.contractId });
  return {
    consumer,
    contract,
    isPasswordRight: verifiedHash !== undefined && verifiedHash === consumer?.passwordHash,
    isNetworkKnown: await isNetworkKnown(tx, { platform, consumer, budgets }),
    spent: await budgets.spent(tx),
  };
}

function admit(facts: Facts): Pick<Verdict, "consumer" | "contract"> | Reason {
  const { consumer, contract, isPasswordRight } = facts;
  if (!contract) return "no-tenant";
  if (!consumer) return "unknown-consumer";
  if (!isPasswordRight) return "wrong-password";
  if (isBlocked(contract, consumer)) return "blocked";
  if (isOverPasswords(facts)) return "too-many-passwords";
  const isOver = needsPasscode(contract, consumer) && isOverPasscodes(facts);
  return isOver ? "too-many-passcodes" : { consumer, contract };
}

/**
 * Checks the budgets for passwords. Guesses by strangers do not lock the owner out of a network
 * that is known for the account (ATTACK-G91).
 */
function isOverPasswords({ spent, isNetworkKnown }: Facts): boolean {
  const isLocked = STRANGERS_BUDGETS.some((kind) => spent.has(kind)) && !isNetworkKnown;
  return spent.has("password/pair") || spent.has("password/network") || isLocked;
}

/**
 * Checks the budgets for passcodes: requesting a new passcode gives no new guesses (ATTACK-G90),
 * and mails are limited too (ATTACK-G99).
 */
function isOverPasscodes({ spent }: Facts): boolean {
  return spent.has("pin/account") || MAIL_BUDGETS.some((kind) => spent.has(kind));
}

/** Called after the commit: a mailed pin is always in the store. */
function mailPasscode({ mailer }: Platform, { consumer, contract, pin }: PasscodeMailing): void {
  const minutes = PASSCODE_TTL_SECONDS / 60;
  mailer.send(passcodeMail({ to: consumer.email, pin, minutes, tenant: contract.name }));
}

type PasscodeMailing = Pick<Verdict, "consumer" | "contract"> & Pick<NewChallenge, "pin">;
