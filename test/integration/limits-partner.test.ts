import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { type Chain, shareChainServer } from "../support/chain-server.ts";
import { runtimesOf } from "../support/extent.ts";
import type { PartnerAnswer } from "../support/partner-client.ts";

const LIMIT = 16 * 1024;
const ADMIN_LIMIT = 100 * 1024;

/** Useless bodies, by their fault. */
const BODIES: Readonly<Record<string, string>> = {
  "10 000 levels of arrays": "[".repeat(5_000) + "]".repeat(5_000),
  "10 000 levels of objects": '{"a":'.repeat(3_000),
  "more levels than allowed": `${'{"a":'.repeat(40)}1${"}".repeat(40)}`,
  "a thousand keys": JSON.stringify(Object.fromEntries(Array.from({ length: 1_000 }, keyOf))),
  "a million keys": `{${Array.from({ length: 1_000_000 }, (_, index) => `"${index}":1`)}}`,
  "a very long number": `{"code":${"9".repeat(10_000)}}`,
  "an infinite number": '{"code":1e999}',
  "a megabyte": JSON.stringify({ code: "x".repeat(2 ** 20) }),
  "one byte too many": JSON.stringify({ code: "x".repeat(LIMIT - 10) }),
  "half a character": '{"code":"\\ud800"}',
  "a list": "[1,2,3]",
  null: "null",
  nothing: "",
};

function keyOf(_: unknown, index: number): [string, number] {
  return [`k${index}`, index];
}

/** The routes that read a body without a token. */
const ROUTES = ["/auth/access_token", "/auth/otp/confirm", "/auth/refresh_token"];

/** PIA §2 and PIA §7: the form of every refusal in the envelope. */
function expectEnvelope({ headers, json, text }: PartnerAnswer, status: number): void {
  expect(headers.get("content-type")).toBe("application/json");
  expect(json).toMatchObject({ success: false, status, message: expect.stringMatching(/\S/) });
  // However many faults there are, the answer is small.
  expect(text.length).toBeLessThan(LIMIT);
}

/**
 * Posts a body with its length. If it is too long, sends only the length: the server answers based
 * on that, and a client that keeps sending while the server closes may miss the answer.
 */
