import { createConsumer } from "../../../../runtime/partner/chain/consumers.ts";
import { updateContract } from "../../../../runtime/partner/chain/contracts.ts";
import type { Change } from "../../../../runtime/partner/change.ts";
import type { Mail } from "../../../../runtime/partner/mail/message.ts";
import type { Platform } from "../../../../runtime/partner/platform.ts";
import type { Passwords } from "../../../../runtime/partner/secrets/passwords.ts";
import type { Policy } from "../../../../runtime/store/policy.ts";
import type { Queries } from "../../../../runtime/store/queries.ts";
import type { Registration } from "../../../../runtime/store/rows.ts";
import type { Store } from "../../../../runtime/store/store.ts";
import { changed, createTestChain } from "../../../support/access-chain.ts";
import { createOrganization, createTestPlatform } from "../../../support/platform.ts";
import type { TestPlace } from "../../../support/store-place.ts";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The time at which each world begins. */
export const BEGINNING = Date.UTC(2026, 2, 1, 12);

export interface Tenant {
  readonly origin: string;
  readonly apiKeyId: string;
  readonly contractId: string;
  readonly contractKey: string;
  readonly certificateId: string;
}

export interface ConsumerOptions {
  readonly email?: string;
  readonly password?: string;
  readonly registration?: Registration;
}

/** A platform for sign-ins that records what they cost. */
export interface World {
  readonly platform: Platform;
  readonly mails: readonly Mail[];
  /** The refused actions with their reasons, such as `sign-in blocked`. */
  readonly refusals: readonly string[];
  /** The password hashes computed, in order. */
  readonly hashes: ("verify" | "verifyNothing")[];
  /** The statements of each transaction since the last change. */
  readonly transactions: string[][];
  readonly place: TestPlace;
  /** Advances the clock. */
  pass(ms: number): void;
  addTenant(policy?: Partial<Policy>): Promise<Tenant>;
  /** Registers Ada. Default password: `right`. @returns the consumer's id */
  addConsumer(tenant: Tenant, options?: ConsumerOptions): Promise<string>;
  setPolicy(tenant: Tenant, policy: Partial<Policy>): Promise<void>;
  /** Runs a change as an administrator. */
  change(work: (change: Change) => Promise<unknown>): Promise<void>;
}

export async function createWorld(): Promise<World> {
  const test = await createTestPlatform();
  const { mails, refusals, place, clock } = test;
  const actor = await createOrganization(test, "Acme");
  const hashes: World["hashes"] = [];
  const transactions: string[][] = [];
  const platform: Platform = {
    ...test.platform,
    passwords: counted(test.platform.passwords, hashes),
    store: recordStatements(test.platform.store, transactions),
  };
  clock.set(BEGINNING);
  let tenants = 0;

  async function setPolicy({ contractId }: Tenant, policy: Partial<Policy>): Promise<void> {
    await changed(test.platform, actor, (change) =>
      updateContract(change, { id: contractId, fields: policy }),
    );
  }

  return {
    platform,
    mails,
    refusals,
    hashes,
    transactions,
    place,
    pass: clock.advance,
    async addTenant(policy = {}) {
      const chain = await createTestChain(test.platform, { actor, name: `Tenant${++tenants}` });
      const { apiKey, contract, certificate, webhook } = chain;
      const tenant = {
        origin: webhook.origin,
        apiKeyId: apiKey.id,
        contractId: contract.id,
        contractKey: contract.key,
        certificateId: certificate.id,
      };
      await setPolicy(tenant, policy);
      return tenant;
    },
    async addConsumer({ contractId }, options = {}) {
      const { email = "ada@example.com", password = "right", registration = "system" } = options;
      const passwordHash = await test.platform.passwords.hash(password);
      const fields = { contractId, email, passwordHash, registration };
      return (await changed(test.platform, actor, (change) => createConsumer(change, fields))).id;
    },
    setPolicy,
    change: async (work) => void (await changed(test.platform, actor, work)),
  };
}

function counted(passwords: Passwords, hashes: World["hashes"]): Passwords {
  return {
    ...passwords,
    verify(...given) {
      hashes.push("verify");
      return passwords.verify(...given);
    },
    verifyNothing(...given) {
      hashes.push("verifyNothing");
      return passwords.verifyNothing(...given);
    },
  };
}

/** Wraps a store to record the statements of each transaction. */
function recordStatements(store: Store, transactions: string[][]): Store {
  return {
    ...store,
    transaction: (work) =>
      store.transaction((tx) => {
        const statements: string[] = [];
        transactions.push(statements);
        return work(noting(tx, statements));
      }),
  };
}

function noting(tx: Queries, statements: string[]): Queries {
  return new Proxy(tx, {
    get: (queries, table: keyof Queries & string) =>
      new Proxy(queries[table], {
        get(methods, method: string) {
          const call = Reflect.get(methods, method) as (...given: unknown[]) => unknown;
          return (...given: unknown[]) => {
            statements.push(`${table}.${method}`);
            return call(...given);
          };
        },
      }),
  });
}

/** Extracts the passcode from a mail. */
export function pinOf(mail: Mail | undefined): string | undefined {
  return /^\d{6}$/m.exec(mail?.text ?? "")?.[0];
}

/** Returns the counts of each kind of budget, one per holder, from the store. */
export async function usedBudgets({ place }: World): Promise<Record<string, number[]>> {
  const rows = await place.sql("select name, used from budgets order by used");
  const used: Record<string, number[]> = {};
  for (const row of rows as { name: string; used: number }[]) {
    const kind = row.name.replace(/^sign-in\//, "").replace(/\/[^/]*$/, "");
    used[kind] = [...(used[kind] ?? []), row.used];
  }
  return used;
}
