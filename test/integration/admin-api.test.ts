import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { shareChainServer } from "../support/chain-server.ts";
import { runtimesOf } from "../support/extent.ts";
import { callServed, type PartnerAnswer } from "../support/partner-client.ts";
import { connectRaw } from "../support/raw-client.ts";

/** The statuses of answers, ascending. */
function statusesOf(answers: readonly PartnerAnswer[]): number[] {
  return answers.map(({ status }) => status).sort((a, b) => a - b);
}

describe.each(runtimesOf("node"))("the admin API on %s", (runtime) => {
  const shared = shareChainServer(runtime);

  it("ATTACK-D46: of 20 creates at once at 19 existing keys exactly one succeeds", async () => {
    const { admin } = shared();
    const { items } = await admin.ok("GET", "/api-keys");
    for (let count = items.length; count < 19; count++) {
      await admin.ok("POST", "/api-keys", { name: `filler ${count}` });
    }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        admin.call("POST", "/api-keys", { name: `racer ${number}` }),
      ),
    );
    expect(statusesOf(answers)).toEqual([201, ...Array(19).fill(400)]);
    for (const { status, json } of answers.filter(({ status }) => status === 400)) {
      expect(status).toBe(400);
      expect(json.message).toMatch(/^Reached the maximum number of/);
    }
    const all = (await admin.ok("GET", "/api-keys")).items;
    expect(all).toHaveLength(20);
    for (const { id } of all) await admin.ok("DELETE", `/api-keys/${id}`);
  });

  it("ATTACK-D47: of five creates with one name at once exactly one succeeds", async () => {
    const { admin } = shared();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => admin.call("POST", "/clients", { name: "same" })),
    );
    expect(statusesOf(answers)).toEqual([201, 409, 409, 409, 409]);
  });

  it("ATTACK-D44: of two keys that bind one client at once exactly one gets it", async () => {
    const { admin } = shared();
    const { client } = await admin.ok("POST", "/clients", { name: "wanted" });
    const keys = [];
    for (const name of ["left", "right"]) {
      keys.push((await admin.ok("POST", "/api-keys", { name })).apiKey.id);
    }
    const answers = await Promise.all(
      keys.map((id) => admin.call("PATCH", `/api-keys/${id}`, { clientId: client.id })),
    );
    expect(statusesOf(answers)).toEqual([200, 409]);
  });

  it("ATTACK-D39: of two rotations at once one wins; only its key works", async () => {
    const { admin, buildChain, partner } = shared();
    const chain = await buildChain();
    const answers = await Promise.all(
      [0, 1].map(() => admin.call("POST", `/api-keys/${chain.keyId}/rotate`)),
    );
    const keys = answers.flatMap(({ status, json }) => (status === 200 ? json.key : []));
    const works = async (key: string) => {
      const call = { origin: chain.origin, authorization: `Bearer ${key}` };
      return (await partner("/space/list", call)).status === 200;
    };
    // One after the other, they do not race, and both are answered 200.
    expect(await works(chain.rawKey)).toBe(false);
    expect((await Promise.all(keys.map(works))).filter(Boolean)).toHaveLength(1);
    const { items } = await admin.ok("GET", "/audit?limit=10");
    const actions = items.map(({ action }: { action: string }) => action);
    expect(actions.filter((action: string) => action.startsWith("rotate"))).toHaveLength(2);
  });

  it("ATTACK-H115: of five saves of one version at once one wins", async () => {
    const { admin } = shared();
    const created = await admin.call("POST", "/spaces", { title: "first" });
    const headers = { "If-Match": created.headers.get("ETag")! };
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, number) =>
        admin.call("PATCH", `/spaces/${created.json.space.id}`, { title: `${number}` }, headers),
      ),
    );
    expect(statusesOf(answers)).toEqual([200, 412, 412, 412, 412]);
  });

  it("ATTACK-D41: of ten attempts with one Idempotency-Key at once one gets the secret", async () => {
    const { admin } = shared();
    const headers = { "Idempotency-Key": "attempt" };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => admin.call("POST", "/clients", { name: "once" }, headers)),
    );
    expect(statusesOf(answers)).toEqual(Array(10).fill(201));
    expect(answers.filter(({ json }) => json.clientSecret !== undefined)).toHaveLength(1);
  });

  it("ATTACK-A11, CHAIN-C17: an Origin is served right after its save, and dropped right after an unbinding", async () => {
    const { admin, buildChain, server } = shared();
    const chain = await buildChain();
    const ask = () =>
      callServed(`${server.url}/v1/space/list`, {
        origin: chain.origin,
        authorization: `Bearer ${chain.rawKey}`,
      });
    expect((await ask()).status).toBe(200);
    await admin.ok("DELETE", `/certificates/${chain.certificateId}`);
    await expect(ask()).rejects.toThrow("dropped");
  });

  it("ATTACK-K137: a body above the limit is answered 413 as soon as its length is known", async () => {
    const { server, token } = shared();
    const raw = await connectRaw(server.url);
    raw.send(
      `POST /admin/api/clients HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
        "Content-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n",
    );
    const response = await raw.response();
    expect(response.status).toBe(413);
    expect(response.headers.get("Connection")).toBe("close");
  });

  it("ATTACK-K137: a chunked body above the limit is answered 413", async () => {
    const { server, token } = shared();
    const raw = await connectRaw(server.url);
    raw.send(
      `POST /admin/api/clients HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
        "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
    );
    const chunk = "x".repeat(0x8000);
    for (let number = 0; number < 4; number++) raw.send(`8000\r\n${chunk}\r\n`);
    expect((await raw.response()).status).toBe(413);
  });

  it("ATTACK-K139: a client that disconnects in the middle of a body is not docgate's error", async () => {
    const { server, token, admin } = shared();
    const before = server.log();
    const raw = await connectRaw(server.url);
    raw.send(
      `POST /admin/api/clients HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"name":',
    );
    // Answered after the request above has begun.
    await admin.ok("GET", "/session");
    raw.close();
    await admin.ok("GET", "/session");
    await admin.ok("GET", "/session");
    expect(server.log().slice(before.length)).not.toMatch(/error/i);
  });

  it("ATTACK-I125: no name reaches a line of the log", async () => {
    const { server, admin } = shared();
    const name = "evil\r\nname \u001b[31m";
    await admin.ok("POST", "/clients", { name });
    await admin.call("POST", "/clients", { name });
    await callServed(`${server.url}/admin/api/clients/%0d%0aevil%1b`);
    expect(server.log()).not.toContain("evil");
    expect(server.log()).not.toContain("\u001b");
  });

  it("ATTACK-D36, ATTACK-I121: no secret is in a file of the data folder, an export or the log", async () => {
    const { admin, buildChain, data, server, token } = shared();
    const chain = await buildChain();
    const { key } = await admin.ok("POST", `/api-keys/${chain.keyId}/rotate`);
    const { clientSecret } = await admin.ok("POST", `/clients/${chain.clientRowId}/rotate-secret`);
    await admin.ok("POST", `/certificates/${chain.certificateId}/rotate`);
    const secrets = [
      ...[chain.rawKey, key, chain.clientSecret, clientSecret, token],
      ...["a shared secret 1", "PRIVATE KEY"],
    ];
    for (const name of await readdir(data, { recursive: true })) {
      const bytes = await readFile(join(data, name)).catch(() => Buffer.alloc(0));
      for (const secret of secrets)
        expect(bytes.includes(secret), `${name}: ${secret}`).toBe(false);
    }
    for (const file of ["notices.csv", "notices.ndjson", "audit.csv", "audit.ndjson"]) {
      const headers = { Authorization: `Bearer ${token}` };
      const text = await (await fetch(`${server.url}/admin/api/${file}`, { headers })).text();
      expect(text).toContain(chain.keyId);
      for (const secret of secrets) expect(text, file).not.toContain(secret);
    }
    for (const secret of secrets) expect(server.log()).not.toContain(secret);
  });
});