async function post(url: string, { headers, body, maxBytes }: PostOptions): Promise<PartnerAnswer> {
  const { hostname, port, pathname, search } = new URL(url);
  const socket = connect(Number(port), hostname);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  let received = "";
  socket.setEncoding("utf8").on("data", (text) => (received += text));
  socket.write(
    `POST ${pathname}${search} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `${lines.join("")}\r\n`,
  );
  if (body.length <= maxBytes) socket.write(body);
  await once(socket, "close");
  const [head = "", text = ""] = received.split("\r\n\r\n", 2);
  const [statusLine = "", ...fields] = head.split("\r\n");
  return {
    status: Number(statusLine.split(" ")[1]),
    headers: new Headers(fields.map((line) => line.split(/:\s*/, 2) as [string, string])),
    text,
    json: JSON.parse(text),
  };
}

interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly maxBytes: number;
}

describe.each(runtimesOf("deno"))("limits of the partner's side on %s", (runtime) => {
  const shared = shareChainServer(runtime);

  it.each(Object.keys(BODIES))(
    "ATTACK-K137: %s is answered 400 with reasons, on every route",
    async (name) => {
      const { buildChain, server } = shared();
      const { origin, rawKey, clientId } = await chainOf(buildChain);
      const headers = { Origin: origin, Authorization: `Bearer ${rawKey}` };
      const sent = { headers, body: BODIES[name]!, maxBytes: LIMIT };
      for (const path of [...ROUTES, `/resources/certificate?client_id=${clientId}`]) {
        const answer = await post(`${server.url}/v1${path}`, sent);
        expect(answer.status, path).toBe(400);
        expectEnvelope(answer, 400);
        expect(answer.json.errors.length).toBeLessThanOrEqual(100);
      }
    },
  );

  it("ATTACK-K137: an endless chunked body is answered 400 while it arrives, and cut off", async () => {
    const { server, buildChain } = shared();
    const { origin } = await chainOf(buildChain);
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    let answer = "";
    socket.setEncoding("utf8").on("data", (text) => (answer += text));
    socket.write(
      [
        "POST /v1/auth/access_token HTTP/1.1",
        "Host: localhost",
        `Origin: ${origin}`,
        "Content-Type: application/json",
        "Transfer-Encoding: chunked",
        "",
        `1000\r\n${" ".repeat(4_096)}\r\n`.repeat(5),
      ].join("\r\n"),
    );
    await once(socket, "close");
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"status":400');
  });

  it("ATTACK-K137: a hundred of the worst at once block nobody, and leave the process unchanged", async () => {
    const { server, buildChain, partner, mint } = shared();
    const chain = await chainOf(buildChain);
    const { origin } = chain;
    const worst = [BODIES["10 000 levels of arrays"], BODIES["a thousand keys"], BODIES["a list"]];
    const flood = Array.from({ length: 99 }, (_, index) =>
      partner("/auth/access_token", { method: "POST", origin, body: worst[index % 3] }),
    );
    expect(await mint(chain)).toMatch(/^\S+$/);
    const answers = await Promise.all(flood);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
    expect(server.log()).not.toMatch(/Error|\bat /);
  });

  it("ATTACK-K139: every refusal to a listed Origin is the envelope, in JSON", async () => {
    const { buildChain, partner } = shared();
    const { origin, rawKey } = await chainOf(buildChain);
    const authorization = `Bearer ${rawKey}`;
    const agent = "/resources/agent-front-settings?agentId=";
    for (const [status, path, call] of [
      [401, "/space/list", {}],
      [401, "/resources/consumer-contract", { authorization: "Bearer abc" }],
      [401, "/resources/certificate", { method: "POST", body: { code: "x" } }],
      [404, agent, { authorization }],
      [404, `${agent}${"x".repeat(4_000)}`, { authorization }],
      [404, "/", { authorization }],
      [404, "/space", { authorization }],
      [404, `/${"a/".repeat(2_000)}`, { method: "POST", authorization }],
      [404, "/auth", { method: "OPTIONS" }],
      [405, "/space/list", { method: "DELETE", authorization }],
      [405, "/auth/access_token", {}],
    ] as const) {
      const answer = await partner(path, { origin, ...call });
      expect(answer.status, path).toBe(status);
      expectEnvelope(answer, status);
    }
    // PIA §7 defines separate bodies for these two.
    const refused = await partner("/auth/application_token", { method: "POST", origin });
    expect([refused.status, refused.text]).toEqual([500, '{"message":"Invalid request"}']);
    const wrong = { method: "POST", origin, authorization, body: { code: "x" } };
    const claim = await partner("/resources/certificate", wrong);
    expect([claim.status, claim.text]).toEqual([401, '{"success":false}']);
  });

  it("ATTACK-K137, ATTACK-K139: on the administrators' side such bodies are 400 or 413, with a message", async () => {
    const { server, token } = shared();
    const url = `${server.url}/admin/api/spaces`;
    for (const [name, body] of Object.entries(BODIES)) {
      const sent = { headers: { Authorization: `Bearer ${token}` }, body, maxBytes: ADMIN_LIMIT };
      const { status, headers, json, text } = await post(url, sent);
      expect(status, name).toBe(body.length > ADMIN_LIMIT ? 413 : 400);
      expect(headers.get("content-type")).toBe("application/json");
      expect(json.message).toMatch(/\S/);
      expect(text.length).toBeLessThan(LIMIT);
    }
  });
});

let known: { readonly build: unknown; readonly chain: Promise<Chain> } | undefined;

/** One chain is enough for a server. */
function chainOf(build: () => Promise<Chain>): Promise<Chain> {
  if (known?.build !== build) known = { build, chain: build() };
  return known.chain;
}
