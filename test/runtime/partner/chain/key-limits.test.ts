import { describe, expect, it } from "vitest";
import {
  type ApiKeyFields,
  updateApiKey,
  wake,
} from "../../../../runtime/partner/chain/api-keys.ts";
import { newClientSecret, rotateClientSecret } from "../../../../runtime/partner/chain/clients.ts";
import { createConsumer } from "../../../../runtime/partner/chain/consumers.ts";
import { updateContract } from "../../../../runtime/partner/chain/contracts.ts";
import { resendNotice } from "../../../../runtime/partner/chain/resend.ts";
import { HOUR_MS, MINUTE_MS } from "../../../../runtime/partner/clock.ts";
import { changed, createTestChain } from "../../../support/access-chain.ts";
import { callPartner, DROPPED, type PartnerCall } from "../../../support/partner-client.ts";
import { servePartner } from "../../../support/partner-server.ts";
import { createOrganization, createTestPlatform } from "../../../support/platform.ts";

const READS = [
  "/space/list",
  "/resources/consumer-contract",
  "/resources/consumer-policy",
  "/resources/agent-front-settings?agentId=none",
];
const INVALID = '401 {"success":false,"status":401,"message":"Invalid token"}';
const NOT_CLAIMED = '401 {"success":false}';
const CLAIMED = '200 {"success":true}';
const NOT_MINTED = '500 {"message":"Invalid request"}';
const REFUSED = '200 {"success":false,"status":406}';

/** Serves the chain of a partner, and another one over whose listed Origin it can be called. */
async function build() {
  const opened = await createTestPlatform();
  const { platform, clock } = opened;
  const actor = await createOrganization(opened, "Acme");
  const chain = await createTestChain(platform, { actor, name: "site" });
  const other = await createTestChain(platform, { actor, name: "other" });
  const { apiKey, client, contract } = chain;
  const url = await servePartner(platform);

  async function ask(path: string, call: PartnerCall = {}): Promise<string> {
    const answer = await callPartner(url + path, { origin: other.webhook.origin, ...call });
    return answer === DROPPED ? DROPPED : `${answer.status} ${answer.text}`;
  }

  function mintCall(secret = chain.clientSecret): PartnerCall {
    const text = Buffer.from(`${secret}|${apiKey.id}|${chain.key}`).toString("base64");
    return { method: "POST", authorization: text };
  }

  const mint = (call: PartnerCall = {}) =>
    ask(`/auth/application_token?client_id=${client.clientId}`, { ...mintCall(), ...call });

  const handshake = `/resources/certificate?client_id=${client.clientId}`;
  const bearers = async () => [chain.key, await tokenOf(mint)].map((text) => `Bearer ${text}`);
  const issue = async (authorization: string, call: PartnerCall = {}) => {
    const answer = await ask(handshake, { authorization, ...call });
    return answer === DROPPED ? DROPPED : (JSON.parse(answer.slice(4)).result.code as string);
  };
  const claim = (authorization: string, code: string, call: PartnerCall = {}) =>
    ask(handshake, { method: "POST", authorization, body: { code }, ...call });

  const update = (fields: Partial<ApiKeyFields>) =>
    changed(platform, actor, (change) => updateApiKey(change, { id: apiKey.id, fields }));

  async function addConsumer() {
    const consumer = { email: "ada@example.com", registration: "system" } as const;
    const passwordHash = await platform.passwords.hash("right");
    await changed(platform, actor, (change) =>
      createConsumer(change, { contractId: contract.id, ...consumer, passwordHash } as never),
    );
  }
  const signIn = (call: PartnerCall = {}) =>
    ask("/auth/access_token", {
      method: "POST",
      origin: chain.webhook.origin,
      body: { email: "ada@example.com", password: "right" },
      ...call,
    });

  return {
    ...{ ...opened, actor, chain, other, ask, mint, mintCall, bearers, issue, claim, update },
    ...{ addConsumer, signIn, url, at: (ms: number) => new Date(clock.now() + ms).toISOString() },
  };
}

async function tokenOf(mint: () => Promise<string>): Promise<string> {
  const answer = await mint();
  expect(answer).toMatch(/^200 /);
  return JSON.parse(answer.slice(4)).result.access_token;
}

