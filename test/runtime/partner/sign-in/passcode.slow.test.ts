import { describe, expect, it, vi } from "vitest";
import { updateApiKey } from "../../../../runtime/partner/chain/api-keys.ts";
import { deleteConsumer } from "../../../../runtime/partner/chain/consumers.ts";
import { confirmPasscode, createChallenge } from "../../../../runtime/partner/sign-in/passcode.ts";
import { signIn } from "../../../../runtime/partner/sign-in/sign-in.ts";
import type { Policy } from "../../../../runtime/store/policy.ts";
import {
  BEGINNING,
  createWorld,
  HOUR_MS,
  MINUTE_MS,
  pinOf,
  type Tenant,
  usedBudgets,
  type World,
} from "./set-up.ts";

// Hundreds of commits: slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const HOME = "192.0.2.1";
const ELSEWHERE = "198.51.100.7";
const EXPIRED = { kind: "expired" };
const REFUSED = { kind: "refused" };
const TOKENS = {
  kind: "tokens",
  accessToken: expect.any(String),
  refreshToken: expect.any(String),
};
const PASSCODES: Partial<Policy> = { otpInsideRegistration: true, otpOutsideRegistration: true };

interface MailedPasscode {
  readonly hash: string;
  readonly pin: string;
}

/** Creates a world with one tenant that requires passcodes and its consumer Ada. */
async function worldOfAda() {
  const world = await createWorld();
  const tenant = await world.addTenant(PASSCODES);
  const ada = await world.addConsumer(tenant);
  return { world, tenant, ada, ...doors(world, tenant) };
}

function doors({ platform, mails }: World, { origin }: Tenant) {
  return {
    /** Signs in with the right password and reads the mail. */
    async start(email = "ada@example.com"): Promise<MailedPasscode> {
      const request = { origin, address: HOME, email, password: "right" };
      const result = await signIn(platform, request);
      if (result.kind !== "verify") throw new Error(`Expected a challenge, got ${result.kind}`);
      return { hash: result.hash, pin: pinOf(mails.at(-1))! };
    },
    confirm: ({ hash, pin }: { hash: string; pin: unknown }, address = HOME) =>
      confirmPasscode(platform, { origin, address, hash, pin }),
  };
}

/** Returns a pin other than the right one. */
function wrong(pin: string): string {
  return pin === "123456" ? "654321" : "123456";
}

