import { randomBytes } from "node:crypto";
import { v7 } from "uuid";
import { onTestFinished } from "vitest";
import { OPEN_POLICY } from "../../runtime/admin/sign-in/policy.ts";
import { AdminRefusals } from "../../runtime/partner/calls/admin-refusals.ts";
import { CallCounter } from "../../runtime/partner/calls/call-counter.ts";
import type { Actor } from "../../runtime/partner/change.ts";
import { createLastUse } from "../../runtime/partner/keys/last-use.ts";
import { RateLimits } from "../../runtime/partner/keys/rate-limits.ts";
import { createServedKeys } from "../../runtime/partner/keys/served-keys.ts";
import type { Mailer } from "../../runtime/partner/mail/mailer.ts";
import type { Mail } from "../../runtime/partner/mail/message.ts";
import { parseAllowance } from "../../runtime/partner/notices/allowance.ts";
import type { Outgoing } from "../../runtime/partner/notices/dispatcher.ts";
import type { Platform } from "../../runtime/partner/platform.ts";
import { createRootKey, openVault, type Vault } from "../../runtime/partner/secrets/vault.ts";
import { createTokenRing, prepareSigningKey } from "../../runtime/partner/tokens/token-ring.ts";
import { openStore, type Store } from "../../runtime/store/store.ts";
import { CHEAP_PASSWORDS } from "./passwords.ts";
import { openStorePlace, type TestPlace } from "./store-place.ts";

export interface TestPlatformOptions {
  readonly publicUrl?: string;
  /** See `parseAllowance`. Default: private networks are allowed. */
  readonly noticeAllowPrivate?: string;
  /** Addresses of the machine. Default: none. */
  readonly ownAddresses?: readonly string[];
}

/** A platform in this process, over a separate store, that reaches nothing outside. */
export interface TestPlatform {
  readonly platform: Platform;
  readonly place: TestPlace;
  readonly clock: TestClock;
  /** The notices that would have been sent, in order. */
  readonly sent: readonly Outgoing[];
  readonly mails: readonly Mail[];
  /** The refused actions with their reasons, such as `mint no-client-id`. */
  readonly refusals: readonly string[];
  /** Errors reported through `onError`. */
  readonly errors: readonly unknown[];
  /** Forgets the notices sent so far. */
  forgetSent(): void;
  close(): Promise<void>;
}

/** A clock that stands still until it is moved. */
export interface TestClock {
  now(): number;
  set(time: number | string): void;
  advance(ms: number): void;
  /** Returns the time that it was advanced by: setting it does not count. */
  elapsed(): number;
}

/** Creates a platform that is closed when the test ends. */
export async function createTestPlatform(options: TestPlatformOptions = {}): Promise<TestPlatform> {
  const opened = await openTestPlatform(options);
  onTestFinished(opened.close);
  return opened;
}