describe.each([
  { state: "paused", reason: "key-paused" },
  { state: "expired", reason: "key-expired" },
])("a key that is $state", ({ state, reason }) => {
  async function buildEnded() {
    const scene = await build();
    const { update, clock, at } = scene;
    const end = async () => {
      if (state === "paused") await update({ active: false });
      else clock.advance(MINUTE_MS);
    };
    if (state === "expired") await update({ expiresAt: at(MINUTE_MS) });
    return { ...scene, end };
  }

  it("ATTACK-S211, CHAIN-C5a: is refused at every door, with tokens and codes from before", async () => {
    const scene = await buildEnded();
    const { chain, ask, mint, bearers, issue, claim, addConsumer, signIn, end, refusals } = scene;
    await addConsumer();
    const [raw, token] = (await bearers()) as [string, string];
    const signedIn = await signIn();
    expect(signedIn).toMatch(/^200 \{"success":true/);
    const { refresh_token } = JSON.parse(signedIn.slice(4)).result;
    for (const path of READS) expect(await ask(path, { authorization: raw })).not.toBe(INVALID);
    const code = await issue(token);
    await end();

    expect(await ask("/space/list", { authorization: raw, origin: chain.webhook.origin })).toBe(
      DROPPED,
    );
    expect(await mint()).toBe(NOT_MINTED);
    for (const authorization of [raw, token]) {
      for (const path of READS) expect(await ask(path, { authorization })).toBe(INVALID);
      expect(await issue(authorization)).toBe(DROPPED);
    }
    // The code is used up (CHAIN-C8).
    expect(await claim(token, code)).toBe(NOT_CLAIMED);
    expect(await signIn()).toBe(DROPPED);
    const elsewhere = { origin: scene.other.webhook.origin };
    expect(await signIn(elsewhere)).toBe(REFUSED);
    const body = { refresh_token };
    expect(await ask("/auth/refresh_token", { method: "POST", body })).toBe(REFUSED);
    const reasons = new Set(refusals);
    for (const each of [`mint ${reason}`, `bearer ${reason}`, `claim ${reason}`]) {
      expect(reasons).toContain(each);
    }
  });

  it("CHAIN-C5a: lacks its contract, too: a raw key reads nothing", async () => {
    const { chain, ask, update, end } = await buildEnded();
    await update({ contractId: null });
    const authorization = `Bearer ${chain.key}`;
    expect(await ask("/resources/consumer-contract", { authorization })).toMatch(/"result":null/);
    await end();
    expect(await ask("/resources/consumer-contract", { authorization })).toBe(INVALID);
  });

  it("CHAIN-C5a: can neither be woken nor be sent a notice again", async () => {
    const { platform, actor, chain, end } = await buildEnded();
    const { id } = chain.apiKey;
    await changed(platform, actor, (change) => wake(change, id));
    const [notice] = await platform.store.read.notices.list({ apiKeyId: id });
    await end();
    const woken = changed(platform, actor, (change) => wake(change, id));
    await expect(woken).rejects.toThrow(`Wake is not possible: the key `);
    const resent = changed(platform, actor, (change) => resendNotice(change, notice!.id));
    await expect(resent).rejects.toThrow("so its partner gets no notices");
  });

  it("works again once the administrator lets it", async () => {
    const { ask, bearers, update, end } = await buildEnded();
    const [raw, token] = (await bearers()) as [string, string];
    await end();
    await update(state === "paused" ? { active: true } : { expiresAt: null });
    for (const authorization of [raw, token]) {
      expect(await ask("/space/list", { authorization })).toMatch(/^200 /);
    }
  });

  it("CHAIN-C5a: gets no notices of changes", async () => {
    const { platform, actor, chain, sent, forgetSent, end } = await buildEnded();
    await end();
    forgetSent();
    await changed(platform, actor, (change) =>
      updateContract(change, { id: chain.contract.id, fields: { name: "renamed" } } as never),
    );
    expect(sent).toEqual([]);
  });
});

describe("a change of a key's limits", () => {
  it("CHAIN-C5a: when a key is paused, its partner learns that, and nothing else", async () => {
    const { update, sent, forgetSent } = await build();
    forgetSent();
    await update({ active: false, contractId: null, certificateId: null });
    expect(sent.map(({ kinds }) => kinds)).toEqual([["r_api_keys"]]);
    forgetSent();
    await update({ name: "Renamed while paused" });
    expect(sent).toEqual([]);
    await update({ active: true });
    expect(sent.map(({ kinds }) => kinds)).toEqual([["r_api_keys"]]);
  });

  it("an expiry that is not in the future is refused, by the store's clock", async () => {
    const { update, at } = await build();
    await expect(update({ expiresAt: at(0) })).rejects.toThrow("Must be in the future.");
    await update({ expiresAt: at(1) });
  });

  it("ATTACK-S211: a key that expires between two requests of a connection is refused by the second", async () => {
    const { ask, bearers, update, clock, at } = await build();
    const [, authorization] = await bearers();
    await update({ expiresAt: at(1000) });
    clock.advance(999);
    expect(await ask("/space/list", { authorization })).toMatch(/^200 /);
    clock.advance(1);
    expect(await ask("/space/list", { authorization })).toBe(INVALID);
  });
});

describe("a key's networks", () => {
  const from = (address: string): PartnerCall => ({ headers: { "Test-Address": address } });

  it("ATTACK-S212, CHAIN-C5a: bind mint, reads and handshake, and no consumer", async () => {
    const scene = await build();
    const { ask, mint, bearers, issue, claim, addConsumer, signIn, update, refusals } = scene;
    await addConsumer();
    const all = await bearers();
    await update({ networks: ["198.51.100.0/24", "2001:db8::/32"] });
    const [inside, outside] = [from("198.51.100.7"), from("203.0.113.7")];

    expect(await mint({ ...scene.mintCall(), ...inside })).toMatch(/^200 /);
    expect(await mint({ ...scene.mintCall(), ...outside })).toBe(NOT_MINTED);
    for (const authorization of all) {
      for (const path of READS) {
        expect(await ask(path, { authorization, ...inside })).not.toBe(INVALID);
        expect(await ask(path, { authorization, ...outside })).toBe(INVALID);
      }
      const code = await issue(authorization, inside);
      expect(await issue(authorization, outside)).toBe(DROPPED);
      expect(await claim(authorization, code, outside)).toBe(INVALID);
      // The code was kept.
      expect(await claim(authorization, code, inside)).toBe(CLAIMED);
    }
    expect(await signIn(outside)).toMatch(/^200 \{"success":true/);
    expect(new Set(refusals)).toEqual(new Set(["mint other-network", "bearer other-network"]));
  });
});

describe("a key's rate", () => {
  it("ATTACK-S213, CHAIN-C5a: reads beyond it are answered 429 with the time to wait", async () => {
    const { url, other, ask, bearers, update, clock, refusals } = await build();
    const [raw, token] = (await bearers()) as [string, string];
    await update({ requestsPerMinute: 3 });
    for (const authorization of [raw, token, raw]) {
      expect(await ask("/space/list", { authorization })).toMatch(/^200 /);
    }
    clock.advance(15_000);
    const { origin } = other.webhook;
    const answer = await callPartner(`${url}/space/list`, { origin, authorization: token });
    expect(answer).toMatchObject({
      status: 429,
      json: { success: false, status: 429, message: "Too many requests" },
    });
    expect(answer !== DROPPED && answer.headers.get("Retry-After")).toBe("45");
    expect(refusals).toContain("bearer too-many-reads");
    clock.advance(45_000);
    expect(await ask("/space/list", { authorization: token })).toMatch(/^200 /);
  });

  it("ATTACK-S213: what fails a check counts nothing, and is never answered 429", async () => {
    const { ask, bearers, mint, update, chain, issue } = await build();
    const [, token] = (await bearers()) as [string, string];
    await update({ requestsPerMinute: 1 });
    for (let round = 0; round < 5; round++) {
      expect(await ask("/space/list", { authorization: `${token}x` })).toBe(INVALID);
      expect(await mint()).toMatch(/^200 /);
      expect(await issue(token)).not.toBe(DROPPED);
    }
    expect(await ask("/space/list", { authorization: token })).toMatch(/^200 /);
    expect(await ask("/space/list", { authorization: token })).toMatch(/^429 /);
    await update({ clientId: null });
    expect(await ask("/space/list", { authorization: token })).toBe(INVALID);
    await update({ clientId: chain.client.id, active: false });
    expect(await ask("/space/list", { authorization: token })).toBe(INVALID);
  });
});

describe("the overlap of a client's secrets", () => {
  it("ATTACK-S214: both mint until its end, and afterwards the new one alone, however many mint at once", async () => {
    const scene = await build();
    const { platform, actor, chain, clock, mint, mintCall } = scene;
    async function rotate(overlapHours: number): Promise<string> {
      const secret = newClientSecret(platform.vault);
      const { id } = chain.client;
      const { secretHash } = (await platform.store.read.clients.find({ id }))!;
      await changed(platform, actor, (change) =>
        rotateClientSecret(change, { id, replaces: secretHash, secret, overlapHours }),
      );
      return secret.clientSecret;
    }
    const mints = async (secret: string) =>
      new Set(await Promise.all(Array.from({ length: 20 }, () => mint(mintCall(secret))))).size > 1
        ? "minted"
        : (await mint(mintCall(secret))).slice(0, 3);

    const second = await rotate(2);
    expect(await mints(chain.clientSecret)).toBe("minted");
    expect(await mints(second)).toBe("minted");
    clock.advance(2 * HOUR_MS - 1);
    expect(await mints(chain.clientSecret)).toBe("minted");
    clock.advance(1);
    expect(await mints(chain.clientSecret)).toBe("500");
    expect(await mints(second)).toBe("minted");

    // At most two work at once.
    const third = await rotate(72);
    const fourth = await rotate(1);
    expect(await mints(second)).toBe("500");
    for (const secret of [third, fourth]) expect(await mints(secret)).toBe("minted");
    const last = await rotate(0);
    expect(await mints(fourth)).toBe("500");
    expect(await mints(last)).toBe("minted");
    clock.advance(MINUTE_MS);
  });
});
