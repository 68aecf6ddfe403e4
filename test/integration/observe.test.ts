import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createMasterKey } from "../../runtime/partner/secrets/vault.ts";
import { credentialsOf } from "../support/chain-server.ts";
import { RUNTIMES, runDocgate } from "../support/command.ts";
import {
  callAdmin,
  callChain,
  type DataFolder,
  mintAt,
  prepareData,
  serveData,
} from "../support/data-server.ts";
import { post } from "../support/graphql-client.ts";
import { DROPPED } from "../support/partner-client.ts";
import { answering, receive } from "../support/receivers.ts";
import { createScanner } from "../support/secret-scan.ts";
import { startServer, type TestServer, writeHandbookCorpus } from "../support/server.ts";
import { startTraceReceiver } from "../support/trace-receiver.ts";
import { makeFolder } from "../support/tree.ts";

const TOKEN = "a-token-for-the-metrics";
const COLLECTOR_KEY = "a-key-of-the-collector";
const TRACE = "0af7651916cd43dd8448eb211c80319c";
const PARENT = "b7ad6b7169203331";
const QUERY = '{ docs(search: "sesame") { id } }';
const NO_CONTENT = "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n";

/** Longer than the shutdown of a server without requests, shorter than an export may take. */
const EXIT_MS = 9_000;

async function metricsOf({ url }: TestServer): Promise<string> {
  const headers = { Authorization: `Bearer ${TOKEN}` };
  return (await fetch(`${url}/metrics`, { headers })).text();
}

/** Produces one or two of everything that is counted and traced. @returns a minted token */
async function use(server: TestServer, { chains, token }: DataFolder): Promise<string> {
  const chain = chains[0]!;
  const traceparent = `00-${TRACE}-${PARENT}-01`;
  for (const headers of [{ traceparent }, {}, {}]) await post(server, { query: QUERY }, headers);
  const minted = await mintAt(server, chain);
  const wrong = { ...chain, rawKey: chain.rawKey.replace(/.$/, "!") };
  const mint = `/auth/application_token?client_id=${chain.clientId}`;
  const authorization = credentialsOf(wrong);
  await callChain(server, chain, { method: "POST", path: mint, authorization });
  const issue = { path: `/resources/certificate?client_id=${chain.clientId}` };
  expect(await callChain(server, chain, { ...issue, authorization: `Bearer ${minted}x` })).toBe(
    DROPPED,
  );
  await fetch(`${server.url}/v1/space/list`).catch(() => {});
  const path = `/spaces/${chain.spaceId}`;
  const save = { token, method: "PATCH", path, body: { title: "Other" } };
  expect((await callAdmin(server, save)).status).toBe(200);
  await fetch(`${server.url}/consumers/ada%40example.com`);
  return minted;
}

