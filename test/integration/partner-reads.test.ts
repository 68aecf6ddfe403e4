import { createHmac, createPublicKey } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type Chain, shareChainServer } from "../support/chain-server.ts";
import { runtimesOf } from "../support/extent.ts";
import { callPartner, callServed, DROPPED, type PartnerCall } from "../support/partner-client.ts";

const READS = [
  "/space/list",
  "/resources/consumer-contract",
  "/resources/consumer-policy",
  "/resources/agent-front-settings?agentId=x",
];
const INVALID = { success: false, status: 401, message: "Invalid token" };

describe.each(runtimesOf("node"))("the resource reads on %s", (runtime) => {
  const shared = shareChainServer(runtime);

  async function build(contract = {}): Promise<Chain & { readonly token: string }> {
    const chain = await shared().buildChain(contract);
    return { ...chain, token: await shared().mint(chain) };
  }

  type Partner = Awaited<ReturnType<typeof build>>;

  function read({ origin, token }: Partner, path: string, call: PartnerCall = {}) {
    return shared().partner(path, { origin, authorization: `Bearer ${token}`, ...call });
  }

  async function result(partner: Partner, path: string) {
    const answer = await read(partner, path);
    expect(answer.status, answer.text).toBe(200);
    const { result, ...envelope } = answer.json;
    expect(envelope).toEqual({ success: true, status: 200, message: "OK" });
    return result;
  }

  it("PIA §2: the spaces with their agents, in the contract's order", async () => {
    const { admin } = shared();
    const partner = await build();
    const { space } = await admin.ok("POST", "/spaces", { title: "Empty" });
    const spaceIds = [space.id, partner.spaceId];
    await admin.ok("PATCH", `/contracts/${partner.contractId}`, { spaceIds });
    expect(await result(partner, "/space/list")).toEqual([
      { id: space.id, title: "Empty", description: "", agents: [] },
      {
        id: partner.spaceId,
        title: expect.stringMatching(/^chain/),
        description: "A space",
        agents: [
          {
            id: expect.any(String),
            agentId: partner.agentSlug,
            displayName: expect.stringMatching(/^Agent/),
            startFlow: "welcome",
            startNode: "start",
            active: true,
          },
        ],
      },
    ]);
  });

  it("PIA §7: no spaces is an empty list", async () => {
    expect(await result(await build({ spaceIds: [] }), "/space/list")).toEqual([]);
  });

  it("PIA §2, CHAIN-C12: the contract with its five switches mapped to false", async () => {
    const switches = {
      outsideRegistration: true,
      otpInsideRegistration: true,
      otpOutsideRegistration: true,
      blockOutsideRegistrationLogins: true,
      blockSystemRegistrationLogins: true,
    };
    const partner = await build(switches);
    expect(await result(partner, "/resources/consumer-contract")).toEqual({
      id: partner.contractId,
      apiKeyId: partner.keyId,
      name: expect.stringMatching(/^chain/),
      key: expect.stringMatching(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){3}$/),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      spaces: [{ id: partner.spaceId, title: expect.stringMatching(/^chain/) }],
      outsideRegistration: false,
      otpInsideRegistration: false,
      otpOutsideRegistration: false,
      blockOutsideRegistrationLogins: false,
      blockSystemRegistrationLogins: false,
    });
    expect(await result(partner, "/resources/consumer-policy")).toMatchObject(switches);
  });

  it("PIA §2: the policy with live switches and the default spaces", async () => {
    const { admin } = shared();
    const partner = await build();
    const contract = `/contracts/${partner.contractId}`;
    expect(await result(partner, "/resources/consumer-policy")).toEqual({
      id: partner.contractId,
      key: partner.contractKey,
      outsideRegistration: false,
      otpInsideRegistration: false,
      otpOutsideRegistration: false,
      blockOutsideRegistrationLogins: false,
      blockSystemRegistrationLogins: false,
      defaultSystemSpaces: [],
      defaultOutsideSpaces: [],
    });
    await admin.ok("PATCH", contract, {
      otpOutsideRegistration: true,
      defaultSystemSpaceIds: [partner.spaceId],
    });
    // PIA §8: a change is effective with the next request.
    expect(await result(partner, "/resources/consumer-policy")).toMatchObject({
      otpOutsideRegistration: true,
      defaultSystemSpaces: [partner.spaceId],
      defaultOutsideSpaces: [],
    });
  });

  it("PIA §4: the front settings of an agent, by its slug", async () => {
    const { admin } = shared();
    const partner = await build();
    const path = `/resources/agent-front-settings?agentId=${partner.agentSlug}`;
    expect(await result(partner, path)).toEqual({});
    const { items } = await admin.ok("GET", `/agents?q=${partner.agentSlug}`);
    const settings = { theme: { color: "#123456" }, ключ: ["a", 1, null] };
    await admin.ok("PUT", `/agents/${items[0].id}/front-settings`, settings);
    expect(await result(partner, path)).toEqual(settings);
  });

  it("PIA §7: a slug outside the contract's spaces is 404, whether it exists or not", async () => {
    const [partner, other] = [await build(), await build()];
    for (const slug of [other.agentSlug, "nobody", "", partner.agentSlug.toUpperCase()]) {
      const answer = await read(partner, `/resources/agent-front-settings?agentId=${slug}`);
      expect(answer.status).toBe(404);
      expect(answer.json).toEqual({ success: false, status: 404, message: "Agent not found" });
    }
  });

  it.each(READS)("PIA §7: %s without a valid header is 401 Invalid token", async (path) => {
    const partner = await build();
    const { token } = partner;
    const values = [
      undefined,
      "",
      token,
      `Token ${token}`,
      `bearer  ${token}`,
      "Bearer",
      "Bearer ",
    ];
    for (const authorization of values) {
      const answer = await read(partner, path, { authorization });
      expect([answer.status, answer.json], authorization).toEqual([401, INVALID]);
      expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
      expect(answer.headers.get("access-control-allow-origin")).toBe(partner.origin);
    }
    // ATTACK-C27: not from the query and not from a cookie.
    const inQuery = `${path}${path.includes("?") ? "&" : "?"}access_token=${token}`;
    const answer = await read(partner, inQuery, {
      authorization: undefined,
      headers: { Cookie: `access_token=${token}` },
    });
    expect(answer.status).toBe(401);
  });

  it("ATTACK-C26: forged tokens are 401: no signature, another key, another algorithm, other headers", async () => {
    const partner = await build();
    const [head, payload, signature] = partner.token.split(".") as [string, string, string];
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const decode = (text: string) => JSON.parse(Buffer.from(text, "base64url").toString());
    const header = decode(head);
    const withHeader = (changes: object) => `${encode({ ...header, ...changes })}.${payload}`;
    const hs256 = withHeader({ alg: "HS256" });
    const key = createPublicKey(partner.pem).export({ type: "spki", format: "pem" });
    const forged = {
      "alg none": `${withHeader({ alg: "none" })}.`,
      "HS256 with a public key": `${hs256}.${createHmac("sha256", key).update(hs256).digest("base64url")}`,
      "another alg": `${withHeader({ alg: "ES256" })}.${signature}`,
      "unknown kid": `${withHeader({ kid: "x" })}.${signature}`,
      "jku header": `${withHeader({ jku: "https://evil.example/keys" })}.${signature}`,
      "crit header": `${withHeader({ crit: ["exp"] })}.${signature}`,
      "detached payload": `${head}..${signature}`,
      "five parts": `${partner.token}.a.b`,
      "another payload": `${head}.${encode({ ...decode(payload), gen: 9 })}.${signature}`,
      doubled: `${partner.token}${partner.token}`,
      truncated: partner.token.slice(0, -1),
    };
    for (const [name, token] of Object.entries(forged)) {
      const answer = await read({ ...partner, token }, "/space/list");
      expect([answer.status, answer.json], name).toEqual([401, INVALID]);
    }
  });

  it("ATTACK-C30: a token survives key rotation, certificate rotation and changes of the webhook (CHAIN-C4)", async () => {
    const { admin } = shared();
    const partner = await build();
    await admin.ok("POST", `/api-keys/${partner.keyId}/rotate`);
    await admin.ok("POST", `/certificates/${partner.certificateId}/rotate`);
    await admin.ok("PATCH", `/webhooks/${partner.webhookId}`, { name: `${partner.origin} again` });
    await result(partner, "/space/list");
  });

  it("CHAIN-C4: the raw key is invalid after its rotation, the new one works", async () => {
    const { admin } = shared();
    const partner = await build();
    await result({ ...partner, token: partner.rawKey }, "/space/list");
    const { key } = await admin.ok("POST", `/api-keys/${partner.keyId}/rotate`);
    const old = await read({ ...partner, token: partner.rawKey }, "/space/list");
    expect([old.status, old.json]).toEqual([401, INVALID]);
    await result({ ...partner, token: key }, "/space/list");
  });

  describe("CHAIN-C5, ATTACK-C31: a token is invalid from the next request on when", () => {
    // Another listed Origin, because the key's own leaves the list with its binding (CHAIN-C7).
    async function expectDead(partner: Partner, change: () => Promise<unknown>) {
      const other = await build();
      await result(partner, "/space/list");
      await change();
      const answer = await read({ ...partner, origin: other.origin }, "/space/list");
      expect([answer.status, answer.json]).toEqual([401, INVALID]);
    }

    it("its key is deleted", async () => {
      const partner = await build();
      await expectDead(partner, () => shared().admin.ok("DELETE", `/api-keys/${partner.keyId}`));
    });

    it.each(["certificateId", "contractId", "clientId", "webhookId"])(
      "%s is unbound",
      async (binding) => {
        const partner = await build();
        const path = `/api-keys/${partner.keyId}`;
        await expectDead(partner, () => shared().admin.ok("PATCH", path, { [binding]: null }));
      },
    );

    it.each(["clients", "certificates", "contracts", "webhooks"])(
      "its %s is deleted",
      async (name) => {
        const partner = await build();
        const ids: Record<string, string> = {
          clients: partner.clientRowId,
          certificates: partner.certificateId,
          contracts: partner.contractId,
          webhooks: partner.webhookId,
        };
        await expectDead(partner, () => shared().admin.ok("DELETE", `/${name}/${ids[name]}`));
      },
    );

    it("the key is bound to another client", async () => {
      const { admin } = shared();
      const partner = await build();
      const { client } = await admin.ok("POST", "/clients", { name: `${partner.keyId} second` });
      const path = `/api-keys/${partner.keyId}`;
      await expectDead(partner, () => admin.ok("PATCH", path, { clientId: client.id }));
    });

    it("the key's tokens are revoked (CHAIN-C19)", async () => {
      const partner = await build();
      const path = `/api-keys/${partner.keyId}/revoke-tokens`;
      await expectDead(partner, () => shared().admin.ok("POST", path));
      await result({ ...partner, token: await shared().mint(partner) }, "/space/list");
    });
  });

  it("CHAIN-C19, ATTACK-C32: binding again after unbinding makes an old token work again", async () => {
    const { admin } = shared();
    const partner = await build();
    const path = `/api-keys/${partner.keyId}`;
    for (const [name, id] of [
      ["clientId", partner.clientRowId],
      ["contractId", partner.contractId],
      ["certificateId", partner.certificateId],
    ] as const) {
      await admin.ok("PATCH", path, { [name]: null });
      await admin.ok("PATCH", path, { [name]: id });
      await result(partner, "/space/list");
    }
  });

  it("CHAIN-C6: the raw key of a key without a contract reads that it has none", async () => {
    const { admin } = shared();
    const [partner, other] = [await build(), await build()];
    await admin.ok("PATCH", `/api-keys/${partner.keyId}`, { contractId: null });
    const byRawKey = { ...partner, token: partner.rawKey, origin: other.origin };
    expect(await result(byRawKey, "/resources/consumer-contract")).toBeNull();
    expect(await result(byRawKey, "/resources/consumer-policy")).toBeNull();
    expect(await result(byRawKey, "/space/list")).toEqual([]);
    const agent = `/resources/agent-front-settings?agentId=${partner.agentSlug}`;
    expect((await read(byRawKey, agent)).status).toBe(404);
  });

  it("CHAIN-C6: the raw key reads nothing while another binding is missing", async () => {
    const { admin } = shared();
    const [partner, other] = [await build(), await build()];
    const path = `/api-keys/${partner.keyId}`;
    const byRawKey = { ...partner, token: partner.rawKey, origin: other.origin };
    for (const [name, id] of [
      ["clientId", partner.clientRowId],
      ["certificateId", partner.certificateId],
      ["webhookId", partner.webhookId],
    ] as const) {
      await admin.ok("PATCH", path, { [name]: null });
      for (const readPath of READS) {
        const answer = await read(byRawKey, readPath);
        expect([answer.status, answer.json], `${readPath} without ${name}`).toEqual([401, INVALID]);
      }
      await admin.ok("PATCH", path, { [name]: id });
    }
  });

  it("CHAIN-C7, ATTACK-C33: through another key's Origin, a token reads its own key's data", async () => {
    const [one, other] = [await build(), await build()];
    const contract = await result({ ...one, origin: other.origin }, "/resources/consumer-contract");
    expect(contract.id).toBe(one.contractId);
  });

  it("ATTACK-A11: an Origin is listed while its key is fully bound, from one request to the next", async () => {
    const { admin, server } = shared();
    const partner = await build();
    const path = `/api-keys/${partner.keyId}`;
    const url = `${server.url}/v1/space/list`;
    const call = { origin: partner.origin, authorization: `Bearer ${partner.token}` };
    for (const [name, id] of [
      ["clientId", partner.clientRowId],
      ["certificateId", partner.certificateId],
      ["contractId", partner.contractId],
      ["webhookId", partner.webhookId],
    ] as const) {
      expect(await callPartner(url, call)).toMatchObject({ status: 200 });
      await admin.ok("PATCH", path, { [name]: null });
      expect(await callPartner(url, call)).toBe(DROPPED);
      await admin.ok("PATCH", path, { [name]: id });
    }
    const origin = `${partner.origin}.moved.example`;
    await admin.ok("PATCH", `/webhooks/${partner.webhookId}`, { origin });
    expect(await callPartner(url, call)).toBe(DROPPED);
    expect(await callPartner(url, { ...call, origin })).toMatchObject({ status: 200 });
  });

  it("ATTACK-A8: a preflight from a listed Origin is answered 204 for exactly that Origin", async () => {
    const partner = await build();
    const answer = await read(partner, "/auth/access_token", {
      method: "OPTIONS",
      authorization: undefined,
      headers: {
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type",
      },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get("access-control-allow-origin")).toBe(partner.origin);
    expect(answer.headers.get("vary")).toBe("Origin");
    expect(answer.headers.get("access-control-allow-methods")).toBe("POST");
    expect(answer.headers.get("access-control-allow-headers")).toMatch(/Content-Type/);
    expect(answer.headers.has("access-control-allow-credentials")).toBe(false);
  });

  it("CHAIN-C16, ATTACK-K139: other methods are 405 with Allow, unknown paths 404, both in the envelope", async () => {
    const partner = await build();
    for (const path of READS) {
      for (const method of ["POST", "PUT", "PATCH", "DELETE", "TRACE"]) {
        const answer = await read(partner, path, { method });
        expect(answer.status, `${method} ${path}`).toBe(405);
        expect(answer.headers.get("allow")).toBe("GET, OPTIONS");
        expect(answer.json).toMatchObject({ success: false, status: 405 });
      }
      expect((await read(partner, path, { method: "HEAD" })).status).toBe(405);
    }
    for (const path of ["/", "/space", "/space/list/", "/v1/space/list", "/nothing"]) {
      for (const method of ["GET", "POST", "OPTIONS"]) {
        const answer = await read(partner, path, { method });
        expect(answer.status, `${method} ${path}`).toBe(404);
        expect(answer.json).toEqual({ success: false, status: 404, message: "Not found" });
      }
    }
  });

  it("ATTACK-A15: other spellings of a path bypass neither the gate nor the token", async () => {
    const partner = await build();
    const { url } = shared().server;
    for (const path of [
      "/v1/%73pace/list",
      "//v1/space/list",
      "/v1//space/list",
      "/%76%31/space/list",
    ]) {
      const authorization = `Bearer ${partner.token}`;
      expect(await callPartner(`${url}${path}`, { authorization })).toBe(DROPPED);
      const open = await callServed(`${url}${path}`, { origin: partner.origin });
      expect(open.status, path).toBeGreaterThanOrEqual(400);
    }
  });

  it("ATTACK-A12: documents, health and the administrators' side need no Origin", async () => {
    const { url } = shared().server;
    for (const path of ["/healthz", "/readyz", "/", "/openapi.json", "/reference"]) {
      expect((await callServed(`${url}${path}`)).status, path).toBe(200);
    }
    expect((await callServed(`${url}/admin/api/session`)).status).toBe(401);
    expect(await callPartner(`${url}/v1/space/list`)).toBe(DROPPED);
  });

  it("admin API: the key's last use is shown", async () => {
    const { admin } = shared();
    const partner = await build();
    await result(partner, "/space/list");
    await expect
      .poll(async () => (await admin.ok("GET", `/api-keys/${partner.keyId}`)).apiKey.lastUsedAt)
      .toMatch(/^\d{4}-/);
  });
});
