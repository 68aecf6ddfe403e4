import { describe, expect, it } from "vitest";
import { type Chain, shareChainServer } from "../support/chain-server.ts";
import { runtimesOf } from "../support/extent.ts";
import { callPartner, DROPPED, type PartnerCall } from "../support/partner-client.ts";

const PATH = "/resources/certificate";

describe.each(runtimesOf("deno"))("the certificate handshake on %s", (runtime) => {
  const shared = shareChainServer(runtime);

  async function build(): Promise<Chain & { readonly token: string }> {
    const chain = await shared().buildChain();
    return { ...chain, token: await shared().mint(chain) };
  }

  type Partner = Awaited<ReturnType<typeof build>>;

  function call({ origin, token, clientId }: Partner, call: PartnerCall, client = clientId) {
    return shared().partner(`${PATH}?client_id=${client}`, {
      origin,
      authorization: `Bearer ${token}`,
      ...call,
    });
  }

  async function issue(partner: Partner): Promise<string> {
    const answer = await call(partner, {});
    expect(answer.status).toBe(200);
    return answer.json.result.code;
  }

  async function claim(partner: Partner, code: string, client?: string) {
    const { status, text } = await call(partner, { method: "POST", body: { code } }, client);
    return `${status} ${text}`;
  }

  const CLAIMED = '200 {"success":true}';
  const REFUSED = '401 {"success":false}';

  it("PIA §4: issues a code of 43 URL-safe characters and delivers the certificate on its claim, ATTACK-E59: not in the answer", async () => {
    const partner = await build();
    const answer = await call(partner, {});
    expect(answer.json).toEqual({
      success: true,
      status: 200,
      message: "OK",
      result: { code: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/) },
    });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    // Neither PEM nor secret nor the outcome of the delivery.
    expect(await claim(partner, answer.json.result.code)).toBe(CLAIMED);
    const [notice] = await shared().receiver.take(1, partner.notices);
    // ATTACK-F63: the exact body and no credentials.
    expect(notice!.body).toEqual({
      "synch-data": "r_cert",
      type: "resource",
      result: { cert: partner.pem, key: "a shared secret 1" },
    });
    expect(notice!.headers["content-type"]).toBe("application/json");
    for (const name of ["authorization", "cookie", "referer"]) {
      expect(notice!.headers).not.toHaveProperty(name);
    }
  });

  it("PIA §6: delivers an empty key if there is no shared secret (ATTACK-F63)", async () => {
    const partner = await build();
    await shared().admin.ok("PATCH", `/certificates/${partner.certificateId}`, { secretKey: "" });
    expect(await claim(partner, await issue(partner))).toBe(CLAIMED);
    const [notice] = await shared().receiver.take(1, partner.notices);
    expect(notice!.body.result).toEqual({ cert: partner.pem, key: "" });
  });

  it("PIA §8: a code works once", async () => {
    const partner = await build();
    const code = await issue(partner);
    expect(await claim(partner, code)).toBe(CLAIMED);
    expect(await claim(partner, code)).toBe(REFUSED);
  });

  it("ATTACK-E48: a wrong code burns the right one", async () => {
    const partner = await build();
    const code = await issue(partner);
    expect(await claim(partner, `${code.slice(1)}x`)).toBe(REFUSED);
    expect(await claim(partner, code)).toBe(REFUSED);
  });

  it("ATTACK-E51: a new code replaces the old one; the old one burns it", async () => {
    const partner = await build();
    const first = await issue(partner);
    const second = await issue(partner);
    expect(await claim(partner, first)).toBe(REFUSED);
    expect(await claim(partner, second)).toBe(REFUSED);
  });

  it("CHAIN-C8: a missing or foreign client_id is refused and burns the code (ATTACK-E57)", async () => {
    for (const client of ["", "dgc_00000000000000000000"]) {
      const partner = await build();
      const code = await issue(partner);
      expect(await claim(partner, code, client)).toBe(REFUSED);
      expect(await claim(partner, code)).toBe(REFUSED);
    }
  });

  it("ATTACK-E49: another key's token neither claims nor burns a code", async () => {
    const [one, other] = [await build(), await build()];
    const code = await issue(one);
    expect(await claim({ ...other, origin: one.origin }, code)).toBe(REFUSED);
    expect(await claim({ ...other, clientId: one.clientId }, code)).toBe(REFUSED);
    expect(await claim(one, code)).toBe(CLAIMED);
  });

  it("ATTACK-E50: of 50 claims at once one wins, and one notice goes out", async () => {
    const partner = await build();
    const code = await issue(partner);
    const results = await Promise.all(Array.from({ length: 50 }, () => claim(partner, code)));
    expect(results.filter((result) => result === CLAIMED)).toHaveLength(1);
    expect(results.filter((result) => result === REFUSED)).toHaveLength(49);
    await shared().receiver.take(1, partner.notices);
    const { items } = await shared().admin.ok("GET", `/notices?apiKeyId=${partner.keyId}`);
    expect(items.map(({ kinds }: { kinds: string[] }) => kinds)).toEqual([["r_cert"]]);
  });

  it("ATTACK-E52: an issue that races a claim leaves at most one live code", async () => {
    const partner = await build();
    const code = await issue(partner);
    const [result, next] = await Promise.all([claim(partner, code), issue(partner)]);
    // Either the claim came first, or the old code burnt the new one, which already existed.
    if (result === CLAIMED) expect(await claim(partner, next)).toBe(CLAIMED);
    else expect(await claim(partner, next)).toBe(REFUSED);
  });

  it.each([
    ["{}", '{"code"'],
    ['{"code":""}', "code"],
    ['{"code":1}', "code"],
    ['{"code":"x","y":1}', "y"],
    ["[]", ""],
    ["null", ""],
    ['{"code":"a","code":"b"}', "code"],
    ['{"code":"a","__proto__":{}}', "__proto__"],
    ["{", ""],
    ["", ""],
    [JSON.stringify({ code: "x".repeat(2 ** 20) }), ""],
  ])("ATTACK-E56: the body %.40s is answered 400 with reasons and burns nothing", async (body) => {
    const partner = await build();
    const code = await issue(partner);
    const answer = await call(partner, { method: "POST", body });
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({
      success: false,
      status: 400,
      message: expect.stringMatching(/\S/),
      errors: expect.any(Array),
    });
    expect(await claim(partner, code)).toBe(CLAIMED);
  });

  it("ATTACK-E56: another media type is answered 400 and burns nothing", async () => {
    const partner = await build();
    const code = await issue(partner);
    const headers = { "Content-Type": "text/plain" };
    const answer = await call(partner, { method: "POST", body: JSON.stringify({ code }), headers });
    expect(answer.status).toBe(400);
    expect(await claim(partner, code)).toBe(CLAIMED);
  });

  it("CHAIN-C8: the token is checked before the body, the body before the code", async () => {
    const partner = await build();
    const code = await issue(partner);
    const bad = await call(partner, { method: "POST", body: "{", authorization: "Bearer no" });
    expect([bad.status, bad.json]).toEqual([
      401,
      { success: false, status: 401, message: "Invalid token" },
    ]);
    const wrongClient = await call(partner, { method: "POST", body: "{}" }, "dgc_x");
    expect(wrongClient.status).toBe(400);
    expect(await claim(partner, code)).toBe(CLAIMED);
  });

  it.each([
    ["no token", { authorization: undefined }],
    ["a malformed header", { authorization: "Token abc" }],
    ["an invalid token", { authorization: "Bearer abc.def.ghi" }],
  ])("PIA §7: POST with %s is answered 401 Invalid token", async (_, options) => {
    const partner = await build();
    const answer = await call(partner, { method: "POST", body: { code: "x" }, ...options });
    expect(answer.status).toBe(401);
    expect(answer.json).toEqual({ success: false, status: 401, message: "Invalid token" });
  });

  it("ATTACK-E55: every failure of GET is dropped without a byte", async () => {
    const { server, admin } = shared();
    const [partner, other] = [await build(), await build()];
    const revoked = await build();
    await admin.ok("DELETE", `/api-keys/${revoked.keyId}`);
    const authorization = `Bearer ${partner.token}`;
    const url = `${server.url}/v1${PATH}`;
    const named = `${url}?client_id=${partner.clientId}`;
    const { origin } = partner;
    const cases: Record<string, [string, PartnerCall]> = {
      "no client_id": [url, { origin, authorization }],
      "an unknown client_id": [`${url}?client_id=dgc_none`, { origin, authorization }],
      "another's client_id": [`${url}?client_id=${other.clientId}`, { origin, authorization }],
      "two client_ids": [`${named}&client_id=${partner.clientId}`, { origin, authorization }],
      "no token": [named, { origin }],
      "an invalid token": [named, { origin, authorization: "Bearer abc" }],
      "another's token": [named, { origin, authorization: `Bearer ${other.token}` }],
      "a deleted key's token": [
        `${url}?client_id=${revoked.clientId}`,
        { origin, authorization: `Bearer ${revoked.token}` },
      ],
      "an unlisted Origin": [named, { origin: "https://other.example", authorization }],
    };
    for (const [name, [address, options]] of Object.entries(cases)) {
      expect(await callPartner(address, options), name).toBe(DROPPED);
    }
    // None of these issued or burnt a code.
    expect(await claim(partner, await issue(partner))).toBe(CLAIMED);
  });

  it("ATTACK-E54: HEAD issues nothing", async () => {
    const partner = await build();
    const code = await issue(partner);
    expect((await call(partner, { method: "HEAD" })).status).toBe(405);
    expect(await claim(partner, code)).toBe(CLAIMED);
  });

  it("ATTACK-E62: a client unbound after the issue: refused, nothing released, the code consumed", async () => {
    const { admin, receiver } = shared();
    const partner = await build();
    const code = await issue(partner);
    const key = `/api-keys/${partner.keyId}`;
    await admin.ok("PATCH", key, { clientId: null });
    await receiver.take(1, partner.notices);
    // Through another listed Origin: the key's own left the list with its client.
    const other = await build();
    const byRawKey = { ...partner, token: partner.rawKey, origin: other.origin };
    expect(await claim(byRawKey, code)).toBe(REFUSED);
    await admin.ok("PATCH", key, { clientId: partner.clientRowId });
    expect(await claim(partner, code)).toBe(REFUSED);
    const certificates = receiver
      .all(partner.notices)
      .filter(({ body }) => body["synch-data"] === "r_cert");
    expect(certificates).toEqual([]);
  });

  it("CHAIN-C6: the raw key does the handshake like the key itself", async () => {
    const partner = await build();
    const byRawKey = { ...partner, token: partner.rawKey };
    expect(await claim(byRawKey, await issue(byRawKey))).toBe(CLAIMED);
  });

  it("ATTACK-E60: an unreachable receiver does not delay or fail the claim", async () => {
    const { admin } = shared();
    const partner = await build();
    await admin.ok("PATCH", `/webhooks/${partner.webhookId}`, {
      notificationUrl: "http://127.0.0.1:1/",
    });
    expect(await claim(partner, await issue(partner))).toBe(CLAIMED);
  });
});
