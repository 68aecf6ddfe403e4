import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { openTree } from "../../../support/agents.ts";
import { callModern, PING, post, serveMcp } from "../../../support/mcp-server.ts";

const PAGES = { "index.md": "# Home\n\nWelcome.\n", "guide/setup.md": "# Setup\n\nRun it.\n" };

/** Sends a ping with a Host, which fetch does not let anyone set. */
function pingWithHost(url: string, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      Host: host,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
    };
    const sent = request(url, { method: "POST", headers }, (response) => {
      response.resume();
      resolve(response.statusCode!);
    });
    sent.on("error", reject);
    sent.end(PING);
  });
}

/** A list in a list, and so on. */
function nest(depth: number): string {
  return "[".repeat(depth) + "]".repeat(depth);
}

describe("/mcp", () => {
  it("answers revisions before 2026-07-28, which begin with initialize, without a session", async () => {
    const { url } = await serveMcp(await openTree(PAGES));
    for (const protocolVersion of ["2025-11-25", "2025-06-18"]) {
      const params = { protocolVersion, capabilities: {}, clientInfo: { name: "t", version: "1" } };
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
      const response = await post(url, { body });
      expect(response.status).toBe(200);
      expect(response.headers.get("Mcp-Session-Id")).toBeNull();
      expect(await response.text()).toContain(`"protocolVersion":"${protocolVersion}"`);
    }
  });

  it("answers revision 2026-07-28 on the same address, and says how long lists and pages last", async () => {
    const { url } = await serveMcp(await openTree(PAGES));
    const { body } = await callModern(url, { method: "server/discover" });
    expect(body.result.supportedVersions).toContain("2026-07-28");
    expect(Object.keys(body.result.capabilities).sort()).toEqual([
      "completions",
      "resources",
      "tools",
    ]);
    for (const method of ["tools/list", "resources/list", "resources/templates/list"]) {
      const { result } = (await callModern(url, { method })).body;
      expect(result).toMatchObject({ cacheScope: "public" });
      expect(result.ttlMs).toBeGreaterThan(0);
    }
    const read = await callModern(url, {
      method: "resources/read",
      params: { uri: "docs://guide/setup" },
    });
    expect(read.body.result).toMatchObject({ cacheScope: "public" });
  });

  it("has no subscriptions and no prompts", async () => {
    const { url } = await serveMcp(await openTree(PAGES));
    const listen = { method: "subscriptions/listen", params: { notifications: {} } };
    for (const asked of [listen, { method: "prompts/list" }, { method: "no/such" }]) {
      expect(await callModern(url, asked)).toMatchObject({
        status: 404,
        body: { id: 1, error: { code: -32601, message: "Method not found" } },
      });
    }
  });

  it("ATTACK-L150 refuses pages of other origins with 403, and lets listed ones read the answer", async () => {
    const listed = "https://chat.example.com";
    const { url } = await serveMcp(await openTree(PAGES), { origins: [listed] });
    const own = new URL(url).origin;
    for (const origin of [
      "https://evil.example",
      "null",
      `${listed}.evil.example`,
      "http://localhost:1",
    ]) {
      const response = await post(url, { headers: { Origin: origin } });
      expect([origin, response.status]).toEqual([origin, 403]);
      expect(response.headers.get("Access-Control-Allow-Origin")).toBeNull();
      expect((await post(url, { method: "OPTIONS", headers: { Origin: origin } })).status).toBe(
        403,
      );
    }
    for (const origin of [listed, own]) {
      const response = await post(url, { headers: { Origin: origin } });
      expect(response.status).toBe(200);
      expect(response.headers.get("Access-Control-Allow-Origin")).toBe(origin);
      expect(response.headers.get("Vary")).toContain("Origin");
    }
    const preflight = await post(url, { method: "OPTIONS", headers: { Origin: listed } });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("Access-Control-Allow-Headers")).toContain("MCP-Protocol-Version");
  });

  it("ATTACK-L151 refuses a Host that is not this machine while it listens on loopback", async () => {
    const { url } = await serveMcp(await openTree(PAGES), {
      publicUrl: "https://docs.example.com",
    });
    const { host } = new URL(url);
    for (const foreign of [
      "evil.example",
      "127.0.0.1.evil.example",
      "10.0.0.1",
      "localhost.evil.example:80",
    ]) {
      expect([foreign, await pingWithHost(url, foreign)]).toEqual([foreign, 403]);
    }
    for (const known of [host, "localhost:1234", "app.localhost", "[::1]:80", "docs.example.com"]) {
      expect([known, await pingWithHost(url, known)]).toEqual([known, 200]);
    }
  });

  it("ATTACK-L151 takes a name that was made to lead here for a foreign origin on a public address", async () => {
    const publicUrl = "https://docs.example.com";
    const { url } = await serveMcp(await openTree(PAGES), { isLocal: false, publicUrl });
    expect((await post(url, { headers: { Origin: publicUrl } })).status).toBe(200);
    const below = { isLocal: false, publicUrl: `${publicUrl}/guide` };
    const prefixed = await serveMcp(await openTree(PAGES), below);
    expect((await post(prefixed.url, { headers: { Origin: publicUrl } })).status).toBe(200);
    const { refusalOf } = await import("../../../../runtime/agents/mcp/guard.ts");
    const options = { origins: [], isLocal: false, publicUrl };
    expect(
      refusalOf({ origin: "http://evil.example", host: "evil.example" }, options),
    ).not.toBeNull();
    expect(refusalOf({ origin: "http://192.0.2.7:80", host: "192.0.2.7:80" }, options)).toBeNull();
    const unset = { origins: [], isLocal: false };
    expect(refusalOf({ origin: "https://docs.internal", host: "docs.internal" }, unset)).toBeNull();
  });

  const call = (params: unknown) => ({ jsonrpc: "2.0", id: 7, method: "tools/call", params });
  const ask = (method: string, params?: object) => ({ jsonrpc: "2.0", id: 7, method, params });

  it.each([
    [null, null, "The message must be an object."],
    [{}, null, '"jsonrpc" must be "2.0", but it is missing.'],
    [{ ...ask("ping"), jsonrpc: "1.0" }, 7, '"jsonrpc" must be "2.0".'],
    [{ ...ask("ping"), id: {} }, null, '"id" must be a string or a whole number.'],
    [{ jsonrpc: "2.0", id: 7 }, 7, '"method" must be a string, but it is missing.'],
    [call([]), 7, '"params" must be an object.'],
    [{ ...ask("ping"), extra: 1 }, 7, 'The message has the unknown field "extra".'],
  ])(
    "ATTACK-T242 says what is wrong with a message that is not one: %j",
    async (message, id, text) => {
      const { url, errors } = await serveMcp(await openTree(PAGES));
      const response = await post(url, { body: JSON.stringify(message) });

      expect(response.status).toBe(400);
      const error = { code: -32600, message: text };
      expect(await response.json()).toEqual({ jsonrpc: "2.0", id, error });
      expect(errors).toEqual([]);
    },
  );

  it.each([
    [ask("tools/call"), '"params" must be an object, but it is missing.'],
    [call({}), '"params.name" must be a string, but it is missing.'],
    [call({ name: "search_docs", arguments: ["x"] }), '"params.arguments" must be an object.'],
    [ask("resources/read", { uri: 5 }), '"params.uri" must be a string.'],
    [ask("resources/list", { cursor: 5 }), '"params.cursor" must be a string.'],
    [
      ask("completion/complete", { ref: "x" }),
      '"params.ref" must be an object {"type": "ref/resource", "uri": …}.',
    ],
    [ask("initialize", {}), '"params.protocolVersion" must be a string, but it is missing.'],
  ])("ATTACK-T242 says what is wrong with the params of a method: %j", async (message, text) => {
    const { url, errors } = await serveMcp(await openTree(PAGES));
    const response = await post(url, { body: JSON.stringify(message) });

    const error = { code: -32602, message: text };
    expect(await response.json()).toEqual({ jsonrpc: "2.0", id: 7, error });
    expect(errors).toEqual([]);
  });

  it.each([
    ["the arguments of a tool", "tools/call", '{"name":"search_docs","arguments":{"query":$}}'],
    ["what no method has", "ping", '{"_meta":{"x":$}}'],
  ])("ATTACK-T242 refuses lists in lists in %s, 30 000 deep", async (_, method, params) => {
    const { url, errors } = await serveMcp(await openTree(PAGES));
    const message = (depth: number) =>
      JSON.stringify(ask(method)).replace("}", `,"params":${params.replace("$", nest(depth))}}`);
    const response = await post(url, { body: message(30_000) });

    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      jsonrpc: "2.0",
      id: 7,
      error: { code: -32600, message: "The message is nested deeper than 32 levels." },
    });
    expect((await post(url, { body: message(29) })).status).toBe(200);
    expect((await post(url, { body: message(30) })).status).toBe(400);
    expect(errors).toEqual([]);
  });

  it("ATTACK-L152 refuses bodies above 64 KiB with 413, with and without a length", async () => {
    const { url } = await serveMcp(await openTree(PAGES));
    const body = (bytes: number) =>
      PING.replace("}", `,"params":{"_meta":{"x":"${"a".repeat(bytes)}"}}}`);
    const least = 64 * 1024 - body(0).length;
    expect((await post(url, { body: body(least) })).status).toBe(200);
    expect((await post(url, { body: body(least + 1) })).status).toBe(413);
    const stream = new Blob([body(100_000)]).stream();
    const chunked = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: stream,
      duplex: "half",
    } as RequestInit);
    expect(chunked.status).toBe(413);
  });

  it("ATTACK-L153 refuses batches, and bodies that are not a message, with a JSON-RPC error", async () => {
    const { url, errors } = await serveMcp(await openTree(PAGES));
    for (const [body, code] of [
      [`[${PING},${PING}]`, -32600],
      ["[]", -32600],
      ["{", -32700],
      ["", -32700],
    ] as const) {
      const response = await post(url, { body });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ jsonrpc: "2.0", id: null, error: { code } });
    }
    expect((await post(url, { headers: { "Content-Type": "text/plain" } })).status).toBe(415);
    expect(errors).toEqual([]);
  });

  it("ATTACK-L154 knows no sessions: an id of one changes nothing, and none can be opened or ended", async () => {
    const { url } = await serveMcp(await openTree(PAGES));
    const response = await post(url, { headers: { "Mcp-Session-Id": "fixed" } });
    expect(response.status).toBe(200);
    expect(response.headers.get("Mcp-Session-Id")).toBeNull();
    for (const method of ["GET", "DELETE", "PUT"]) {
      const refused = await post(url, { method, headers: { "Mcp-Session-Id": "fixed" } });
      expect([method, refused.status]).toEqual([method, 405]);
      expect(refused.headers.get("Allow")).toBe("POST, OPTIONS");
    }
  });

  it("ATTACK-L155 limits the requests of a client behind a proxy, and says when to ask again", async () => {
    let time = 0;
    const options = { requestsPerMinute: 2, proxyCount: 1, now: () => time };
    const { url } = await serveMcp(await openTree(PAGES), options);
    const ask = async (client: string) => {
      const response = await post(url, { headers: { "X-Forwarded-For": client } });
      return [response.status, response.headers.get("Retry-After")];
    };
    expect(await ask("192.0.2.1")).toEqual([200, null]);
    expect(await ask("192.0.2.1")).toEqual([200, null]);
    expect(await ask("192.0.2.1")).toEqual([429, "30"]);
    // All addresses of one network are one client.
    expect(await ask("2001:db8::1")).toEqual([200, null]);
    expect(await ask("2001:db8::2")).toEqual([200, null]);
    expect(await ask("2001:db8::3")).toEqual([429, "30"]);
    time += 30_000;
    expect(await ask("192.0.2.1")).toEqual([200, null]);
    expect(await ask("192.0.2.1")).toEqual([429, "30"]);
    // A program on this machine is not a client from outside.
    for (let count = 0; count < 5; count++) expect((await post(url)).status).toBe(200);
  });

  it("ATTACK-L156 looks refs up in the corpus alone: no path, route or address leads elsewhere", async () => {
    const { url, errors } = await serveMcp(await openTree(PAGES));
    const foreign = [
      "/v1/space/list",
      "/guide/../v1/space/list",
      "../../../../etc/passwd",
      "file:///etc/passwd",
      "http://127.0.0.1/admin/api/session",
      "https://evil.example/guide/setup",
      "%2e%2e/%2e%2e/package.json",
      "__proto__",
      "constructor#prototype",
      `guide/${"x".repeat(1_900)}`,
    ];
    for (const ref of foreign) {
      const params = { name: "read_docs", arguments: { refs: [ref] } };
      const { body } = await callModern(url, { method: "tools/call", params });
      expect(body.result.content[0].text).toContain("There is no ");
      const read = { method: "resources/read", params: { uri: `docs://${ref}` } };
      expect((await callModern(url, read)).body.error).toBeDefined();
    }
    expect(errors).toEqual([]);
  });

  it("ATTACK-L160 answers others while a client sends its body slowly, and ends that client in time", async () => {
    const limits = { requestTimeoutMs: 1_000, headTimeoutMs: 1_000 };
    const { url } = await serveMcp(await openTree(PAGES), { limits });
    const slow = connect(Number(new URL(url).port), "127.0.0.1");
    const closed = once(slow, "close");
    slow.resume();
    slow.on("error", () => {});
    slow.write(
      "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
    );
    expect((await post(url)).status).toBe(200);
    await closed;
    expect((await post(url)).status).toBe(200);
  });
});
