import { verify, X509Certificate } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { updateApiKey } from "../../../../runtime/partner/chain/api-keys.ts";
import {
  createCertificate,
  issueKeyPair,
  rotateCertificate,
} from "../../../../runtime/partner/chain/certificates.ts";
import { deleteConsumer, updateConsumer } from "../../../../runtime/partner/chain/consumers.ts";
import { refresh } from "../../../../runtime/partner/sign-in/refresh.ts";
import { signIn } from "../../../../runtime/partner/sign-in/sign-in.ts";
import type { TokensResult } from "../../../../runtime/partner/sign-in/tokens.ts";
import { thumbprint } from "../../../../runtime/partner/tokens/x509.ts";
import { prepareCertificate } from "../../../support/access-chain.ts";
import { BEGINNING, createWorld, DAY_MS, type Tenant, type World } from "./set-up.ts";

// Hundreds of commits: slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const REFUSED = { kind: "refused" };
const TOKENS = {
  kind: "tokens",
  accessToken: expect.any(String),
  refreshToken: expect.any(String),
};

/** Creates a world with one tenant and its consumer Ada. */
async function worldOfAda() {
  const world = await createWorld();
  const tenant = await world.addTenant();
  const ada = await world.addConsumer(tenant);
  return { world, tenant, ada, ...doors(world, tenant) };
}

function doors({ platform }: World, { origin }: Tenant) {
  const address = "192.0.2.1";
  return {
    enter: () =>
      granted(signIn(platform, { origin, address, email: "ada@example.com", password: "right" })),
    exchange: (refreshToken: string) => refresh(platform, { origin, refreshToken }),
  };
}

async function granted(result: Promise<{ readonly kind: string }>): Promise<TokensResult> {
  const tokens = await result;
  expect(tokens).toEqual(TOKENS);
  return tokens as TokensResult;
}

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString());
}

function kidOf(token: string): unknown {
  return JSON.parse(Buffer.from(token.split(".")[0]!, "base64url").toString()).kid;
}

/** Verifies a signature without our library (RFC 7515 §5.2). */
function isSignedBy(pem: string, token: string): boolean {
  const [header, payload, signature] = token.split(".") as [string, string, string];
  const key = { key: new X509Certificate(pem).publicKey, dsaEncoding: "ieee-p1363" as const };
  const text = Buffer.from(`${header}.${payload}`);
  return verify("sha256", text, key, Buffer.from(signature, "base64url"));
}

