import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { onTestFinished } from "vitest";
import { createCertificate } from "../../../../runtime/partner/certificates.ts";
import type { Mail } from "../../../../runtime/partner/mail/mailer.ts";
import { createPasswords, type Passwords } from "../../../../runtime/partner/passwords.ts";
import { type Platform, timestamp } from "../../../../runtime/partner/platform.ts";
import { createContractKey } from "../../../../runtime/partner/secrets.ts";
import { createServedKeys, refreshServed } from "../../../../runtime/partner/served.ts";
import { foldEmail } from "../../../../runtime/partner/sign-in/email.ts";
import { createRootKey, openVault } from "../../../../runtime/partner/vault.ts";
import type { Queries } from "../../../../runtime/store/queries.ts";
import type { Policy, Registration } from "../../../../runtime/store/rows.ts";
import { openStore, type Store } from "../../../../runtime/store/store.ts";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const OPEN: Policy = {
  outsideRegistration: true,
  otpInsideRegistration: false,
  otpOutsideRegistration: false,
  blockOutsideRegistrationLogins: false,
  blockSystemRegistrationLogins: false,
};

/** As little work as there can be: what is tested here does not depend on it. */
const CHEAP = { ln: 4, r: 1, p: 1 };
const ORGANIZATION = "organization";

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

export interface World {
  /** What the sign-in works with, on a real store; its mails stay in {@link mails}. */
  readonly platform: Platform;
  readonly mails: Mail[];
  /** The password hashes that were spent, in order. */
  readonly hashes: ("verify" | "verifyNothing")[];
  /** The statements of each transaction so far. */
  readonly transactions: string[][];
  /** Lets time pass. */
  pass(ms: number): void;
  addTenant(policy?: Partial<Policy>): Promise<Tenant>;
  /** A consumer with the password `right`. @returns its id */
  addConsumer(tenant: Tenant, options?: ConsumerOptions): Promise<string>;
  setPolicy(tenant: Tenant, policy: Partial<Policy>): Promise<void>;
  /** Changes the chain, as an administrator does. */
  change(work: (tx: Queries) => Promise<unknown>): Promise<void>;
  /** Every byte of the store. */
  readonly folder: string;
}

export async function createWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), "docgate-sign-in-"));
  const transactions: string[][] = [];
  const store = logged(await openStore({ file: join(folder, "docgate.db") }), transactions);
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  const master = randomBytes(32);
  const vault = await openVault({ master, wrapped: await createRootKey(master) });
  const hashes: ("verify" | "verifyNothing")[] = [];
  const mails: Mail[] = [];
  const ids = createIds();
  let time = Date.UTC(2026, 0, 1);
  const parts: Partial<Platform> = {
    store,
    vault,
    passwords: counted(createPasswords({ concurrency: 2, cost: CHEAP }), hashes),
    served: createServedKeys(store),
    mailer: { send: (mail) => void mails.push(mail), close: async () => {} },
    publicUrl: "https://docgate.example",
    now: () => time,
    newId: ids,
  };
  const platform = parts as Platform;

  async function change(work: (tx: Queries) => Promise<unknown>): Promise<void> {
    await store.transaction(async (tx) => {
      await work(tx);
      for (const { id } of await tx.apiKeys.list({})) await refreshServed(tx, id);
      await tx.installation.bumpRevision();
    });
    transactions.length = 0;
  }

  const createdAt = timestamp(platform);
  await change(async (tx) => {
    await tx.installation.setRootKey("not needed");
    await tx.organizations.insert({ id: ORGANIZATION, name: "Acme", createdAt });
  });

  return {
    platform,
    mails,
    hashes,
    transactions,
    folder,
    pass: (ms) => {
      time += ms;
    },
    change,
    async addTenant(policy = {}) {
      const tenant = await makeTenant(platform, policy);
      await change(tenant.insert);
      return tenant;
    },
    async addConsumer(tenant, options = {}) {
      const { email = "ada@example.com", password = "right", registration = "system" } = options;
      const id = ids();
      const passwordHash = await platform.passwords.hash(password);
      await change((tx) =>
        tx.consumers.insert({
          ...ownedAt(createdAt, id),
          contractId: tenant.contractId,
          email,
          emailFolded: foldEmail(email),
          passwordHash,
          registration,
          lastSignInAt: null,
        }),
      );
      return id;
    },
    setPolicy: (tenant, policy) =>
      change((tx) => tx.contracts.update({ id: tenant.contractId }, policy)),
  };
}

