import { describe, expect, it, vi } from "vitest";
import { updateApiKey } from "../../../../runtime/partner/chain/api-keys.ts";
import { deleteConsumer, updateConsumer } from "../../../../runtime/partner/chain/consumers.ts";
import type { Platform } from "../../../../runtime/partner/platform.ts";
import { createPasswords } from "../../../../runtime/partner/secrets/passwords.ts";
import { confirmPasscode } from "../../../../runtime/partner/sign-in/passcode.ts";
import { signIn } from "../../../../runtime/partner/sign-in/sign-in.ts";
import type { Policy } from "../../../../runtime/store/policy.ts";
import {
  BEGINNING,
  createWorld,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  pinOf,
  type Tenant,
  usedBudgets,
  type World,
} from "./set-up.ts";

// Thousands of commits: slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const HOME = "192.0.2.1";
const ELSEWHERE = "198.51.100.7";
const REFUSED = { kind: "refused" };
const TOKENS = {
  kind: "tokens",
  accessToken: expect.any(String),
  refreshToken: expect.any(String),
};
const VERIFY = { kind: "verify", hash: expect.any(String) };
const PASSCODES: Partial<Policy> = { otpInsideRegistration: true, otpOutsideRegistration: true };

interface Try {
  readonly email?: string;
  readonly password?: string;
  readonly address?: string;
}

function attempt({ platform }: Pick<World, "platform">, { origin }: Pick<Tenant, "origin">) {
  return ({ email = "ada@example.com", password = "right", address = HOME }: Try = {}) =>
    signIn(platform, { origin, address, email, password });
}

/** Creates a world with one tenant and its consumer Ada. */
async function worldOfAda(policy: Partial<Policy> = {}) {
  const world = await createWorld();
  const tenant = await world.addTenant(policy);
  const ada = await world.addConsumer(tenant);
  return { world, tenant, ada, enter: attempt(world, tenant) };
}

async function times<Result>(count: number, work: (index: number) => Promise<Result>) {
  const results: Result[] = [];
  for (let index = 0; index < count; index++) results.push(await work(index));
  return results;
}

function atOnce<Result>(count: number, work: (index: number) => Promise<Result>) {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)));
}

/** Returns a network for each index. */
function networkOf(index: number): string {
  return `203.0.${Math.floor(index / 256)}.${index % 256}`;
}