describe("confirmPasscode", () => {
  it("PIA §3: the right pin with the hash gives tokens, and completes the sign-in", async () => {
    const { world, ada, start, confirm } = await worldOfAda();
    const { store } = world.platform;
    const started = await start();
    expect((await store.read.consumers.find({ id: ada }))?.lastSignInAt).toBeNull();
    world.pass(MINUTE_MS);

    expect(await confirm(started)).toEqual(TOKENS);

    const consumer = await store.read.consumers.find({ id: ada });
    expect(consumer?.lastSignInAt).toBe(new Date(BEGINNING + MINUTE_MS).toISOString());
    expect(await store.read.knownNetworks.count({ consumerId: ada })).toBe(1);
  });

  it("ATTACK-G88: after a wrong pin, the right one is refused", async () => {
    const { start, confirm } = await worldOfAda();
    const { hash, pin } = await start();

    expect(await confirm({ hash, pin: wrong(pin) })).toEqual(EXPIRED);
    expect(await confirm({ hash, pin })).toEqual(EXPIRED);
  });

  it("ATTACK-G89: of a hundred simultaneous confirms, one gets tokens", async () => {
    const { world, start, confirm } = await worldOfAda();
    const started = await start();

    const results = await Promise.all(Array.from({ length: 100 }, () => confirm(started)));

    expect(results.filter(({ kind }) => kind === "tokens")).toHaveLength(1);
    expect(results.filter(({ kind }) => kind === "expired")).toHaveLength(99);
    expect(await world.platform.store.read.refreshTokens.count({})).toBe(1);
    // The late ones guessed nothing.
    expect((await usedBudgets(world))["pin/account"]).toBeUndefined();
  });

  it("ATTACK-G89: of a hundred simultaneous guesses, one is checked", async () => {
    const { world, start, confirm } = await worldOfAda();
    const { hash, pin } = await start();
    const guesses = Array.from({ length: 99 }, (_, index) => String(100_000 + index));
    const pins = [...guesses.filter((guess) => guess !== pin), pin];

    const results = await Promise.all(pins.map((guess) => confirm({ hash, pin: guess })));

    expect(results.every(({ kind }) => kind === "expired")).toBe(true);
    expect(await usedBudgets(world)).toMatchObject({ "pin/account": [1], "pin/network": [1] });
  });

  it("ATTACK-G90: requesting another passcode gives no new guesses: five in an hour, then no challenge, no mail", async () => {
    const { world, tenant, start, confirm } = await worldOfAda();
    for (let guess = 0; guess < 5; guess++) {
      const { hash, pin } = await start();
      expect(await confirm({ hash, pin: wrong(pin) })).toEqual(EXPIRED);
    }
    const again = (address: string) =>
      signIn(world.platform, {
        origin: tenant.origin,
        address,
        email: "ada@example.com",
        password: "right",
      });

    expect(await again(HOME)).toEqual(REFUSED);
    expect(await again(ELSEWHERE)).toEqual(REFUSED);
    expect(world.mails).toHaveLength(5);
    world.pass(HOUR_MS);
    expect(await confirm(await start())).toEqual(TOKENS);
  });

  it("ATTACK-G90: a right pin in between gives no new guesses either", async () => {
    const { start, confirm } = await worldOfAda();
    for (let guess = 0; guess < 5; guess++) {
      const { hash, pin } = await start();
      await confirm({ hash, pin: wrong(pin) });
      if (guess === 2) expect(await confirm(await start())).toEqual(TOKENS);
    }

    await expect(start()).rejects.toThrow("got refused");
  });

  it("ATTACK-G90: one account's wrong pins do not count for another account", async () => {
    const { world, tenant, start, confirm } = await worldOfAda();
    await world.addConsumer(tenant, { email: "bob@example.com" });
    for (let guess = 0; guess < 5; guess++) {
      const { hash, pin } = await start();
      await confirm({ hash, pin: wrong(pin) });
    }

    expect(await confirm(await start("bob@example.com"))).toEqual(TOKENS);
  });

  it("PIA §7: fifty wrong pins from a network in an hour end its guessing, over all accounts", async () => {
    const { world, tenant, start, confirm } = await worldOfAda();
    for (let user = 0; user < 10; user++) {
      const email = `user-${user}@example.com`;
      await world.addConsumer(tenant, { email });
      for (let guess = 0; guess < 5; guess++) {
        const { hash, pin } = await start(email);
        await confirm({ hash, pin: wrong(pin) });
      }
    }

    expect(await confirm(await start())).toEqual(EXPIRED);
    expect(await confirm(await start(), ELSEWHERE)).toEqual(TOKENS);
    world.pass(HOUR_MS);
    expect(await confirm(await start())).toEqual(TOKENS);
  });

  it("ATTACK-G93: the hash of one challenge with the pin of another; a hash after its success", async () => {
    const { world, tenant, start, confirm } = await worldOfAda();
    await world.addConsumer(tenant, { email: "bob@example.com" });
    const [ada, bob] = [await start(), await start("bob@example.com")];
    expect(await confirm({ hash: ada.hash, pin: bob.pin })).toEqual(EXPIRED);
    expect(await confirm({ hash: bob.hash, pin: bob.pin })).toEqual(TOKENS);
    expect(await confirm({ hash: bob.hash, pin: bob.pin })).toEqual(EXPIRED);

    const [first, second] = [await start(), await start()];
    expect(await confirm({ hash: first.hash, pin: second.pin })).toEqual(EXPIRED);
    expect(await confirm({ hash: second.hash, pin: second.pin })).toEqual(TOKENS);
  });

  it("ATTACK-G93: the hash from tenant A at the Origin of tenant B", async () => {
    const { world, start } = await worldOfAda();
    const other = await world.addTenant(PASSCODES);
    const started = await start();

    expect(await doors(world, other).confirm(started)).toEqual(EXPIRED);
    expect(await world.platform.store.read.refreshTokens.count({})).toBe(0);
  });

  it("ATTACK-G93: a wrong pin at another tenant's Origin does not count as a guess", async () => {
    const { world, start } = await worldOfAda();
    const other = await world.addTenant(PASSCODES);
    const { hash, pin } = await start();

    expect(await doors(world, other).confirm({ hash, pin: wrong(pin) })).toEqual(EXPIRED);
    expect((await usedBudgets(world))["pin/account"]).toBeUndefined();
  });

  it("ATTACK-G93: a made-up hash, whatever the pin", async () => {
    const { start, confirm } = await worldOfAda();
    const { pin } = await start();

    for (const hash of ["", "x", "\ud800", "a".repeat(43)]) {
      expect(await confirm({ hash, pin })).toEqual(EXPIRED);
    }
  });

  it.each([
    ["a number", (pin: string) => Number(pin)],
    ["a list", (pin: string) => [pin]],
    ["an object", (pin: string) => ({ toString: () => pin })],
    ["nothing", () => null],
    [
      "digits of another script",
      (pin: string) => pin.replace(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[+digit]!),
    ],
    ["white space around it", (pin: string) => ` ${pin}`],
    ["a digit too many", (pin: string) => `0${pin}`],
    ["a sign", (pin: string) => `+${pin.slice(1)}`],
  ])("ATTACK-G94: %s is a wrong pin, and uses the only attempt", async (_, disguise) => {
    const { start, confirm } = await worldOfAda();
    const { hash, pin } = await start();

    expect(await confirm({ hash, pin: disguise(pin) })).toEqual(EXPIRED);
    expect(await confirm({ hash, pin })).toEqual(EXPIRED);
  });

  it("ATTACK-G94: leading zeros are part of the pin", async () => {
    const { world, ada, confirm } = await worldOfAda();
    const { platform } = world;
    let challenge = createChallenge(platform, ada);
    while (!challenge.pin.startsWith("0")) challenge = createChallenge(platform, ada);
    const { hash, pin, row } = challenge;
    const put = () => platform.store.transaction((tx) => tx.challenges.put(row, ["consumerId"]));

    await put();
    expect(await confirm({ hash, pin: pin.slice(1) })).toEqual(EXPIRED);
    await put();
    expect(await confirm({ hash, pin })).toEqual(TOKENS);
  });

  it("ATTACK-G95: the store's copy of a pin is useless without its challenge's hash", async () => {
    const { world, ada } = await worldOfAda();
    const { vault } = world.platform;
    const { hash, pin, row } = createChallenge(world.platform, ada);

    expect(row.pinHash).toBe(vault.hash("pin", `${hash}:${pin}`));
    expect(JSON.stringify(row)).not.toContain(hash);
    const guesses = [pin, `${ada}:${pin}`, `${row.idHash}:${pin}`];
    expect(guesses.map((guess) => vault.hash("pin", guess))).not.toContain(row.pinHash);
  });

  it.each([
    ["one millisecond before five minutes", 5 * MINUTE_MS - 1, TOKENS],
    ["after five minutes", 5 * MINUTE_MS, EXPIRED],
    ["before it was created: a clock set back gains no extra time", -1, EXPIRED],
  ])("ATTACK-G96: %s", async (_, wait, result) => {
    const { world, start, confirm } = await worldOfAda();
    const started = await start();
    world.pass(wait);

    expect(await confirm(started)).toEqual(result);
    expect((await usedBudgets(world))["pin/account"]).toBeUndefined();
  });

  it("ATTACK-G96: a new passcode ends the previous one", async () => {
    const { start, confirm } = await worldOfAda();
    const [first, second] = [await start(), await start()];

    expect(await confirm(first)).toEqual(EXPIRED);
    expect(await confirm(second)).toEqual(TOKENS);
  });

  it("ATTACK-G96: of simultaneous sign-ins, one challenge remains", async () => {
    const { world, start } = await worldOfAda();
    await Promise.all(Array.from({ length: 10 }, () => start()));

    expect(await world.platform.store.read.challenges.count({})).toBe(1);
  });

  it.each<[string, (world: World, tenant: Tenant, ada: string) => Promise<unknown>]>([
    [
      "its kind is blocked",
      (world, tenant) => world.setPolicy(tenant, { blockSystemRegistrationLogins: true }),
    ],
    ["it is deleted", (world, _, id) => world.change((change) => deleteConsumer(change, id))],
    [
      "the contract is unbound",
      (world, { apiKeyId: id }) =>
        world.change((change) => updateApiKey(change, { id, fields: { contractId: null } })),
    ],
    [
      "the certificate is unbound",
      (world, { apiKeyId: id }) =>
        world.change((change) => updateApiKey(change, { id, fields: { certificateId: null } })),
    ],
  ])("CHAIN-C15: a consumer cannot confirm once %s", async (_, meanwhile) => {
    const { world, tenant, ada, start, confirm } = await worldOfAda();
    const started = await start();
    await meanwhile(world, tenant, ada);

    expect(await confirm(started)).toEqual(EXPIRED);
    expect(await world.platform.store.read.refreshTokens.count({})).toBe(0);
  });

  it("CHAIN-C10: a contract that stops requiring passcodes still accepts a pending one", async () => {
    const { world, tenant, start, confirm } = await worldOfAda();
    const started = await start();
    await world.setPolicy(tenant, { otpInsideRegistration: false });

    expect(await confirm(started)).toEqual(TOKENS);
  });
});
