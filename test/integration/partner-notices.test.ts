import { describe, expect, it } from "vitest";
import { type Chain, shareChainServer } from "../support/chain-server.ts";
import { runtimesOf } from "../support/extent.ts";

describe.each(runtimesOf("deno"))("notices on %s", (runtime) => {
  const shared = shareChainServer(runtime);

  /**
   * Collects what a change sends to the key's partner: kinds of refresh notices, names of
   * certificate notices. A test notice after it shows that nothing more arrives.
   */
  async function sentBy(chain: Chain, change: () => Promise<unknown>): Promise<unknown[]> {
    const { receiver, admin } = shared();
    const before = receiver.all(chain.notices).length;
    await change();
    await admin.ok("POST", `/webhooks/${chain.webhookId}/test`);
    await expect
      .poll(() => receiver.all(chain.notices).slice(before).at(-1)?.text, { timeout: 15_000 })
      .toBe('{"synch-data":[]}');
    return receiver
      .all(chain.notices)
      .slice(before, -1)
      .map(({ body }) => body["synch-data"]);
  }

  const patch = (path: string, body: object) => () => shared().admin.ok("PATCH", path, body);
  const remove = (path: string) => () => shared().admin.ok("DELETE", path);
  const post = (path: string) => () => shared().admin.ok("POST", path);

  it("CHAIN-C13: a key's change and its rotation send r_api_keys", async () => {
    const chain = await shared().buildChain();
    const key = `/api-keys/${chain.keyId}`;
    expect(await sentBy(chain, patch(key, { name: `${chain.keyId} b` }))).toEqual([["r_api_keys"]]);
    expect(await sentBy(chain, post(`${key}/rotate`))).toEqual([["r_api_keys"]]);
  });

  it("CHAIN-C13: a contract's change sends r_consumer_policy", async () => {
    const chain = await shared().buildChain();
    const contract = `/contracts/${chain.contractId}`;
    const sent = await sentBy(chain, patch(contract, { otpInsideRegistration: true }));
    expect(sent).toEqual([["r_consumer_policy"]]);
  });

  it("CHAIN-C13: a contract's change of spaces is one notice with the kinds joined", async () => {
    const chain = await shared().buildChain();
    const sent = await sentBy(chain, patch(`/contracts/${chain.contractId}`, { spaceIds: [] }));
    expect(sent).toEqual([["r_consumer_policy", "r_space", "r_agent"]]);
  });

  it("CHAIN-C13: a client deleted or unbound sends r_api_keys", async () => {
    const deleted = await shared().buildChain();
    expect(await sentBy(deleted, remove(`/clients/${deleted.clientRowId}`))).toEqual([
      ["r_api_keys"],
    ]);
    const unbound = await shared().buildChain();
    const sent = await sentBy(unbound, patch(`/api-keys/${unbound.keyId}`, { clientId: null }));
    expect(sent).toEqual([["r_api_keys"]]);
  });

  it("CHAIN-C13, ATTACK-F81: a contract deleted or unbound sends r_consumer_policy_delete once", async () => {
    const deleted = await shared().buildChain();
    expect(await sentBy(deleted, remove(`/contracts/${deleted.contractId}`))).toEqual([
      ["r_api_keys", "r_consumer_policy_delete"],
    ]);
    const unbound = await shared().buildChain();
    const sent = await sentBy(unbound, patch(`/api-keys/${unbound.keyId}`, { contractId: null }));
    expect(sent).toEqual([["r_api_keys", "r_consumer_policy_delete"]]);
  });

  it("CHAIN-C13: a space or agent of the contract changed sends r_space and r_agent", async () => {
    const chain = await shared().buildChain();
    const { items } = await shared().admin.ok("GET", `/agents?q=${chain.agentSlug}`);
    const both = [["r_space", "r_agent"]];
    expect(await sentBy(chain, patch(`/spaces/${chain.spaceId}`, { title: "Other" }))).toEqual(
      both,
    );
    const agent = `/agents/${items[0].id}`;
    expect(await sentBy(chain, patch(agent, { displayName: "Other" }))).toEqual(both);
    expect(await sentBy(chain, remove(agent))).toEqual(both);
  });

  it("CHAIN-C13: saved front settings send only r_agent_front_settings", async () => {
    const chain = await shared().buildChain();
    const { items } = await shared().admin.ok("GET", `/agents?q=${chain.agentSlug}`);
    const save = () =>
      shared().admin.ok("PUT", `/agents/${items[0].id}/front-settings`, { color: "red" });
    expect(await sentBy(chain, save)).toEqual([["r_agent_front_settings"]]);
    // ATTACK-F81: saving the same again changes nothing.
    expect(await sentBy(chain, save)).toEqual([]);
  });

  it("CHAIN-C13: a certificate's rotation delivers the new one; its end is r_cert_delete", async () => {
    const { receiver, admin } = shared();
    const chain = await shared().buildChain();
    const path = `/certificates/${chain.certificateId}`;
    expect(await sentBy(chain, post(`${path}/rotate`))).toEqual(["r_cert"]);
    const { certificate } = await admin.ok("GET", path);
    const delivered = receiver.all(chain.notices).find(({ body }) => body.type === "resource");
    expect(certificate.publicCertificate).not.toBe(chain.pem);
    expect(delivered?.body.result.cert).toBe(certificate.publicCertificate);
    expect(await sentBy(chain, remove(path))).toEqual([["r_api_keys"], "r_cert_delete"]);
    const gone = receiver
      .all(chain.notices)
      .filter(({ body }) => body.type === "resource")
      .at(-1);
    expect(gone?.body).toEqual({ "synch-data": "r_cert_delete", type: "resource" });
    const unbound = await shared().buildChain();
    const unbind = patch(`/api-keys/${unbound.keyId}`, { certificateId: null });
    expect(await sentBy(unbound, unbind)).toEqual([["r_api_keys"], "r_cert_delete"]);
  });

  it("ATTACK-F81: saves without changes, and changes that affect nobody, send nothing", async () => {
    const { admin } = shared();
    const chain = await shared().buildChain();
    const { apiKey } = await admin.ok("GET", `/api-keys/${chain.keyId}`);
    const same = { name: apiKey.name, clientId: apiKey.clientId };
    expect(await sentBy(chain, patch(`/api-keys/${chain.keyId}`, same))).toEqual([]);
    expect(await sentBy(chain, patch(`/contracts/${chain.contractId}`, {}))).toEqual([]);
    expect(await sentBy(chain, () => admin.ok("POST", "/spaces", { title: "Alone" }))).toEqual([]);
  });

  it("PIA §6, ATTACK-F80: a Wake sends five kinds in one notice and the certificate", async () => {
    const { admin, receiver } = shared();
    const chain = await shared().buildChain();
    const answer = await admin.call("POST", `/api-keys/${chain.keyId}/wake`);
    expect(answer.status).toBe(202);
    expect(answer.json.notices).toHaveLength(2);
    const notices = await receiver.take(2, chain.notices);
    expect(notices.map(({ body }) => body)).toEqual([
      { "synch-data": ["r_api_keys", "r_consumer_policy", "r_space", "r_agent", "r_json"] },
      {
        "synch-data": "r_cert",
        type: "resource",
        result: { cert: chain.pem, key: "a shared secret 1" },
      },
    ]);
    await admin.ok("PATCH", `/api-keys/${chain.keyId}`, { clientId: null });
    const refused = await admin.call("POST", `/api-keys/${chain.keyId}/wake`);
    expect(refused.status).toBe(409);
  });

  it("CHAIN-C14: every attempt is in the log with its outcome, without query or credentials", async () => {
    const { admin } = shared();
    const chain = await shared().buildChain();
    const webhook = `/webhooks/${chain.webhookId}`;
    const of = async (notificationUrl: string) => {
      await admin.ok("PATCH", webhook, { notificationUrl });
      const { notices } = await admin.ok("POST", `${webhook}/test`);
      const find = async () => {
        const { items } = await admin.ok("GET", `/notices?apiKeyId=${chain.keyId}`);
        return items.find(({ id }: { id: string }) => id === notices[0]);
      };
      await expect.poll(async () => (await find()).state, { timeout: 10_000 }).not.toBe("pending");
      return find();
    };
    const url = shared().receiver.url(chain.notices);
    expect(await of(`${url}?secret=1`)).toMatchObject({
      apiKeyId: chain.keyId,
      webhookId: chain.webhookId,
      kinds: [],
      url,
      state: "delivered",
      httpStatus: 204,
      error: null,
      durationMs: expect.any(Number),
    });
    expect(await of("http://127.0.0.1:1/")).toMatchObject({ state: "failed", error: "connect" });
    // ATTACK-F68: the name is looked up when the notice is sent, and resolves to this machine's
    // other address.
    const refused = await admin.call("PATCH", webhook, { notificationUrl: "http://10.0.0.1/" });
    expect(refused.status).toBe(400);
  });

  it("ATTACK-F82: a partner who fetches on receipt sees the new value", async () => {
    const { admin, receiver, partner } = shared();
    const chain = await shared().buildChain();
    const token = await shared().mint(chain);
    for (let round = 1; round <= 10; round++) {
      await admin.ok("PATCH", `/spaces/${chain.spaceId}`, { title: `Title ${round}` });
      await receiver.take(1, chain.notices);
      const answer = await partner("/space/list", {
        origin: chain.origin,
        authorization: `Bearer ${token}`,
      });
      expect(answer.json.result[0].title).toBe(`Title ${round}`);
    }
  });

  it("ATTACK-F84: no notice ever held a private key", () => {
    for (const { text } of shared().receiver.all()) expect(text).not.toMatch(/PRIVATE KEY|"d":/);
  });
});
