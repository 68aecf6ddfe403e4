import { once } from "node:events";
import type { Server } from "node:http";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DocgateError } from "../../../../corpus/error.ts";
import { createDocs } from "../../../../runtime/docs/execute/queries.ts";
import { createServer, type Fetch } from "../../../../runtime/http/server.ts";
import { createRequests } from "../../../../runtime/observe/requests.ts";
import type { AskRevision } from "../../../../runtime/partner/keys/store-revision.ts";
import { createService } from "../../../../runtime/serve/app.ts";
import { createAssets } from "../../../../runtime/serve/assets.ts";
import { createChainRoutes } from "../../../../runtime/serve/chain-routes.ts";
import { DEFAULTS } from "../../../../runtime/serve/settings.ts";
import { createTestChain, type TestChain } from "../../../support/access-chain.ts";
import { exchange, type Sent, textOf } from "../../../support/both-ways.ts";
import { corpusFrom, makeDocs } from "../../../support/corpora.ts";
import { createOrganization, openTestPlatform } from "../../../support/platform.ts";

const docs = createDocs(corpusFrom(makeDocs(1)));

/** Serves one chain with the direct handler and without it. */
async function build() {
  const opened = await openTestPlatform();
  const { platform, refusals } = opened;
  const actor = await createOrganization(opened, "Acme");
  const chain = await createTestChain(platform, { actor, name: "Site" });
  const { id: keyId, generation } = chain.apiKey;
  const token = await platform.tokens.mint({ keyId, clientId: chain.client.clientId, generation });
  const state: { fault?: Error } = {};
  const served = {
    ...platform.served,
    revisionFor(request: object): AskRevision {
      const ask = platform.served.revisionFor(request);
      return async () => {
        if (state.fault) throw state.fault;
        return ask();
      };
    },
    byId: platform.served.byId.bind(platform.served),
    boundById: platform.served.boundById.bind(platform.served),
    byKeyHash: platform.served.byKeyHash.bind(platform.served),
  };
  const told: unknown[] = [];
  const onError = (error: unknown) => void told.push(error);
  const watch = createRequests({
    now: () => 0,
    newId: () => "id",
    onAnswer: [({ scope: _, ...answered }) => void told.push(answered)],
    tracing: undefined,
  });
  const { app, handleNode } = createService(
    {
      docs: () => docs,
      assets: createAssets({ directory: "/nowhere" }),
      onError,
      watch,
      chain: createChainRoutes(
        { ...platform, served },
        {
          guardProblem: null,
          proxyCount: 0,
          version: "1.0.0",
          requestId: () => undefined,
          onError,
        },
      ),
    },
    DEFAULTS,
  );

  const fetch: Fetch = (request, env) => app.fetch(request, env);
  let isTaken = false;
  const servers = {
    short: createServer({
      fetch,
      handleNode(request, response) {
        isTaken = handleNode(request, response);
        return isTaken;
      },
    }),
    long: createServer({ fetch }),
  };
  for (const server of Object.values(servers)) {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  }

  /** Returns the answer with everything that is counted, logged or reported of the request. */
  async function exchangeWith(server: Server, sent: Sent) {
    platform.calls.take();
    told.splice(0);
    const refusedBefore = refusals.length;
    const headers = { Origin: chain.webhook.origin, ...sent.headers };
    const [answer] = await exchange(server, textOf({ ...sent, headers }));
    const { body, ...head } = answer!;
    return {
      ...{ ...head, ...withoutJti(body), counted: platform.calls.take() },
      ...{ refusals: refusals.slice(refusedBefore), told: [...told] },
    };
  }

  return {
    chain,
    token,
    state,
    /** Sends a request both ways. */
    async send(sent: Sent) {
      const short = await exchangeWith(servers.short, sent);
      return { isTaken, short, long: await exchangeWith(servers.long, sent) };
    },
    async close() {
      for (const server of Object.values(servers)) server.close();
      await opened.close();
    },
  };
}

/** The content of an answer; of a token, all but its id, which is different each time. */
function withoutJti(body: string) {
  const token = /"access_token":"([^"]+)"/.exec(body)?.[1];
  if (token === undefined) return { body };
  const { jti, ...claims } = decodeJwt(token);
  expect(jti).toBeTypeOf("string");
  return { body: body.replace(token, ""), length: token.length, claims };
}

