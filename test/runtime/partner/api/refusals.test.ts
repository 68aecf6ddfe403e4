import { describe, expect, it } from "vitest";
import { authenticate, authorize, forReads } from "../../../../runtime/partner/api/access.ts";
import { claimCode, issueCode } from "../../../../runtime/partner/api/handshake.ts";
import { mintToken } from "../../../../runtime/partner/api/mint.ts";
import { updateApiKey } from "../../../../runtime/partner/chain/api-keys.ts";
import { parseMintCredentials } from "../../../../runtime/partner/secrets/credentials.ts";
import { confirmPasscode } from "../../../../runtime/partner/sign-in/passcode.ts";
import { refresh } from "../../../../runtime/partner/sign-in/refresh.ts";
import { signIn } from "../../../../runtime/partner/sign-in/sign-in.ts";
import { changed, createTestChain, type TestChain } from "../../../support/access-chain.ts";
import { createOrganization, createTestPlatform } from "../../../support/platform.ts";
import { createWorld, MINUTE_MS, pinOf } from "../sign-in/set-up.ts";

const ADDRESS = "192.0.2.1";

/** A platform with a chain, and another one. */
async function build() {
  const opened = await createTestPlatform();
  const actor = await createOrganization(opened, "Acme");
  const { platform } = opened;
  const chain = await createTestChain(platform, { actor, name: "Site" });
  const other = await createTestChain(platform, { actor, name: "Other" });

  interface MintParts {
    readonly clientId?: string | null;
    readonly secret?: string;
    readonly id?: string;
    readonly key?: string;
  }
  function mint({ clientId = chain.client.clientId, ...parts }: MintParts = {}) {
    const { secret = chain.clientSecret, id = chain.apiKey.id, key = chain.key } = parts;
    const text = Buffer.from(`${secret}|${id}|${key}`).toString("base64");
    return mintToken(platform, {
      clientId,
      address: ADDRESS,
      credentials: parseMintCredentials(text),
    });
  }

  /** Changes bindings of the chain's key. */
  const rebind = (fields: Record<string, string | null>) =>
    changed(platform, actor, (change) => updateApiKey(change, { id: chain.apiKey.id, fields }));

  /** Returns the reasons reported while work is done. */
  async function reasonsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
    const before = opened.refusals.length;
    await work();
    return opened.refusals.slice(before);
  }

  return { ...opened, chain, other, mint, rebind, reasonsOf };
}

function bearer(token: string | null): string {
  return `Bearer ${token}`;
}

