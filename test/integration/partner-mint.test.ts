import { describe, expect, it } from "vitest";
import { type Chain, credentialsOf, shareChainServer } from "../support/chain-server.ts";
import { runtimesOf } from "../support/extent.ts";
import { callPartner, DROPPED, type PartnerAnswer } from "../support/partner-client.ts";

const base64 = (text: string | Uint8Array) => Buffer.from(text).toString("base64");
const REFUSED = '{"message":"Invalid request"}';

/** Headers that may differ between any two answers. */
function comparable({ headers }: PartnerAnswer): [string, string][] {
  return [...headers].filter(([name]) => name !== "date");
}

describe.each(runtimesOf("node"))("POST /v1/auth/application_token on %s", (runtime) => {
  const shared = shareChainServer(runtime);

  function mint(chain: Chain, { clientId = chain.clientId, authorization = credentialsOf(chain) }) {
    return shared().partner(`/auth/application_token?client_id=${clientId}`, {
      method: "POST",
      origin: chain.origin,
      authorization,
    });
  }

  it("PIA §4: answers the envelope with a Bearer token, which is not to be stored (ATTACK-B20)", async () => {
    const chain = await shared().buildChain();
    const answer = await mint(chain, {});
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      success: true,
      status: 200,
      message: "OK",
      result: { type: "Bearer", access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) },
    });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("access-control-allow-origin")).toBe(chain.origin);
    expect(answer.headers.get("vary")).toBe("Origin");
    expect(shared().server.log()).not.toContain(answer.json.result.access_token);
  });

  it("CHAIN-C2: reads base64 and base64url, padded or not", async () => {
    const chain = await shared().buildChain();
    const text = `${chain.clientSecret}|${chain.keyId}|${chain.rawKey}`;
    const standard = base64(text);
    const spellings = [
      standard,
      standard.replace(/=+$/, ""),
      Buffer.from(text).toString("base64url"),
      standard.replaceAll("+", "-").replaceAll("/", "_"),
    ];
    for (const authorization of spellings) {
      expect((await mint(chain, { authorization })).status, authorization).toBe(200);
    }
  });

  it("ATTACK-B16: every failure gives the same bytes and the same headers", async () => {
    const { buildChain, admin, partner } = shared();
    const chain = await buildChain();
    const other = await buildChain();
    const text = (parts: Partial<Chain>) => credentialsOf({ ...chain, ...parts });
    const wrongSecret =
      chain.clientSecret.slice(0, -1) + (chain.clientSecret.endsWith("a") ? "b" : "a");
    const cases: Record<string, Parameters<typeof mint>[1]> = {
      "unknown client id": { clientId: "dgc_00000000000000000000" },
      "client id of another key": { clientId: other.clientId },
      "mistyped client secret": { authorization: text({ clientSecret: wrongSecret }) },
      "client secret of another client": {
        authorization: text({ clientSecret: other.clientSecret }),
      },
      "unknown api_key": { authorization: text({ keyId: crypto.randomUUID() }) },
      "api_key of another": { authorization: text({ keyId: other.keyId }) },
      "api_key_secret of another key": { authorization: text({ rawKey: other.rawKey }) },
      "not base64": { authorization: "%%%" },
      "two parts": { authorization: base64(`${chain.clientSecret}|${chain.keyId}`) },
      "four parts": {
        authorization: base64(`${chain.clientSecret}|${chain.keyId}|${chain.rawKey}|`),
      },
      "empty parts": { authorization: base64("||") },
      "invalid UTF-8": { authorization: base64(Uint8Array.of(0xff, 0x7c, 0x61, 0x7c, 0xc3)) },
      "ATTACK-B18: Bearer in front": { authorization: `Bearer ${credentialsOf(chain)}` },
      "ATTACK-B18: Basic in front": { authorization: `Basic ${credentialsOf(chain)}` },
      "ATTACK-B25: 12 000 characters": { authorization: base64("x".repeat(9_000)) },
      "ATTACK-B19: two client ids": { clientId: `${chain.clientId}&client_id=${chain.clientId}` },
      "ATTACK-B19: array syntax": { clientId: `&client_id[]=${chain.clientId}` },
    };
    const answers = new Map<string, PartnerAnswer>();
    for (const [name, options] of Object.entries(cases))
      answers.set(name, await mint(chain, options));
    const { origin } = chain;
    const path = "/auth/application_token";
    const authorization = credentialsOf(chain);
    answers.set("no client_id", await partner(path, { method: "POST", origin, authorization }));
    answers.set(
      "ATTACK-B19: client_id in the body",
      await partner(path, {
        method: "POST",
        origin,
        authorization,
        body: { client_id: chain.clientId },
      }),
    );
    const named = `${path}?client_id=${chain.clientId}`;
    answers.set("no header", await partner(named, { method: "POST", origin }));
    for (const binding of ["clientId", "certificateId", "contractId", "webhookId"]) {
      const unbound = await buildChain();
      await admin.ok("PATCH", `/api-keys/${unbound.keyId}`, { [binding]: null });
      answers.set(
        `${binding} unbound`,
        await partner(`${path}?client_id=${unbound.clientId}`, {
          method: "POST",
          origin,
          authorization: credentialsOf(unbound),
        }),
      );
    }
    const deleted = await buildChain();
    await admin.ok("DELETE", `/api-keys/${deleted.keyId}`);
    answers.set(
      "deleted key",
      await partner(`${path}?client_id=${deleted.clientId}`, {
        method: "POST",
        origin,
        authorization: credentialsOf(deleted),
      }),
    );
    const [first] = answers.values();
    for (const [name, answer] of answers) {
      expect(answer.status, name).toBe(500);
      expect(answer.text, name).toBe(REFUSED);
      expect(comparable(answer), name).toEqual(comparable(first!));
    }
  });

  it("ATTACK-B21: after a rotation the old raw key is refused and the new one mints", async () => {
    const { buildChain, admin } = shared();
    const chain = await buildChain();
    const { key } = await admin.ok("POST", `/api-keys/${chain.keyId}/rotate`);
    expect((await mint(chain, {})).text).toBe(REFUSED);
    const answer = await mint(chain, { authorization: credentialsOf({ ...chain, rawKey: key }) });
    expect(answer.status).toBe(200);
  });

  it("ATTACK-B22: 200 parallel mints each give a different token", async () => {
    const chain = await shared().buildChain();
    const answers = await Promise.all(Array.from({ length: 200 }, () => mint(chain, {})));
    expect(answers.map(({ status }) => status)).toEqual(Array(200).fill(200));
    expect(new Set(answers.map(({ json }) => json.result.access_token)).size).toBe(200);
  });

  it("ATTACK-B24: a flood of wrong secrets does not lock out the right one", async () => {
    const chain = await shared().buildChain();
    const wrong = { authorization: credentialsOf({ ...chain, rawKey: `${chain.rawKey}x` }) };
    const flood = Array.from({ length: 500 }, () => mint(chain, wrong));
    expect((await mint(chain, {})).status).toBe(200);
    const answers = await Promise.all(flood);
    expect(new Set(answers.map(({ text }) => text))).toEqual(new Set([REFUSED]));
    expect((await mint(chain, {})).status).toBe(200);
  });

  it("ATTACK-A2: an unlisted Origin is dropped even with valid credentials", async () => {
    const { server, buildChain } = shared();
    const chain = await buildChain();
    const url = `${server.url}/v1/auth/application_token?client_id=${chain.clientId}`;
    const authorization = credentialsOf(chain);
    for (const origin of [undefined, "https://other.example", `${chain.origin}/`, "null"]) {
      expect(await callPartner(url, { method: "POST", origin, authorization })).toBe(DROPPED);
    }
  });
});