describe("refresh", () => {
  it("CHAIN-C11: gives new tokens for the same consumer and tenant", async () => {
    const { world, tenant, ada, enter, exchange } = await worldOfAda();
    const first = await enter();
    world.pass(DAY_MS);
    const second = await granted(exchange(first.refreshToken));

    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect(claimsOf(second.accessToken)).toMatchObject({
      iss: world.platform.publicUrl,
      sub: ada,
      aud: tenant.contractKey,
      iat: (BEGINNING + DAY_MS) / 1000,
      typ: "access",
    });
    expect(await exchange(second.refreshToken)).toEqual(TOKENS);
  });

  it("ATTACK-G101: a refresh token works once; used again, it ends the family", async () => {
    const { world, enter, exchange } = await worldOfAda();
    const other = await enter();
    const { refreshToken } = await enter();
    const second = await granted(exchange(refreshToken));
    const third = await granted(exchange(second.refreshToken));

    expect(await exchange(refreshToken)).toEqual(REFUSED);
    expect(await exchange(third.refreshToken)).toEqual(REFUSED);
    // Another sign-in of the same consumer is another family.
    expect(await world.platform.store.read.refreshTokens.count({})).toBe(1);
    expect(await exchange(other.refreshToken)).toEqual(TOKENS);
  });

  it("ATTACK-G101: of twenty simultaneous refreshes, one succeeds, and the family ends", async () => {
    const { world, enter, exchange } = await worldOfAda();
    const { refreshToken } = await enter();

    const results = await Promise.all(Array.from({ length: 20 }, () => exchange(refreshToken)));

    const won = results.filter(({ kind }) => kind === "tokens") as TokensResult[];
    expect(won).toHaveLength(1);
    expect(await exchange(won[0]!.refreshToken)).toEqual(REFUSED);
    expect(await world.platform.store.read.refreshTokens.count({})).toBe(0);
  });

  it("ATTACK-G101: an access token is not a refresh token, and ends nothing", async () => {
    const { enter, exchange } = await worldOfAda();
    const { accessToken, refreshToken } = await enter();

    expect(await exchange(accessToken)).toEqual(REFUSED);
    expect(await exchange(refreshToken)).toEqual(TOKENS);
  });

  it("ATTACK-G101: a token that was never issued is refused", async () => {
    const { enter, exchange } = await worldOfAda();
    const { refreshToken } = await enter();

    for (const token of ["", "x", `${refreshToken}x`, ` ${refreshToken}`, "\ud800"]) {
      expect(await exchange(token)).toEqual(REFUSED);
    }
  });

  it.each([
    ["on the thirtieth day", 30 * DAY_MS - 1, TOKENS],
    ["after thirty days", 30 * DAY_MS, REFUSED],
  ])("CHAIN-C11: %s", async (_, wait, result) => {
    const { world, enter, exchange } = await worldOfAda();
    const { refreshToken } = await enter();
    world.pass(wait);

    expect(await exchange(refreshToken)).toEqual(result);
  });

  it("CHAIN-C7: at another tenant's Origin it is refused, and not used up", async () => {
    const { world, enter, exchange } = await worldOfAda();
    const other = await world.addTenant();
    const { refreshToken } = await enter();

    expect(await doors(world, other).exchange(refreshToken)).toEqual(REFUSED);
    const nowhere = { ...other, origin: "https://nobody.example" };
    expect(await doors(world, nowhere).exchange(refreshToken)).toEqual(REFUSED);
    expect(await exchange(refreshToken)).toEqual(TOKENS);
  });

  it("CHAIN-C10: while its kind is blocked, a consumer is refused; a copied token ends the family", async () => {
    const { world, tenant, enter, exchange } = await worldOfAda();
    const [kept, copied] = [await enter(), await enter()];
    const successor = await granted(exchange(copied.refreshToken));
    await world.setPolicy(tenant, { blockSystemRegistrationLogins: true });

    expect(await exchange(kept.refreshToken)).toEqual(REFUSED);
    expect(await exchange(copied.refreshToken)).toEqual(REFUSED);
    await world.setPolicy(tenant, { blockSystemRegistrationLogins: false });
    expect(await exchange(kept.refreshToken)).toEqual(TOKENS);
    expect(await exchange(successor.refreshToken)).toEqual(REFUSED);
  });

  it("PIA §5: a deleted consumer's tokens are refused and gone", async () => {
    const { world, ada, enter, exchange } = await worldOfAda();
    const { refreshToken } = await enter();
    await world.change((change) => deleteConsumer(change, ada));

    expect(await exchange(refreshToken)).toEqual(REFUSED);
    expect(await world.platform.store.read.refreshTokens.count({})).toBe(0);
  });

  it("PIA §5: a new password ends sign-ins with the old one", async () => {
    const { world, ada, enter, exchange } = await worldOfAda();
    const { refreshToken } = await enter();
    const passwordHash = await world.platform.passwords.hash("another");
    await world.change((change) => updateConsumer(change, { id: ada, fields: { passwordHash } }));

    expect(await exchange(refreshToken)).toEqual(REFUSED);
  });

  it.each(["contractId", "certificateId", "clientId", "webhookId"] as const)(
    "CHAIN-C19: while the key has no %s, there is no refresh; once bound again, there is",
    async (binding) => {
      const { world, tenant, enter, exchange } = await worldOfAda();
      const { refreshToken } = await enter();
      const id = tenant.apiKeyId;
      const key = (await world.platform.store.read.apiKeys.find({ id }))!;
      await world.change((change) => updateApiKey(change, { id, fields: { [binding]: null } }));
      expect(await exchange(refreshToken)).toEqual(REFUSED);
      await world.change((change) =>
        updateApiKey(change, { id, fields: { [binding]: key[binding] } }),
      );

      expect(await exchange(refreshToken)).toEqual(TOKENS);
    },
  );

  it("ATTACK-G102: after a rotation new tokens use the new key, and old refresh tokens still work", async () => {
    const { world, tenant, enter, exchange } = await worldOfAda();
    const { read } = world.platform.store;
    const id = tenant.certificateId;
    const before = (await read.certificates.find({ id }))!;
    const { accessToken, refreshToken } = await enter();
    const after = await issueKeyPair(world.platform, { id, name: before.name });
    await world.change((change) =>
      rotateCertificate(change, { id, replaces: before.fingerprint, issued: after }),
    );

    const tokens = await granted(exchange(refreshToken));

    expect(isSignedBy(before.publicCertificate, accessToken)).toBe(true);
    for (const token of [tokens.accessToken, tokens.refreshToken, (await enter()).accessToken]) {
      expect(isSignedBy(after.publicCertificate, token)).toBe(true);
      expect(isSignedBy(before.publicCertificate, token)).toBe(false);
      expect(kidOf(token)).toBe(thumbprint(after.publicCertificate));
    }
  });

  it("ATTACK-G102: a key bound to another certificate signs with that one", async () => {
    const { world, tenant, enter, exchange } = await worldOfAda();
    const { refreshToken } = await enter();
    const other = await prepareCertificate(world.platform, { name: "another" });
    await world.change(async (change) => {
      await createCertificate(change, other);
      const fields = { certificateId: other.id };
      await updateApiKey(change, { id: tenant.apiKeyId, fields });
    });

    const { accessToken } = await granted(exchange(refreshToken));
    expect(isSignedBy(other.publicCertificate, accessToken)).toBe(true);
  });

  it("CHAIN-C20: a certificate past its year still signs", async () => {
    const { world, enter, exchange } = await worldOfAda();
    world.pass(400 * DAY_MS);

    expect(await exchange((await enter()).refreshToken)).toEqual(TOKENS);
  });
});