describe("onRefusal", () => {
  it("is called with the reason why nothing is minted, which no answer states", async () => {
    const { platform, chain, other, mint, rebind, reasonsOf } = await build();
    const unreadable = { clientId: chain.client.clientId, address: ADDRESS, credentials: null };

    expect(await reasonsOf(() => mint())).toEqual([]);
    expect(await reasonsOf(() => mintToken(platform, unreadable))).toEqual([
      "mint unreadable-credentials",
    ]);
    expect(await reasonsOf(() => mint({ clientId: null }))).toEqual(["mint no-client-id"]);
    expect(await reasonsOf(() => mint({ id: "nobody" }))).toEqual(["mint key-not-bound"]);
    expect(await reasonsOf(() => mint({ secret: other.clientSecret }))).toEqual([
      "mint wrong-client-secret",
    ]);
    expect(await reasonsOf(() => mint({ key: other.key }))).toEqual(["mint wrong-api-key"]);
    expect(await reasonsOf(() => mint({ clientId: other.client.clientId }))).toEqual([
      "mint other-client",
    ]);
    await rebind({ certificateId: null });
    expect(await reasonsOf(() => mint())).toEqual(["mint key-not-bound"]);
  });

  it("is called with the reason why a Bearer is not accepted", async () => {
    const { platform, chain, other, mint, rebind, reasonsOf } = await build();
    const token = await mint();
    const use = (authorization?: string) => () =>
      authorize(platform, { authorization, address: ADDRESS, rule: forReads });
    async function whileBound(fields: Record<string, string | null>) {
      await rebind(fields);
      const reasons = await reasonsOf(use(bearer(token)));
      const { clientId, contractId, webhookId } = chain.apiKey;
      await rebind({ clientId, contractId, webhookId });
      return reasons;
    }

    expect(await reasonsOf(use(bearer(token)))).toEqual([]);
    expect(await reasonsOf(use())).toEqual(["bearer no-bearer"]);
    expect(await reasonsOf(use(`Basic ${token}`))).toEqual(["bearer no-bearer"]);
    expect(await reasonsOf(use(bearer("dgk_nothing")))).toEqual(["bearer wrong-api-key"]);
    expect(await reasonsOf(use(bearer(`${token}x`)))).toEqual(["bearer wrong-token"]);
    expect(await whileBound({ contractId: null })).toEqual(["bearer key-not-bound"]);
    expect(await whileBound({ clientId: null })).toEqual(["bearer other-client"]);
    expect(await whileBound({ webhookId: null })).toEqual(["bearer key-not-bound"]);
    await platform.store.transaction(async (tx) => {
      const { generation } = chain.apiKey;
      await tx.apiKeys.update({ id: chain.apiKey.id }, { generation: generation + 1 });
      await tx.served.update({ apiKeyId: chain.apiKey.id }, { generation: generation + 1 });
      await tx.installation.bumpRevision();
    });
    expect(await reasonsOf(use(bearer(token)))).toEqual(["bearer tokens-revoked"]);
    await removeKey(chain);
    expect(await reasonsOf(use(bearer(token)))).toEqual(["bearer key-deleted"]);
    expect(await reasonsOf(use(bearer(other.key)))).toEqual([]);

    function removeKey({ apiKey }: TestChain) {
      return platform.store.transaction(async (tx) => {
        await tx.apiKeys.remove({ id: apiKey.id });
        await tx.installation.bumpRevision();
      });
    }
  });

  it("is called with the reason why a certificate code is not issued or claimed", async () => {
    const { platform, clock, chain, other, rebind, reasonsOf } = await build();
    const caller = (await authenticate(platform, {
      authorization: bearer(chain.key),
      address: ADDRESS,
    }))!;
    const { clientId } = chain.client;
    const issue = async () => (await issueCode(platform, caller.key, { clientId }))!;
    const claim = (code: string, client = clientId) => {
      return reasonsOf(() => claimCode(platform, caller, { clientId: client, code }));
    };

    expect(
      await reasonsOf(() => issueCode(platform, caller.key, { clientId: "dgc_else" })),
    ).toEqual(["issue other-client"]);
    expect(await claim("none")).toEqual(["claim no-code"]);
    await issue();
    expect(await claim("wrong")).toEqual(["claim wrong-code"]);
    expect(await claim(await issue(), other.client.clientId)).toEqual(["claim other-client"]);
    const late = await issue();
    clock.advance(121_000);
    expect(await claim(late)).toEqual(["claim expired"]);
    expect(await claim(await issue())).toEqual([]);
    const open = await issue();
    await rebind({ certificateId: null });
    expect(await claim(open)).toEqual(["claim key-not-bound"]);
    await platform.store.transaction((tx) => tx.apiKeys.remove({ id: chain.apiKey.id }));
    expect(await reasonsOf(issue)).toEqual(["issue key-deleted"]);
  });

  it("is called with the reason why a sign-in is refused, though all refusals look alike", async () => {
    const world = await createWorld();
    const tenant = await world.addTenant();
    await world.addConsumer(tenant);
    const { platform, refusals } = world;
    const enter = (fields: object = {}) =>
      signIn(platform, {
        origin: tenant.origin,
        address: "192.0.2.1",
        email: "ada@example.com",
        password: "right",
        ...fields,
      });

    await enter({ origin: "https://nobody.test" });
    await enter({ email: "bob@example.com" });
    await enter({ password: "wrong" });
    await world.setPolicy(tenant, { blockSystemRegistrationLogins: true });
    await enter();
    await world.setPolicy(tenant, { blockSystemRegistrationLogins: false });
    expect((await enter()).kind).toBe("tokens");
    expect(refusals).toEqual([
      "sign-in no-tenant",
      "sign-in unknown-consumer",
      "sign-in wrong-password",
      "sign-in blocked",
    ]);
    for (let count = 0; count < 50; count++) await enter({ password: "wrong" });
    expect((await enter()).kind).toBe("refused");
    expect(refusals.at(-1)).toBe("sign-in too-many-passwords");
    expect(JSON.stringify(refusals)).not.toContain("ada");
  });

  it("is called with the reason why a passcode is not accepted", async () => {
    const world = await createWorld();
    const tenant = await world.addTenant({ otpInsideRegistration: true });
    const other = await world.addTenant();
    await world.addConsumer(tenant);
    const { platform, refusals, mails } = world;
    const { origin } = tenant;
    const address = "192.0.2.1";

    async function challenge() {
      const email = "ada@example.com";
      const result = await signIn(platform, { origin, address, email, password: "right" });
      return { hash: (result as { hash: string }).hash, pin: pinOf(mails.at(-1))! };
    }
    const confirm = (proof: object, from = origin) =>
      confirmPasscode(platform, { origin: from, address, hash: "", pin: "", ...proof });

    await confirm({ hash: "nothing", pin: "123456" });
    await confirm({ ...(await challenge()), pin: "wrong" });
    await confirm(await challenge(), other.origin);
    const late = await challenge();
    world.pass(6 * MINUTE_MS);
    await confirm(late);
    const blocked = await challenge();
    await world.setPolicy(tenant, { blockSystemRegistrationLogins: true });
    await confirm(blocked);
    expect(refusals).toEqual([
      "passcode no-challenge",
      "passcode wrong-passcode",
      "passcode other-tenant",
      "passcode expired",
      "passcode blocked",
    ]);
  });

  it("is called with the reason why a refresh token is not accepted, above all a copied one", async () => {
    const world = await createWorld();
    const tenant = await world.addTenant();
    const other = await world.addTenant();
    await world.addConsumer(tenant);
    const { platform, refusals } = world;
    const { origin } = tenant;

    async function enter(): Promise<string> {
      const from = { origin, address: "192.0.2.1" };
      const result = await signIn(platform, {
        ...from,
        email: "ada@example.com",
        password: "right",
      });
      return (result as { refreshToken: string }).refreshToken;
    }
    const exchange = (refreshToken: string, from = origin) =>
      refresh(platform, { origin: from, refreshToken });

    await exchange("nothing");
    const token = await enter();
    await exchange(token, other.origin);
    await world.setPolicy(tenant, { blockSystemRegistrationLogins: true });
    await exchange(token);
    await world.setPolicy(tenant, { blockSystemRegistrationLogins: false });
    await exchange(token);
    await exchange(token);
    const old = await enter();
    world.pass(31 * 24 * 60 * MINUTE_MS);
    await exchange(old);
    expect(refusals).toEqual([
      "refresh unknown-token",
      "refresh other-tenant",
      "refresh blocked",
      "refresh reused",
      "refresh expired",
    ]);
  });
});