describe.each(RUNTIMES)("docgate serve on %s, observed", (runtime) => {
  it("ATTACK-B20, ATTACK-I121: counts, traces and logs what happens, and no secret", async () => {
    const [collector, receiver] = [
      await startTraceReceiver(),
      await receive(answering(NO_CONTENT)),
    ];
    const prepared = await prepareData(await makeFolder(), { notificationUrls: [receiver.url] });
    const server = await serveData(prepared, {
      runtime,
      args: ["--log-format", "json", "--access-log"],
      env: {
        DOCGATE_METRICS: TOKEN,
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: `x-key=${COLLECTOR_KEY}`,
        OTEL_SERVICE_NAME: "docs",
        OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
      },
    });
    const minted = await use(server, prepared);
    const delivered = 'docgate_notices_total{outcome="delivered"} 1';
    await expect.poll(() => metricsOf(server), { timeout: 10_000 }).toContain(delivered);
    const metrics = await metricsOf(server);
    expect(await server.stop()).toBe(0);

    const count = "docgate_http_request_duration_seconds_count";
    for (const series of [
      `${count}{route="/graphql",method="POST",status="2xx"} 3`,
      `${count}{route="/v1/auth/application_token",method="POST",status="5xx"} 1`,
      `${count}{route="/v1/resources/certificate",method="GET",status="dropped"} 1`,
      `${count}{route="/admin/api/spaces/:id",method="PATCH",status="2xx"} 1`,
      "docgate_graphql_cache_hits_total 1",
      "docgate_graphql_execution_duration_seconds_count 2",
      'docgate_gate_drops_total{reason="no-origin"} 1',
      'docgate_gate_drops_total{reason="handler"} 1',
      'docgate_partner_refusals_total{action="mint",reason="wrong-api-key"} 1',
      'docgate_partner_refusals_total{action="bearer",reason="wrong-token"} 1',
      'docgate_notice_kinds_total{kind="r_space",outcome="delivered"} 1',
      "docgate_http_connections ",
      "process_resident_memory_bytes ",
      "nodejs_eventloop_lag_p99_seconds ",
    ]) {
      expect(metrics).toContain(`\n${series}`);
    }

    const spans = collector.spans();
    const named = (name: string) => spans.filter((span) => span.name === name);
    const [traced] = named("POST /graphql");
    expect(traced).toMatchObject({
      traceId: TRACE,
      parentId: PARENT,
      kind: 2,
      attributes: {
        "http.request.method": "POST",
        "http.route": "/graphql",
        "http.response.status_code": 200,
        "url.path": "/graphql",
      },
    });
    expect(named("graphql.execute")[0]).toMatchObject({ traceId: TRACE, parentId: traced!.spanId });
    expect(named("graphql.execute")).toHaveLength(2);
    const [save] = named("PATCH /admin/api/spaces/:id");
    const { port } = new URL(receiver.url);
    expect(named("POST")).toMatchObject([
      {
        traceId: save!.traceId,
        parentId: save!.spanId,
        kind: 3,
        attributes: { "server.port": Number(port), "http.response.status_code": 204 },
      },
    ]);
    expect(
      named("store.transaction").filter(({ parentId }) => parentId === save!.spanId).length,
    ).toBeGreaterThan(0);
    expect(named("POST /v1/auth/application_token")).toMatchObject([{ status: 0 }, { status: 2 }]);
    expect(collector.resource()).toMatchObject({
      "service.name": "docs",
      "deployment.environment.name": "test",
    });
    expect(collector.requests[0]!.headers["x-key"]).toBe(COLLECTOR_KEY);

    const lines = server
      .log()
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    for (const line of lines) {
      expect(line).toMatchObject({
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        level: expect.stringMatching(/^(?:info|warn|error)$/),
        msg: expect.any(String),
        ...(line.msg === "request" && { requestId: expect.any(String) }),
      });
    }
    expect(lines.filter(({ msg }) => msg === "request").length).toBeGreaterThan(8);
    expect(lines.find(({ traceId }) => traceId === TRACE)).toMatchObject({
      method: "POST",
      path: "/graphql",
      status: 200,
    });

    const { rawKey, clientSecret, pem } = prepared.chains[0]!;
    const scanner = createScanner([
      { name: "API key", value: rawKey },
      { name: "client secret", value: clientSecret },
      { name: "certificate", value: pem.split("\n")[1]! },
      { name: "application token", value: minted },
      { name: "admin token", value: prepared.token },
      { name: "metrics token", value: TOKEN },
      { name: "collector's key", value: COLLECTOR_KEY },
      { name: "query", value: "sesame" },
      { name: "email", value: "ada@example.com" },
      { name: "shared secret", value: "a shared secret 1" },
    ]);
    expect([
      ...scanner.scan("log", Buffer.from(server.log())),
      ...scanner.scan("metrics", Buffer.from(metrics)),
      ...collector.requests.flatMap(({ body }) => scanner.scan("traces", body)),
    ]).toEqual([]);
  });

  it("gives administrators the id of their request, and nobody else", async () => {
    const prepared = await prepareData(await makeFolder(), {
      notificationUrls: ["https://a.test"],
    });
    const server = await serveData(prepared, { runtime });
    const headers = { "X-Request-Id": "proxy-1" };
    const idAt = async (path: string, init: RequestInit = {}) =>
      (
        await fetch(server.url + path, { ...init, headers: { ...headers, ...init.headers } })
      ).headers.get("x-request-id");
    const { origin } = prepared.chains[0]!;

    expect(await idAt("/admin/api/spaces")).toBe("proxy-1");
    expect(await idAt("/admin/api/nothing")).toBe("proxy-1");
    const bad = { "X-Request-Id": 'no "plain" id' };
    expect(await idAt("/admin/api/spaces", { headers: bad })).toMatch(/^[\da-f-]{36}$/);
    for (const path of ["/graphql?query={meta{name}}", "/healthz", "/admin"]) {
      expect(await idAt(path), path).toBe(null);
    }
    expect(await idAt("/v1/space/list", { headers: { Origin: origin } })).toBe(null);
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
    await server.stop();
  });
});

it("JSON lines contain no link that creates an administrator, because other systems store them", async () => {
  const args = ["--log-format", "json", "--data", await makeFolder()];
  const server = await startServer({ partner: true, args });
  await server.stop();

  expect(JSON.parse(server.log())).toMatchObject({
    level: "warn",
    msg: 'There is no administrator yet. "docgate admin create" creates the first one.',
  });
});

it("with JSON lines, every line is one: a mistyped variable, a start that fails, and its end", async () => {
  const env = { DOCGATE_PROT: "8080" };
  const data = await makeFolder();
  const args = ["--log-format", "json", "--data", data];
  const server = await startServer({ partner: true, args, env });
  expect(await server.stop()).toBe(0);
  const lines = server
    .log()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines[0]).toMatchObject({
    level: "warn",
    msg: "The variable DOCGATE_PROT is not a setting of docgate, and is ignored. Did you mean DOCGATE_PORT?",
  });

  const wrong = { DOCGATE_MASTER_KEY: createMasterKey() };
  const command = [
    "serve",
    "--port",
    "0",
    "--corpus",
    await writeHandbookCorpus(join(data, "corpus.json")),
  ];
  const { code, stdout, stderr } = await runDocgate([...command, ...args], { env: wrong });
  expect([code, stdout]).toEqual([1, ""]);
  const said = stderr
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(said.at(-1)).toMatchObject({
    level: "error",
    msg: expect.stringMatching(/^Cannot open the store: the given master key has the id /),
  });
});

it("a collector that never answers does not keep docgate from ending", async () => {
  const collector = await startTraceReceiver({ answers: false });
  const server = await startServer({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
  await fetch(`${server.url}/healthz`);

  expect(await Promise.race([server.stop(), sleep(EXIT_MS, "still running")])).toBe(0);
  expect(collector.requests).toHaveLength(1);
});

it("traces that cannot be sent are reported, and do no harm", async () => {
  const server = await startServer({
    env: {
      // Nothing listens on the discard port.
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
      OTEL_EXPORTER_OTLP_TIMEOUT: "500",
      OTEL_TRACES_SAMPLER: "sometimes",
    },
  });
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect(await server.stop()).toBe(0);

  expect(server.log()).toMatch(/^OTEL_TRACES_SAMPLER "sometimes" is not known/);
  expect(server.log()).toContain("Traces cannot be sent: ");
});