type Built = Awaited<ReturnType<typeof build>>;
/** The request, and true if it is taken by the direct handler. */
type Case = readonly [name: string, isTaken: boolean, status: number, of: (built: Built) => Sent];

const LIST = "/v1/space/list";

function read(target: string, authorization: (built: Built) => string, more: Sent = {}) {
  return (built: Built): Sent => ({
    method: "GET",
    target,
    ...more,
    headers: { Authorization: authorization(built), ...more.headers },
  });
}

function mint(more: Sent = {}, query = ({ chain }: Built) => `client_id=${chain.client.clientId}`) {
  return (built: Built): Sent => ({
    method: "POST",
    target: `/v1/auth/application_token?${query(built)}`,
    ...more,
    headers: { Authorization: credentials(built.chain), ...more.headers },
  });
}

function credentials({ clientSecret, apiKey, key }: TestChain): string {
  return Buffer.from(`${clientSecret}|${apiKey.id}|${key}`).toString("base64");
}

const byToken = ({ token }: Built) => `Bearer ${token}`;

const CASES: readonly Case[] = [
  ["the spaces", true, 200, read(LIST, byToken)],
  ["the contract", true, 200, read("/v1/resources/consumer-contract", byToken)],
  ["the policy", true, 200, read("/v1/resources/consumer-policy", byToken)],
  ["a raw key", true, 200, read(LIST, ({ chain }) => `Bearer ${chain.key}`)],
  ["a wrong token", true, 401, read(LIST, ({ token }) => `Bearer ${token}x`)],
  ["no Bearer", true, 401, read(LIST, ({ token }) => token)],
  ["a read with a query", false, 200, read(`${LIST}?a=b`, byToken)],
  ["an encoded path", false, 200, read("/v1/space/%6Cist", byToken)],
  ["a read with a body", false, 200, read(LIST, byToken, { body: "{}" })],
  ["HEAD", false, 405, read(LIST, byToken, { method: "HEAD" })],
  ["another method", false, 405, read(LIST, byToken, { method: "POST", body: "" })],
  ["a read with a parameter", false, 404, read("/v1/resources/agent-front-settings", byToken)],
  ["an unknown path", false, 404, read("/v1/space", byToken)],
  ["two Bearers", false, 401, read(LIST, byToken, { headers: { Authorization: ["a", "b"] } })],
  ["a strange Host", false, 200, read(LIST, byToken, { headers: { Host: "local_host:0080" } })],
  ["a mint", true, 200, mint()],
  ["a mint with an empty body", true, 200, mint({ body: "" })],
  ["a mint with a body", false, 200, mint({ body: "{}" })],
  ["a mint in chunks", false, 200, mint({ body: "{}", chunked: true })],
  ["wrong credentials", true, 500, mint({ headers: { Authorization: "wrong" } })],
  ["another client", true, 500, mint({}, () => "client_id=other")],
  ["two clients", false, 500, mint({}, () => "client_id=a&client_id=b")],
  ["an encoded client", false, 500, mint({}, () => "client_id=%61")],
  ["no client", false, 500, mint({}, () => "")],
];

describe("createDirectRoutes", () => {
  let built: Built;
  beforeAll(async () => {
    built = await build();
  });
  afterAll(() => built.close());

  it.each(CASES)(
    "%s: taken %s, status %i, the same answer, counts and log as from the app",
    async (_, isDirect, status, of) => {
      const { isTaken, short, long } = await built.send(of(built));
      expect(isTaken).toBe(isDirect);
      expect(short.status).toBe(status);
      expect(short).toEqual(long);
      expect(short.told).toHaveLength(1);
    },
  );

  it.each([
    ["a read", 503, new DocgateError("store-unavailable", "No answer."), read(LIST, byToken)],
    ["a read", 500, new Error("The disk is gone"), read(LIST, byToken)],
    ["a mint", 500, new Error("The disk is gone"), mint()],
  ])(
    "%s is answered %i with the bytes of the app if the store fails",
    async (_, status, fault, of) => {
      built.state.fault = fault;
      const { isTaken, short, long } = await built.send(of(built));
      delete built.state.fault;
      expect(isTaken).toBe(true);
      expect(short.status).toBe(status);
      expect(short).toEqual(long);
    },
  );
});
