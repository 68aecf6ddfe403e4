import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DocgateError } from "../../../../corpus/error.ts";
import { createDocs } from "../../../../runtime/docs/execute/queries.ts";
import { createServer } from "../../../../runtime/http/server.ts";
import { createRequests } from "../../../../runtime/observe/requests.ts";
import type { AskMoment } from "../../../../runtime/partner/keys/store-moment.ts";
import { createService } from "../../../../runtime/serve/app.ts";
import { createAssets } from "../../../../runtime/serve/assets.ts";
import { createChainRoutes } from "../../../../runtime/serve/chain-routes.ts";
import { DEFAULTS } from "../../../../runtime/serve/settings.ts";
import { createTestChain, type TestChain } from "../../../support/access-chain.ts";
import { corpusFrom, makeDocs } from "../../../support/corpora.ts";
import { createOrganization, openTestPlatform } from "../../../support/platform.ts";
import { exchange, type RawRequest, textOf } from "../../../support/raw-requests.ts";

const docs = createDocs(corpusFrom(makeDocs(1)));

/** Serves one chain. */
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
    askFor(request: object): AskMoment {
      const ask = platform.served.askFor(request);
      return async () => {
        if (state.fault) throw state.fault;
        return ask();
      };
    },
    byId: platform.served.byId.bind(platform.served),
    workingById: platform.served.workingById.bind(platform.served),
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
  const { app } = createService(
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

  const server = createServer({ fetch: (request, env) => app.fetch(request, env) });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    chain,
    token,
    state,
    /** Returns the answer with everything that is counted, logged or reported of the request. */
    async send(request: RawRequest) {
      platform.calls.take();
      told.splice(0);
      const refusedBefore = refusals.length;
      const headers = { Origin: chain.webhook.origin, ...request.headers };
      const [answer] = await exchange(server, textOf({ ...request, headers }));
      return {
        ...answer!,
        counted: platform.calls.take(),
        refusals: refusals.slice(refusedBefore),
        told: [...told],
      };
    },
    async close() {
      server.close();
      await opened.close();
    },
  };
}

type ApiServer = Awaited<ReturnType<typeof build>>;
/** A request, and the status of its answer. */
type Case = readonly [name: string, status: number, of: (built: ApiServer) => RawRequest];

const LIST = "/v1/space/list";

function read(target: string, authorization: (built: ApiServer) => string, more: RawRequest = {}) {
  return (built: ApiServer): RawRequest => ({
    method: "GET",
    target,
    ...more,
    headers: { Authorization: authorization(built), ...more.headers },
  });
}

function mint(
  more: RawRequest = {},
  query = ({ chain }: ApiServer) => `client_id=${chain.client.clientId}`,
) {
  return (built: ApiServer): RawRequest => ({
    method: "POST",
    target: `/v1/auth/application_token?${query(built)}`,
    ...more,
    headers: { Authorization: credentials(built.chain), ...more.headers },
  });
}

function credentials({ clientSecret, apiKey, key }: TestChain): string {
  return Buffer.from(`${clientSecret}|${apiKey.id}|${key}`).toString("base64");
}

const byToken = ({ token }: ApiServer) => `Bearer ${token}`;

const CASES: readonly Case[] = [
  ["the spaces", 200, read(LIST, byToken)],
  ["the contract", 200, read("/v1/resources/consumer-contract", byToken)],
  ["the policy", 200, read("/v1/resources/consumer-policy", byToken)],
  ["a raw key", 200, read(LIST, ({ chain }) => `Bearer ${chain.key}`)],
  ["a wrong token", 401, read(LIST, ({ token }) => `Bearer ${token}x`)],
  ["no Bearer", 401, read(LIST, ({ token }) => token)],
  ["a read with a query", 200, read(`${LIST}?a=b`, byToken)],
  ["an encoded path", 200, read("/v1/space/%6Cist", byToken)],
  ["a read with a body", 200, read(LIST, byToken, { body: "{}" })],
  ["HEAD", 405, read(LIST, byToken, { method: "HEAD" })],
  ["another method", 405, read(LIST, byToken, { method: "POST", body: "" })],
  ["a read with a parameter", 404, read("/v1/resources/agent-front-settings", byToken)],
  ["an unknown path", 404, read("/v1/space", byToken)],
  ["two Bearers", 401, read(LIST, byToken, { headers: { Authorization: ["a", "b"] } })],
  ["a strange Host", 200, read(LIST, byToken, { headers: { Host: "local_host:0080" } })],
  ["a mint", 200, mint()],
  ["a mint with an empty body", 200, mint({ body: "" })],
  ["a mint with a body", 200, mint({ body: "{}" })],
  ["a mint in chunks", 200, mint({ body: "{}", chunked: true })],
  ["wrong credentials", 500, mint({ headers: { Authorization: "wrong" } })],
  ["another client", 500, mint({}, () => "client_id=other")],
  ["two clients", 500, mint({}, () => "client_id=a&client_id=b")],
  ["an encoded client", 500, mint({}, () => "client_id=%61")],
  ["no client", 500, mint({}, () => "")],
];

describe("requests of the partner API over a connection", () => {
  let built: ApiServer;
  beforeAll(async () => {
    built = await build();
  });
  afterAll(() => built.close());

  it.each(CASES)("%s: status %i, counted and logged once", async (_, status, of) => {
    const { status: given, headers, body, counted, told } = await built.send(of(built));

    expect(given).toBe(status);
    expect(headers).toMatchObject({
      "access-control-allow-origin": built.chain.webhook.origin,
      "cache-control": "no-store",
      "content-type": "application/json",
      vary: "Origin",
      "x-content-type-options": "nosniff",
    });
    if (status === 200) expect(JSON.parse(body)).toMatchObject({ success: true, status: 200 });
    expect(counted.length).toBeLessThanOrEqual(1);
    expect(told).toMatchObject([{ status }]);
  });

  it.each([
    ["a read", 503, new DocgateError("store-unavailable", "No answer."), read(LIST, byToken)],
    ["a read", 500, new Error("The disk is gone"), read(LIST, byToken)],
    ["a mint", 500, new Error("The disk is gone"), mint()],
  ])("%s is answered %i if the store fails", async (_, status, fault, of) => {
    built.state.fault = fault;
    const answer = await built.send(of(built));
    delete built.state.fault;

    expect(answer.status).toBe(status);
    expect(answer.headers["retry-after"] !== undefined).toBe(status === 503);
    expect(answer.body).not.toContain("disk");
    if (status === 500) expect(answer.told).toContain(fault);
  });
});