/** Creates one for several tests: the caller closes it. */
export async function openTestPlatform({
  publicUrl = "https://docgate.test",
  noticeAllowPrivate = "1",
  ownAddresses = [],
}: TestPlatformOptions = {}): Promise<TestPlatform> {
  const place = await openStorePlace();
  const clock = createClock("2026-03-01T12:00:00.000Z");
  const sent: Outgoing[] = [];
  const mails: Mail[] = [];
  const errors: unknown[] = [];
  const refusals: string[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const newId = createIds(clock);
  const store = await openStore({ ...place, now: clock.now });
  const vault = await openTestVault(store);
  const signingKey = await prepareSigningKey(vault, clock);
  await store.transaction((tx) => signingKey.save(tx));
  const { now } = clock;
  const lastUse = createLastUse({ store, table: "apiKeys", now, onError });
  const tokenUse = createLastUse({ store, table: "adminTokens", now, onError });
  return {
    platform: {
      store,
      vault,
      // A copy, because tests change it.
      passwords: { ...CHEAP_PASSWORDS },
      tokens: createTokenRing({ store, vault, now: clock.now, newId }),
      served: createServedKeys(store),
      rateLimits: new RateLimits({ store, elapsed: clock.elapsed }),
      lastUse,
      tokenUse,
      dispatcher: {
        send: (notices) => void sent.push(...notices),
        unsettled: () => [],
        close: async () => {},
      },
      mailer: recordingMailer(mails),
      onRefusal(action, reason, call) {
        if (call) call.refusal = reason;
        refusals.push(`${action} ${reason}`);
      },
      calls: new CallCounter(clock.now),
      callLog: null,
      adminRefusals: new AdminRefusals({
        now: clock.now,
        onRefusal: (reason) => void refusals.push(`admin ${reason}`),
      }),
      searchGaps: null,
      allowance: parseAllowance(noticeAllowPrivate, () => ownAddresses),
      findTexts: async () => [],
      publicUrl,
      now: clock.now,
      newId,
    },
    place,
    clock,
    sent,
    mails,
    errors,
    refusals,
    forgetSent: () => void sent.splice(0),
    async close() {
      await lastUse.settle();
      await tokenUse.settle();
      await store.close();
      await place.remove();
    },
  };
}

/** Creates an organization without administrators. @returns an actor for changes in it */
export async function createOrganization({ platform }: TestPlatform, name: string): Promise<Actor> {
  const id = platform.newId();
  const createdAt = new Date(platform.now()).toISOString();
  await platform.store.transaction((tx) =>
    tx.organizations.insert({ id, name, createdAt, ...OPEN_POLICY }),
  );
  return { organizationId: id, name: `admin@${name.toLowerCase()}.test` };
}

/** Makes the next transactions begin together, so that each sees the state before all of them. */
export function holdTransactions({ platform }: TestPlatform, count: number): void {
  const { store } = platform;
  const { promise, resolve } = Promise.withResolvers<void>();
  let arrived = 0;
  const held: Store = {
    ...store,
    async transaction(work) {
      if (++arrived >= count) resolve();
      await promise;
      return store.transaction(work);
    },
  };
  Object.assign(platform, { store: held });
}

/** Runs something once, after the next password is verified and before the result is used. */
export function afterNextVerification(
  { platform }: TestPlatform,
  work: () => Promise<unknown>,
): void {
  const { verify } = platform.passwords;
  Object.assign(platform.passwords, {
    async verify(password: string, stored: string) {
      const isRight = await verify(password, stored);
      Object.assign(platform.passwords, { verify });
      await work();
      return isRight;
    },
  });
}

/** Runs something once, before the next transaction: after a request was admitted. */
export function beforeNextTransaction(
  { platform }: TestPlatform,
  work: () => Promise<unknown>,
): void {
  const { store } = platform;
  const late: Store = {
    ...store,
    async transaction(change) {
      Object.assign(platform, { store });
      await work();
      return store.transaction(change);
    },
  };
  Object.assign(platform, { store: late });
}

function createClock(start: string): TestClock {
  let time = Date.parse(start);
  let elapsed = 0;
  return {
    now: () => time,
    elapsed: () => elapsed,
    set(to) {
      time = typeof to === "string" ? Date.parse(to) : to;
    },
    advance(ms) {
      time += ms;
      elapsed += ms;
    },
  };
}

/** Creates ids that stay in order even while the clock stands still. */
function createIds({ now }: TestClock): () => string {
  let count = 0;
  return () => v7({ msecs: now(), seq: count++ });
}

async function openTestVault(store: Store): Promise<Vault> {
  const master = randomBytes(32);
  const wrapped = await createRootKey(master);
  await store.transaction((tx) => tx.installation.setRootKey(wrapped));
  return openVault({ master, wrapped });
}

function recordingMailer(mails: Mail[]): Mailer {
  return {
    hasServer: true,
    send: (mail) => void mails.push(mail),
    check: async () => {},
    close: async () => {},
  };
}
