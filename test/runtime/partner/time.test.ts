import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { OPEN_POLICY } from "../../../runtime/admin/sign-in/policy.ts";
import { signingKeys } from "../../../runtime/cli/cli-session.ts";
import { claimCode, issueCode } from "../../../runtime/partner/api/handshake.ts";
import { openPlatform } from "../../../runtime/partner/open.ts";
import type { Platform } from "../../../runtime/partner/platform.ts";
import { createTestChain } from "../../support/access-chain.ts";
import { createOrganization, createTestPlatform, type TestClock } from "../../support/platform.ts";
import { makeFolder } from "../../support/tree.ts";

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
const YEAR_MS = 365.25 * 24 * HOUR_MS;

interface Scene {
  readonly platform: Platform;
  readonly clock: TestClock;
  readonly keyId: string;
  readonly clientId: string;
  issue(): Promise<string>;
  claim(code: string): Promise<boolean>;
}

async function createScene(): Promise<Scene> {
  const test = await createTestPlatform();
  const { platform, clock } = test;
  const actor = await createOrganization(test, "Acme");
  const { apiKey, client } = await createTestChain(platform, { actor, name: "Shop" });
  const keyId = apiKey.id;
  const { clientId } = client;
  const caller = async () => (await platform.served.byId(keyId))!;
  return {
    platform,
    clock,
    keyId,
    clientId,
    issue: async () => (await issueCode(platform, await caller(), { clientId }))!,
    claim: async (code) =>
      claimCode(platform, { key: await caller(), mintedFor: null }, { clientId, code }),
  };
}

describe("a certificate code", () => {
  it.each([
    ["ATTACK-E53: is valid after 119 s", [119], true],
    ["ATTACK-E53: is not valid after 121 s", [121], false],
    ["ATTACK-E53: is not valid while the clock is an hour slow", [-3600], false],
    [
      "ATTACK-J135: is valid after 60 s, though the clock was an hour slow in between",
      [-3600, 3660],
      true,
    ],
    ["ATTACK-J135: still has 120 s if the clock was an hour slow", [-3600, 3721], false],
    [
      "ATTACK-J135: is valid after 60 s, though the clock was an hour fast in between",
      [3600, -3540],
      true,
    ],
    ["ATTACK-J135: still has 120 s if the clock was an hour fast", [3600, -3479], false],
  ] as const)("%s", async (_, steps, isGood) => {
    const { clock, issue, claim } = await createScene();
    const code = await issue();
    for (const seconds of steps) clock.advance(seconds * SECOND_MS);
    expect(await claim(code)).toBe(isGood);
    // Consumed in any case.
    expect(await claim(code)).toBe(false);
  });

  it.each([
    [119, true],
    [121, false],
  ])("ATTACK-E53: a restart does not change its lifetime: after %i s", async (seconds, isGood) => {
    const data = join(await makeFolder(), "data");
    let time = Date.UTC(2026, 2, 1, 12);
    let count = 0;
    const options = {
      data,
      mailFrom: "docgate@localhost",
      noticeAllowPrivate: "127.0.0.1",
      ownAddresses: () => [],
      publicUrl: "https://docgate.test",
      cores: 1,
      now: () => time,
      elapsed: () => 0,
      callLog: false,
      newId: () => `id-${++count}`,
      onError(error: unknown) {
        throw error;
      },
    };
    const first = await openPlatform(options);
    const organizationId = "org";
    await first.platform.store.transaction((tx) =>
      tx.organizations.insert({ id: organizationId, name: "Acme", createdAt: "", ...OPEN_POLICY }),
    );
    const actor = { organizationId, name: "admin" };
    const { apiKey, client } = await createTestChain(first.platform, { actor, name: "Shop" });
    const { clientId } = client;
    const caller = await first.platform.served.byId(apiKey.id);
    const code = await issueCode(first.platform, caller!, { clientId });
    await first.close({ graceMs: 0 });

    time += seconds * SECOND_MS;
    const second = await openPlatform(options);
    const same = { key: (await second.platform.served.byId(apiKey.id))!, mintedFor: null };
    const claim = { clientId, code: code! };
    expect(await claimCode(second.platform, same, claim)).toBe(isGood);
    await second.close({ graceMs: 0 });
  });
});

describe("application tokens", () => {
  it.each([10 * YEAR_MS, -10 * YEAR_MS])(
    "ATTACK-C30: stay valid when the clock jumps by %i ms",
    async (jump) => {
      const { platform, clock, keyId, clientId } = await createScene();
      const token = { keyId, clientId, generation: 1 };
      const before = await platform.tokens.mint(token);
      clock.advance(jump);
      expect(await platform.tokens.verify(before)).toEqual(token);
      const after = await platform.tokens.mint(token);
      clock.advance(-jump);
      expect(await platform.tokens.verify(after)).toEqual(token);
    },
  );

  it.each([0, -HOUR_MS, HOUR_MS])(
    "ATTACK-C34, ATTACK-J135: are signed by the newest key, created while the clock was %i ms off",
    async (jump) => {
      const { platform, clock, keyId, clientId } = await createScene();
      const token = { keyId, clientId, generation: 1 };
      const old = await platform.tokens.mint(token);
      clock.advance(jump);
      const kid = await signingKeys.rotate(platform);
      const minted = await platform.tokens.mint(token);
      expect(kidOf(minted)).toBe(kid);
      expect(await platform.tokens.verify(old)).toEqual(token);
      await expect(signingKeys.remove(platform, kid)).rejects.toThrow("signs now");
      await signingKeys.remove(platform, kidOf(old));
      expect(await platform.tokens.verify(old)).toBeNull();
      expect(await platform.tokens.verify(minted)).toEqual(token);
    },
  );
});

it("ATTACK-J135: a clock set back by an hour does not stop updates of a key's last use", async () => {
  const { platform, clock, keyId } = await createScene();
  const lastUse = async () => {
    platform.lastUse.note(keyId);
    await platform.lastUse.settle();
    return (await platform.store.read.apiKeys.find({ id: keyId }))!.lastUsedAt;
  };
  expect(await lastUse()).toBe(new Date(clock.now()).toISOString());
  clock.advance(-HOUR_MS);
  expect(await lastUse()).toBe(new Date(clock.now()).toISOString());
});

function kidOf(token: string): string {
  return JSON.parse(Buffer.from(token.split(".", 1)[0]!, "base64url").toString()).kid;
}