describe("signIn", () => {
  it("PIA §3: the right password gives tokens if the contract requires no passcode", async () => {
    const { world, ada, enter } = await worldOfAda();
    expect((await world.platform.store.read.consumers.find({ id: ada }))?.lastSignInAt).toBeNull();

    expect(await enter()).toEqual(TOKENS);

    const consumer = await world.platform.store.read.consumers.find({ id: ada });
    expect(consumer?.lastSignInAt).toBe(new Date(BEGINNING).toISOString());
    expect(world.mails).toEqual([]);
  });

  it.each([
    ["system", { otpInsideRegistration: true }, VERIFY],
    ["system", { otpOutsideRegistration: true }, TOKENS],
    ["outside", { otpOutsideRegistration: true }, VERIFY],
    ["outside", { otpInsideRegistration: true }, TOKENS],
    ["system", { blockSystemRegistrationLogins: true }, REFUSED],
    ["system", { blockOutsideRegistrationLogins: true }, TOKENS],
    ["outside", { blockOutsideRegistrationLogins: true }, REFUSED],
    ["outside", { blockSystemRegistrationLogins: true }, TOKENS],
    ["outside", { blockOutsideRegistrationLogins: true, otpOutsideRegistration: true }, REFUSED],
  ] as const)(
    "CHAIN-C10: a consumer of registration %s under %j",
    async (registration, policy, result) => {
      const world = await createWorld();
      const tenant = await world.addTenant(policy);
      await world.addConsumer(tenant, { registration });

      expect(await attempt(world, tenant)()).toEqual(result);
      expect(world.mails).toHaveLength(result === VERIFY ? 1 : 0);
    },
  );

  it("CHAIN-C10: the passcode goes to the consumer's address as it was registered", async () => {
    const { world, enter } = await worldOfAda(PASSCODES);

    expect(await enter({ email: "ADA@example.com" })).toEqual(VERIFY);

    expect(world.mails).toEqual([expect.objectContaining({ to: "ada@example.com" })]);
    expect(world.mails[0]?.subject).toContain("Tenant1");
    expect(world.mails[0]?.text).toContain("valid for 5 minutes");
    expect(pinOf(world.mails[0])).toMatch(/^[0-9]{6}$/);
  });

  /** Every way to be refused: preparations, and the attempt. */
  const CAUSES: Readonly<
    Record<string, (world: World, tenant: Tenant) => Promise<Try & Partial<Pick<Tenant, "origin">>>>
  > = {
    "wrong password": async () => ({ password: "wrong" }),
    "unknown address": async () => ({ email: "eve@example.com" }),
    "empty everything": async () => ({ email: "", password: "" }),
    "not registered with this tenant": async (world) => world.addTenant(),
    "an Origin without a tenant": async () => ({ origin: "https://nobody.example" }),
    "blocked by the contract": async (world, tenant) => {
      await world.setPolicy(tenant, { blockSystemRegistrationLogins: true });
      return {};
    },
    "blocked by the contract, registered outside": async (world, tenant) => {
      await world.addConsumer(tenant, { email: "eve@example.com", registration: "outside" });
      await world.setPolicy(tenant, { blockOutsideRegistrationLogins: true });
      return { email: "eve@example.com" };
    },
    "password of a million characters": async () => ({ password: "x".repeat(1_000_000) }),
    "too many wrong passwords": async (world, tenant) => {
      await times(50, () => attempt(world, tenant)({ password: "wrong" }));
      return {};
    },
    "too many wrong pins": async (world, tenant) => {
      await spendPins(world, tenant);
      return {};
    },
    "too many mails": async (world, tenant) => {
      await world.setPolicy(tenant, PASSCODES);
      await times(10, () => attempt(world, tenant)());
      return {};
    },
  };

  it.each(Object.entries(CAUSES))(
    "ATTACK-G85, ATTACK-G86: %s costs the same as every other refusal: one hash, the same statements",
    async (_, prepare) => {
      const { world, tenant } = await worldOfAda();
      const { origin = tenant.origin, ...given } = await prepare(world, tenant);
      world.hashes.length = 0;
      world.transactions.length = 0;
      const mailed = world.mails.length;

      expect(await attempt(world, { origin })(given)).toEqual(REFUSED);

      expect(world.hashes).toHaveLength(1);
      expect(world.transactions).toEqual([REFUSAL]);
      expect(world.mails).toHaveLength(mailed);
    },
  );

  /** The one transaction of a refusal. */
  const REFUSAL = [
    "consumers.find",
    "contracts.find",
    "knownNetworks.find",
    ...Array.from({ length: 9 }, () => "budgets.peek"),
    ...Array.from({ length: 5 }, () => "budgets.take"),
  ];

  it("ATTACK-G85: unknown accounts are locked like known ones, and then cost the same", async () => {
    const { world, enter } = await worldOfAda();
    for (const email of ["ada@example.com", "nobody@example.com"]) {
      await times(51, () => enter({ email, password: "wrong" }));
      world.hashes.length = 0;
      world.transactions.length = 0;

      expect(await enter({ email })).toEqual(REFUSED);
      expect(world.hashes).toHaveLength(1);
      expect(world.transactions).toEqual([REFUSAL]);
    }
    // Both have spent the same from the network's budget.
    expect(await usedBudgets(world)).toEqual({
      "password/pair": [52, 52],
      "password/account": [52, 52],
      "password/network": [104],
      "password/network56": [104],
      "password/network48": [104],
    });
  });

  it("ATTACK-G87: registered with A, signing in at B: refused, and no mail", async () => {
    const { world, tenant } = await worldOfAda(PASSCODES);
    const other = await world.addTenant(PASSCODES);

    expect(await attempt(world, other)()).toEqual(REFUSED);
    expect(world.mails).toEqual([]);
    expect(await attempt(world, tenant)()).toEqual(VERIFY);
  });

  it("ATTACK-G87: the same address with two tenants is two accounts with separate passwords", async () => {
    const { world, enter } = await worldOfAda();
    const other = await world.addTenant();
    await world.addConsumer(other, { password: "another" });

    expect(await enter({ password: "another" })).toEqual(REFUSED);
    expect(await attempt(world, other)({ password: "another" })).toEqual(TOKENS);
  });

  it("PIA §5.1: a key that loses its binding allows no more sign-ins, with immediate effect", async () => {
    const { world, tenant, enter } = await worldOfAda();
    await world.change((change) =>
      updateApiKey(change, { id: tenant.apiKeyId, fields: { contractId: null } }),
    );

    expect(await enter()).toEqual(REFUSED);
  });

  /** Creates a platform on which something happens while a password is hashed. */
  function interrupted({ platform }: World, meanwhile: () => Promise<unknown>): Platform {
    const { passwords } = platform;
    return {
      ...platform,
      passwords: {
        ...passwords,
        async verify(password, stored) {
          const isRight = await passwords.verify(password, stored);
          await meanwhile();
          return isRight;
        },
      },
    };
  }

  it.each<[string, (world: World, tenant: Tenant, ada: string) => Promise<unknown>]>([
    [
      "blocked",
      (world, tenant) => world.setPolicy(tenant, { blockSystemRegistrationLogins: true }),
    ],
    ["deleted", (world, _, id) => world.change((change) => deleteConsumer(change, id))],
    [
      "given another password",
      async (world, _, id) => {
        const passwordHash = await world.platform.passwords.hash("another");
        await world.change((change) => updateConsumer(change, { id, fields: { passwordHash } }));
      },
    ],
    [
      "cut off from the Origin",
      (world, { apiKeyId: id }) =>
        world.change((change) => updateApiKey(change, { id, fields: { certificateId: null } })),
    ],
  ])(
    "CHAIN-C15: a consumer who is %s while the password is hashed is refused",
    async (_, meanwhile) => {
      const { world, tenant, ada } = await worldOfAda();
      const platform = interrupted(world, () => meanwhile(world, tenant, ada));

      expect(await attempt({ platform }, tenant)()).toEqual(REFUSED);
    },
  );

  it("CHAIN-C15: a consumer who is deleted while the tokens are signed is refused", async () => {
    const { world, tenant, ada } = await worldOfAda();
    const { vault } = world.platform;
    const meanwhile = async (identity: string, sealed: string) => {
      await world.change((change) => deleteConsumer(change, ada));
      return vault.open(identity, sealed);
    };
    const platform = { ...world.platform, vault: { ...vault, open: meanwhile } };

    expect(await attempt({ platform }, tenant)()).toEqual(REFUSED);
    expect(await world.platform.store.read.refreshTokens.count({})).toBe(0);
  });

  it("ATTACK-G91: 50 wrong passwords from one network lock the account there, for 15 minutes", async () => {
    const { world, enter } = await worldOfAda();
    await times(49, () => enter({ password: "wrong" }));
    expect(await enter()).toEqual(TOKENS);
    expect(await enter({ password: "wrong" })).toEqual(REFUSED);

    expect(await enter()).toEqual(REFUSED);
    expect(await enter({ address: ELSEWHERE })).toEqual(TOKENS);
    world.pass(15 * MINUTE_MS - 1);
    expect(await enter()).toEqual(REFUSED);
    world.pass(1);
    expect(await enter()).toEqual(TOKENS);
  });

  it("ATTACK-G91: strangers' guesses from many networks do not lock the owner out of a known one", async () => {
    const { world, enter } = await worldOfAda();
    expect(await enter({ address: HOME })).toEqual(TOKENS);
    await times(100, (index) => enter({ password: "wrong", address: networkOf(index) }));

    expect(await enter({ address: ELSEWHERE })).toEqual(REFUSED);
    expect(await enter({ address: HOME })).toEqual(TOKENS);
    world.pass(HOUR_MS);
    expect(await enter({ address: ELSEWHERE })).toEqual(TOKENS);
  });

  it("ATTACK-G91: a network is known for 30 days after the last sign-in from it, to its account", async () => {
    const { world, tenant, enter } = await worldOfAda();
    await world.addConsumer(tenant, { email: "bob@example.com" });
    await enter();
    world.pass(20 * DAY_MS);
    await enter();
    world.pass(30 * DAY_MS - 1);
    const guesses = async () => {
      await times(100, (index) => enter({ password: "wrong", address: networkOf(index) }));
      const bob = "bob@example.com";
      await times(100, (index) =>
        enter({ email: bob, password: "wrong", address: networkOf(index) }),
      );
    };
    await guesses();
    expect(await enter({ email: "bob@example.com" })).toEqual(REFUSED);
    world.pass(1);
    expect(await enter()).toEqual(REFUSED);
    world.pass(-1);
    expect(await enter()).toEqual(TOKENS);
  });

  it("ATTACK-G91: a right password that still needs a passcode makes no network known", async () => {
    const { world, enter } = await worldOfAda(PASSCODES);
    expect(await enter()).toEqual(VERIFY);

    expect(await world.platform.store.read.knownNetworks.count({})).toBe(0);
  });

  it("ATTACK-G91: a network that tried 500 wrong passwords is refused, whatever the account", async () => {
    const { world, enter } = await worldOfAda();
    await times(500, (index) => enter({ email: `nobody-${index}@example.com` }));

    expect(await enter()).toEqual(REFUSED);
    expect(await enter({ address: ELSEWHERE })).toEqual(TOKENS);
    world.pass(15 * MINUTE_MS);
    expect(await enter()).toEqual(TOKENS);
  });

  it("ATTACK-G91: a network over its limit costs no hash and no commit, whoever the account is", async () => {
    const { world, enter } = await worldOfAda();
    await times(500, (index) => enter({ email: `nobody-${index}@example.com` }));
    world.hashes.length = 0;
    world.transactions.length = 0;

    for (const email of ["ada@example.com", "eve@example.com"]) {
      for (const password of ["right", "wrong"]) {
        expect(await enter({ email, password })).toEqual(REFUSED);
      }
    }

    expect([world.hashes, world.transactions]).toEqual([[], []]);
    expect(world.refusals.slice(-4)).toEqual(Array(4).fill("sign-in too-many-passwords"));
  });

  it("ATTACK-G91: all addresses that one IPv6 host can have are one network", async () => {
    const { enter } = await worldOfAda();
    await times(50, (index) =>
      enter({ password: "wrong", address: `2001:db8:0:7::${index.toString(16)}` }),
    );

    expect(await enter({ address: "2001:db8:0:7:ffff::1" })).toEqual(REFUSED);
    expect(await enter({ address: "2001:db8:0:8::1" })).toEqual(TOKENS);
  });

  it("ATTACK-T282: the IPv6 networks that one customer may have are limited together", async () => {
    const { enter } = await worldOfAda();
    const known = "2001:db8:0:7ff::1";
    expect(await enter({ address: known })).toEqual(TOKENS);
    await times(1000, (index) =>
      enter({
        email: `nobody-${index}@example.com`,
        address: `2001:db8:0:7${(index % 250).toString(16).padStart(2, "0")}::1`,
      }),
    );

    expect(await enter({ address: "2001:db8:0:7fe::1" })).toEqual(REFUSED);
    expect(await enter({ address: known })).toEqual(TOKENS);
    expect(await enter({ address: "2001:db8:0:8::1" })).toEqual(TOKENS);
  });

  it("ATTACK-T281: during a flood from many networks, a sign-in from a known one is hashed among the first", async () => {
    const { world, enter } = await worldOfAda();
    expect(await enter({ address: HOME })).toEqual(TOKENS);
    const passwords = createPasswords({ concurrency: 1, cost: { ln: 4, r: 1, p: 1 } });
    Object.assign(world.platform.passwords, passwords);
    const answered: string[] = [];
    const flood = Array.from({ length: 300 }, async (_, index) => {
      await enter({ email: `nobody-${index}@example.com`, address: networkOf(index) });
      answered.push("stranger");
    });
    const owner = enter({ address: HOME }).then(() => answered.push("owner"));
    await Promise.all([...flood, owner]);
    expect(answered.indexOf("owner")).toBeLessThan(10);
  });

  it("ATTACK-G91: an IPv4 client is the same network however the socket writes it", async () => {
    const { enter } = await worldOfAda();
    await times(50, () => enter({ password: "wrong", address: `::ffff:${HOME}` }));

    expect(await enter({ address: HOME })).toEqual(REFUSED);
  });

  it("ATTACK-G91: an account's budgets are those of its tenant, not of the same address elsewhere", async () => {
    const { world, tenant, enter } = await worldOfAda();
    const other = await world.addTenant(PASSCODES);
    await world.addConsumer(other);
    await spendPins(world, tenant);
    await times(100, (index) => enter({ password: "wrong", address: networkOf(index) }));

    expect(await enter()).toEqual(REFUSED);
    expect(await attempt(world, other)()).toEqual(VERIFY);
  });

  it("ATTACK-G91: wrong pins do not lock sign-ins without a passcode, nor wrong passwords a passcode", async () => {
    const { world, tenant, enter } = await worldOfAda();
    await spendPins(world, tenant);
    expect(await enter()).toEqual(REFUSED);
    await world.setPolicy(tenant, { otpInsideRegistration: false });
    expect(await enter()).toEqual(TOKENS);

    await world.addConsumer(tenant, { email: "bob@example.com" });
    await world.setPolicy(tenant, PASSCODES);
    const started = await enter({ email: "bob@example.com" });
    await times(50, () => enter({ email: "bob@example.com", password: "wrong" }));
    expect(started).toEqual(VERIFY);
    const { hash } = started as { hash: string };
    const pin = pinOf(world.mails.at(-1));
    const proof = { origin: tenant.origin, address: HOME, hash, pin };
    expect(await confirmPasscode(world.platform, proof)).toEqual(TOKENS);
  });

  it("ATTACK-G92: a hundred simultaneous right sign-ins of one user all succeed", async () => {
    const { enter } = await worldOfAda();
    await times(49, () => enter({ password: "wrong" }));

    const results = await atOnce(100, () => enter());

    expect(results).toEqual(results.map(() => TOKENS));
    const tokens = results.map((result) => (result as { refreshToken: string }).refreshToken);
    expect(new Set(tokens).size).toBe(100);
  });

  it("ATTACK-G92: right passwords are not counted", async () => {
    const { world, enter } = await worldOfAda();
    await times(60, () => enter());

    expect(await enter()).toEqual(TOKENS);
    expect(await usedBudgets(world)).toEqual({});
  });

  it("ATTACK-G91: a guess is checked after its hash, counting other guesses made by then", async () => {
    const { world, tenant, enter } = await worldOfAda();
    const platform = interrupted(world, () => atOnce(50, () => enter({ password: "wrong" })));

    expect(await attempt({ platform }, tenant)()).toEqual(REFUSED);
  });

  it("ATTACK-G91: no simultaneous guess is missing from the count", async () => {
    const { world, enter } = await worldOfAda();
    await atOnce(60, () => enter({ password: "wrong" }));

    expect((await usedBudgets(world))["password/pair"]).toEqual([60]);
    expect(await enter()).toEqual(REFUSED);
  });

  it("CHAIN-C9: the budget does not reveal that a refused password was right", async () => {
    const { world, tenant, enter } = await worldOfAda({ blockSystemRegistrationLogins: true });
    await enter();
    await enter({ password: "wrong" });

    expect((await usedBudgets(world))["password/pair"]).toEqual([2]);
    await world.setPolicy(tenant, { blockSystemRegistrationLogins: false });
    expect(await enter()).toEqual(TOKENS);
  });

  it.each([
    ["case", "ADA@Example.COM"],
    ["white space around it", " ada@example.com\r\n"],
  ])("ATTACK-G97: %s does not make another account", async (_, email) => {
    const { enter } = await worldOfAda();

    expect(await enter({ email })).toEqual(TOKENS);
  });

  it("ATTACK-G97: an accent may be encoded in either way", async () => {
    const { world, tenant, enter } = await worldOfAda();
    await world.addConsumer(tenant, { email: "Zoë@example.com".normalize("NFD") });

    expect(await enter({ email: "zoë@example.com".normalize("NFC") })).toEqual(TOKENS);
    expect(await enter({ email: "ZOË@example.com".normalize("NFD") })).toEqual(TOKENS);
  });

  it.each([
    ["a header", "ada@example.com\r\nBcc: eve@example.com"],
    ["10 KB", `${"a".repeat(10_000)}@example.com`],
    ["a NUL", "ada@example.com\0"],
    ["half a character", "ada@example.com\ud800"],
  ])("ATTACK-G97: an address with %s is an unknown one", async (_, email) => {
    const { world, enter } = await worldOfAda(PASSCODES);

    expect(await enter({ email })).toEqual(REFUSED);
    expect(world.mails).toEqual([]);
  });

  it("ATTACK-G98: the answer does not wait for a mail server", async () => {
    const { world, tenant } = await worldOfAda(PASSCODES);
    const never = new Promise<never>(() => {});
    const mailer = { ...world.platform.mailer, send: () => never as never };

    expect(await attempt({ platform: { ...world.platform, mailer } }, tenant)()).toEqual(VERIFY);
  });

  it("ATTACK-G95: the mail is sent after the commit", async () => {
    const { world, tenant } = await worldOfAda(PASSCODES);
    const { store } = world.platform;
    const challenges: Promise<number>[] = [];
    const mailer = {
      ...world.platform.mailer,
      send: () => void challenges.push(store.read.challenges.count({})),
    };
    await attempt({ platform: { ...world.platform, mailer } }, tenant)();

    expect(await Promise.all(challenges)).toEqual([1]);
  });

  it("ATTACK-G99: ten mails an hour for an account, then it is refused", async () => {
    const { world, enter } = await worldOfAda(PASSCODES);
    const results = await atOnce(15, (index) => enter({ address: networkOf(index) }));

    expect(results.filter(({ kind }) => kind === "verify")).toHaveLength(10);
    expect(results.filter(({ kind }) => kind === "refused")).toHaveLength(5);
    expect(world.mails).toHaveLength(10);
    world.pass(HOUR_MS);
    expect(await enter()).toEqual(VERIFY);
  });

  it("ATTACK-G99: a hundred mails an hour from a network, over all accounts", async () => {
    const { world, tenant, enter } = await worldOfAda(PASSCODES);
    const emails = Array.from({ length: 10 }, (_, index) => `user-${index}@example.com`);
    for (const email of emails) await world.addConsumer(tenant, { email });
    for (const email of emails) await times(10, () => enter({ email }));

    expect(world.mails).toHaveLength(100);
    expect(await enter()).toEqual(REFUSED);
    expect(world.mails).toHaveLength(100);
    expect(await enter({ address: ELSEWHERE })).toEqual(VERIFY);
  });

  it.each([
    ["of 1024 characters", "x".repeat(1024)],
    ["with a NUL", "ri\0ght"],
    ["with a NUL at the end", "right\0"],
    ["beyond bcrypt's 72 bytes", `${"🔑".repeat(72)}a`],
  ])("ATTACK-G103: a password %s is used unchanged", async (_, password) => {
    const { world, tenant, enter } = await worldOfAda();
    await world.addConsumer(tenant, { email: "bob@example.com", password });

    expect(await enter({ email: "bob@example.com", password })).toEqual(TOKENS);
    expect(await enter({ email: "bob@example.com", password: `${password}x` })).toEqual(REFUSED);
    const short = password.slice(0, -1);
    expect(await enter({ email: "bob@example.com", password: short })).toEqual(REFUSED);
  });

  it("ATTACK-J135: a lock does not outlive a clock that was a year ahead, and the next one works", async () => {
    const { world, tenant, enter } = await worldOfAda();
    world.pass(365 * DAY_MS);
    await times(50, () => enter({ password: "wrong" }));
    await spendPins(world, tenant);
    world.pass(-365 * DAY_MS);

    expect(await enter()).toEqual(VERIFY);
    await times(50, () => enter({ password: "wrong" }));
    expect(await enter()).toEqual(REFUSED);
    world.pass(15 * MINUTE_MS);
    expect(await enter()).toEqual(VERIFY);
  });

  it("ATTACK-I121, ATTACK-G95: the store contains no password, token, challenge, pin or network in plain text", async () => {
    const { world, tenant, enter } = await worldOfAda();
    const { accessToken, refreshToken } = (await enter()) as Record<string, string>;
    await enter({ password: "a wrong password" });
    await world.setPolicy(tenant, PASSCODES);
    const { hash } = (await enter()) as { hash: string };
    const pin = pinOf(world.mails[0])!;
    const secrets = [accessToken!, refreshToken!, hash, `:${pin}`, "a wrong password", HOME];
    const contents = await world.place.contents();
    for (const secret of secrets) expect(contents.includes(secret)).toBe(false);
    const [challenge] = await world.platform.store.read.challenges.list({});
    expect(Object.values(challenge!)).not.toContain(pin);
  });
});

/** Uses up five wrong pins; the contract still requires passcodes afterwards. */
async function spendPins(world: World, tenant: Tenant): Promise<void> {
  await world.setPolicy(tenant, PASSCODES);
  await times(5, async () => {
    const { hash } = (await attempt(world, tenant)({ address: ELSEWHERE })) as { hash: string };
    const proof = { origin: tenant.origin, address: ELSEWHERE, hash, pin: "wrong" };
    expect(await confirmPasscode(world.platform, proof)).toEqual({ kind: "expired" });
  });
}