function ownedAt(at: string, id: string) {
  return { id, organizationId: ORGANIZATION, createdAt: at, updatedAt: at };
}

async function makeTenant(
  platform: Platform,
  policy: Partial<Policy>,
): Promise<Tenant & { insert(tx: Queries): Promise<void> }> {
  const apiKeyId = platform.newId();
  const at = timestamp(platform);
  const [clientId, contractId, webhookId] = ["client", "contract", "webhook"].map(
    (kind) => `${kind}-${apiKeyId}`,
  ) as [string, string, string];
  const origin = `https://tenant-${apiKeyId}.example`;
  const contractKey = createContractKey();
  const name = apiKeyId;
  const certificate = await certificateRow(platform, `certificate-${apiKeyId}`);
  return {
    origin,
    apiKeyId,
    contractId,
    contractKey,
    certificateId: certificate.id,
    async insert(tx) {
      await tx.clients.insert({
        ...ownedAt(at, clientId),
        name,
        clientId: `dgc_${name}`,
        secretHash: "unused",
      });
      await tx.certificates.insert(certificate);
      await tx.contracts.insert({
        ...ownedAt(at, contractId),
        ...OPEN,
        ...policy,
        name,
        key: contractKey,
      });
      await tx.webhooks.insert({
        ...ownedAt(at, webhookId),
        name,
        origin,
        notificationUrl: "https://partner.example/hook",
      });
      await tx.apiKeys.insert({
        ...ownedAt(at, apiKeyId),
        name,
        keyHash: `hash of ${name}`,
        displayPrefix: "dgk_00000000",
        clientId,
        certificateId: certificate.id,
        contractId,
        webhookId,
        generation: 0,
        lastUsedAt: null,
      });
    },
  };
}

/** A certificate with a new key. */
export async function certificateRow(platform: Platform, id: string) {
  const issued = await createCertificate({ name: id, now: platform.now });
  const { privateKeyPem, certificatePem, fingerprint, notBefore, notAfter } = issued;
  return {
    ...ownedAt(timestamp(platform), id),
    name: id,
    publicCertificate: certificatePem,
    privateKey: await platform.vault.seal(`certificates/${id}/private-key`, privateKeyPem),
    secretKey: null,
    fingerprint,
    notBefore,
    notAfter,
  };
}

function createIds(): () => string {
  let count = 0;
  return () => String(++count).padStart(6, "0");
}

function counted(passwords: Passwords, hashes: ("verify" | "verifyNothing")[]): Passwords {
  return {
    hash: passwords.hash,
    verify(password, stored) {
      hashes.push("verify");
      return passwords.verify(password, stored);
    },
    verifyNothing(password) {
      hashes.push("verifyNothing");
      return passwords.verifyNothing(password);
    },
  };
}

/** A store that notes the statements of its transactions. */
function logged(store: Store, transactions: string[][]): Store {
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

/** The passcode in a mail. */
export function pinOf(mail: Mail | undefined): string | undefined {
  return /^\d{6}$/m.exec(mail?.text ?? "")?.[0];
}

/** How often what was counted, for each holder, as the store's file has it. */
export function usedBudgets({ folder }: World): Record<string, number[]> {
  const database = new DatabaseSync(join(folder, "docgate.db"), { readOnly: true });
  const rows = database.prepare("select name, used from budgets order by used").all();
  database.close();
  const used: Record<string, number[]> = {};
  for (const row of rows as { name: string; used: number }[]) {
    const kind = row.name.replace(/^sign-in\//, "").replace(/\/[^/]*$/, "");
    used[kind] = [...(used[kind] ?? []), row.used];
  }
  return used;
}
