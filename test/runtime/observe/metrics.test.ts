import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { DocgateError } from "../../../corpus/error.ts";
import { createDocs } from "../../../runtime/docs/execute/queries.ts";
import { DROP_REASONS } from "../../../runtime/http/gate.ts";
import type { ServerBindings } from "../../../runtime/http/server.ts";
import { observe } from "../../../runtime/observe/observe.ts";
import { REFUSALS } from "../../../runtime/partner/api/refusals.ts";
import { UNSENT } from "../../../runtime/partner/notices/outcome.ts";
import { createService } from "../../../runtime/serve/app.ts";
import { createAssets } from "../../../runtime/serve/assets.ts";
import { createChainRoutes } from "../../../runtime/serve/chain-routes.ts";
import { DEFAULTS } from "../../../runtime/serve/settings.ts";
import { ConflictError } from "../../../runtime/store/errors.ts";
import type { Store } from "../../../runtime/store/store.ts";
import { ROOT } from "../../support/command.ts";
import { corpusFrom, makeDocs } from "../../support/corpora.ts";
import { createTestPlatform } from "../../support/platform.ts";

const NOW = Date.UTC(2026, 0, 1);
const docs = createDocs(corpusFrom(makeDocs(3)));
const TOKEN = "a-token-for-the-metrics";

interface BuildOptions {
  /** Who may read the metrics. */
  readonly metrics?: string;
  /** True if the partner chain is served too. */
  readonly hasChain?: boolean;
}

/** The observed service, and the resulting metrics. */
async function build({ metrics = TOKEN, hasChain = false }: BuildOptions = {}) {
  const observation = await observe({
    logFormat: "plain",
    accessLog: false,
    metrics,
    traces: { sampler: undefined, warnings: [] },
    version: "1.2.3",
    docs: () => docs,
    connections: async () => 7,
    write: () => {},
    now: () => NOW,
    elapsed: () => performance.now(),
    newId: () => "id",
  });
  const assets = createAssets({ directory: "no such folder" });
  const onError = () => {};
  const requestId = () => undefined;
  const options = { guardProblem: null, proxyCount: 0, version: "1.2.3" };
  const chain = hasChain
    ? createChainRoutes((await createTestPlatform()).platform, { ...options, requestId, onError })
    : undefined;
  const { app } = createService(
    {
      docs: () => docs,
      assets,
      onError,
      watch: observation.requests,
      docsWatch: observation.docs,
      metrics: observation.metrics,
      chain,
    },
    { ...DEFAULTS, answerCacheMib: 1 },
  );

  function request(path: string, init: RequestInit = {}, address = "192.0.2.1") {
    const env = { incoming: { socket: { remoteAddress: address } } };
    return app.request(path, init, env as unknown as ServerBindings);
  }

  /** The value of a series, as written. */
  async function valueAt(series: string): Promise<number | undefined> {
    const line = (await text()).split("\n").find((line) => line.startsWith(`${series} `));
    return line === undefined ? undefined : Number(line.slice(series.length));
  }

  async function text(): Promise<string> {
    const headers = { Authorization: `Bearer ${TOKEN}` };
    return (await request("/metrics", { headers })).text();
  }

  return { observation, request, text, valueAt };
}

function ask(query: string): RequestInit {
  const headers = { "Content-Type": "application/json" };
  return { method: "POST", headers, body: JSON.stringify({ query }) };
}

/** A store whose transactions end as given. */
function storeOf(transaction: Store["transaction"]): Store {
  return { transaction } as Store;
}

describe("the metrics", () => {
  it("are those of the table in the documentation", async () => {
    const { text } = await build();
    const page = await readFile(`${ROOT}content/operate/metrics.md`, "utf8");
    const documented = Array.from(page.matchAll(/^\| `(docgate_\w+)`/gm), ([, name]) => name);
    const types = Array.from(
      (await text()).matchAll(/^# TYPE (docgate_\w+)/gm),
      ([, name]) => name,
    );

    expect(documented.toSorted()).toEqual(types.toSorted());
  });

  it("are those that the Grafana board shows, with the labels that it groups by", async () => {
    const all = await (await build()).text();
    const page = await readFile(`${ROOT}content/operate/metrics.md`, "utf8");
    const rows = page.matchAll(/^\| `(docgate_\w+)` \| ([^|]*)\|/gm);
    const labels = new Map(Array.from(rows, ([, name, cell]) => [name!, cell!]));
    const board = await readFile(`${ROOT}examples/deploy/grafana.json`, "utf8");
    const shown = new Set(board.match(/\b(?:docgate|process)_\w+/g));
    const measured = Array.from(all.matchAll(/^# TYPE (\w+) (\w+)/gm)).flatMap(([, name, type]) =>
      type === "histogram" ? [`${name}_bucket`, `${name}_count`] : [name!],
    );

    expect([...shown].filter((name) => !measured.includes(name))).toEqual([]);
    const ours = [...labels.keys()].filter((name) => board.includes(name));
    const optional = ["docgate_corpus_signature_sequence"];
    expect([...ours, ...optional].toSorted()).toEqual([...labels.keys()].toSorted());
    for (const [, group, name] of board.matchAll(
      /by \(([^)]*)\) \(\w+\((docgate_\w+?)(?:_count|_bucket)?\{/g,
    )) {
      for (const label of group!.split(", ").filter((one) => one !== "le" && one !== "instance")) {
        expect(labels.get(name!), `${name} by ${label}`).toContain(`\`${label}\``);
      }
    }
  });

  it("have every reason of a drop or refusal in the documentation", async () => {
    const page = await readFile(`${ROOT}content/operate/metrics.md`, "utf8");
    const rows = Array.from(page.matchAll(/^\| `([\w-]+)` \| (`[^|]*`) \|/gm), ([, action, cell]) =>
      Array.from(cell!.matchAll(/`([^`]+)`/g), ([, reason]) => `${action} ${reason}`),
    ).flat();
    const drops = Array.from(page.matchAll(/^\| `([\w-]+)` \| [^`|]/gm), ([, reason]) => reason);
    const refusals = Object.entries(REFUSALS).flatMap(([action, reasons]) =>
      reasons.map((reason) => `${action} ${reason}`),
    );

    expect(rows.filter((row) => !row.startsWith("docgate"))).toEqual(
      expect.arrayContaining(refusals),
    );
    expect(
      rows.filter((row) => /^(?:mint|bearer|issue|claim|sign-in|passcode|refresh) /.test(row)),
    ).toHaveLength(refusals.length);
    expect(drops).toEqual(expect.arrayContaining([...DROP_REASONS]));
  });

  it("follow the naming of Prometheus, have help texts, and include those of the process", async () => {
    const { text } = await build();
    const all = await text();

    for (const [, name, type] of all.matchAll(/^# TYPE (docgate_\w+) (\w+)/gm)) {
      expect(all).toMatch(new RegExp(`^# HELP ${name} \\S.*\\.$`, "m"));
      if (type === "counter") expect(name).toMatch(/_total$/);
      if (type === "histogram") expect(name).toMatch(/_seconds$/);
    }
    for (const name of ["process_cpu_seconds_total", "process_resident_memory_bytes"]) {
      expect(all).toContain(`# TYPE ${name} `);
    }
    expect(all).toContain("nodejs_eventloop_lag_p99_seconds");
    expect(all).toContain('docgate_build_info{version="1.2.3"} 1');
  });

  it("count requests by the pattern of the route, whatever clients make up", async () => {
    const { request, text, valueAt } = await build({ hasChain: true });
    const name = "docgate_http_request_duration_seconds_count";
    for (const id of ["1", "2", "3"]) await request(`/admin/api/spaces/${id}?q=sesame`);
    await request("/no/where");
    await request("/no/else", { method: "PROPFIND" });
    await request("/healthz", { method: "HEAD" });
    await request("/graphql", ask("{ meta { name } }"));
    await request("/v1/no", { headers: { Origin: "https://site.test" } });

    expect(await valueAt(`${name}{route="/admin/api/spaces/:id",method="GET",status="4xx"}`)).toBe(
      3,
    );
    expect(await valueAt(`${name}{route="none",method="GET",status="4xx"}`)).toBe(1);
    expect(await valueAt(`${name}{route="none",method="other",status="4xx"}`)).toBe(1);
    expect(await valueAt(`${name}{route="/healthz",method="HEAD",status="2xx"}`)).toBe(1);
    expect(await valueAt(`${name}{route="/graphql",method="POST",status="2xx"}`)).toBe(1);
    expect(await valueAt(`${name}{route="/v1/*",method="GET",status="4xx"}`)).toBe(1);
    expect(await text()).not.toMatch(/sesame|where|PROPFIND|site\.test/);
  });

  it("count cached answers, executions, and errors, including those of cached answers", async () => {
    const { request, valueAt } = await build();
    for (let count = 0; count < 5; count++) await request("/graphql", ask("{ meta { name } }"));
    const aliases = Array.from({ length: 21 }, (_, index) => `a${index}: name`).join(" ");
    for (let count = 0; count < 3; count++)
      await request("/graphql", ask(`{ meta { ${aliases} } }`));
    await request("/graphql", ask("{ meta {"));
    await request("/graphql", ask("{ meta { nothing } }"));
    await request("/graphql", ask("{ docs(limit: -1) { id } }"));
    await request("/graphql", { ...ask(""), body: "no JSON" });

    const errors = (error: string) => valueAt(`docgate_graphql_errors_total{error="${error}"}`);
    // An answer is cached the second time, and used the third time.
    expect(await valueAt("docgate_graphql_cache_hits_total")).toBe(3 + 1);
    expect(await valueAt("docgate_graphql_execution_duration_seconds_count")).toBe(2 + 2 + 3);
    expect(await errors("maxAliases")).toBe(3);
    expect(await errors("maxDepth")).toBe(0);
    expect(await errors("GRAPHQL_PARSE_FAILED")).toBe(1);
    expect(await errors("GRAPHQL_VALIDATION_FAILED")).toBe(1);
    expect(await errors("BAD_USER_INPUT")).toBe(1);
    expect(await errors("BAD_REQUEST")).toBe(1);
  });

  it("describe the corpus, and count the changes of its file", async () => {
    const { observation, valueAt } = await build();
    for (const outcome of ["taken", "refused", "refused", "gone"] as const) {
      observation.onReload!(outcome);
    }

    expect(await valueAt("docgate_corpus_docs")).toBe(3);
    expect(await valueAt(`docgate_corpus_info{sha256="${docs.version}"}`)).toBe(1);
    expect(await valueAt("docgate_corpus_loaded_timestamp_seconds")).toBe(NOW / 1000);
    expect(await valueAt('docgate_corpus_reloads_total{outcome="taken"}')).toBe(1);
    expect(await valueAt('docgate_corpus_reloads_total{outcome="refused"}')).toBe(2);
    expect(await valueAt('docgate_corpus_reloads_total{outcome="gone"}')).toBe(1);
  });

  it("distinguish transactions refused by a rule from those that the store could not do", async () => {
    const { observation, valueAt } = await build();
    const watched = (transaction: Store["transaction"]) =>
      observation.partner.store(storeOf(transaction)).transaction;
    const failWith = (error: unknown) => () => Promise.reject(error);
    const count = (outcome: string) =>
      valueAt(`docgate_store_transaction_duration_seconds_count{outcome="${outcome}"}`);
    const broken = Object.assign(new Error("disk I/O error"), { code: "ERR_SQLITE_ERROR" });

    expect(await watched((work) => work({} as never))(async () => "done")).toBe("done");
    for (const error of [new ConflictError("clients.name"), new Error("a rule")]) {
      await expect(watched(failWith(error))(async () => {})).rejects.toBe(error);
    }
    for (const error of [broken, new DocgateError("store", "gone")]) {
      await expect(watched(failWith(error))(async () => {})).rejects.toBe(error);
    }
    const busy = new DocgateError("store-busy", "others");
    await expect(watched(failWith(busy))(async () => {})).rejects.toBe(busy);
    // Run three times before it is committed.
    await watched(async (work) => {
      await work({} as never);
      await work({} as never);
      return work({} as never);
    })(async () => {});

    expect(await count("committed")).toBe(2);
    expect(await count("rolled-back")).toBe(2);
    expect(await count("busy")).toBe(1);
    expect(await count("failed")).toBe(2);
    expect(await valueAt("docgate_store_transaction_retries_total")).toBe(2);
  });

  it("count notices by outcome and kind, and mails by outcome", async () => {
    const { observation, valueAt } = await build();
    const { onNotice, onMail } = observation.partner;
    const notice = {
      id: "1",
      apiKeyId: "key",
      url: "https://site.test/secret",
      kinds: ["r_space", "r_agent"],
      body: "{}",
    };
    const delivered = { state: "delivered", httpStatus: 204, error: null, durationMs: 20 } as const;
    onNotice(notice, delivered);
    onNotice({ ...notice, kinds: ["r_cert"] }, { ...delivered, state: "failed", error: "timeout" });
    onNotice(notice, UNSENT);
    for (const outcome of ["sent", "sent", "failed", "dropped"] as const) onMail(outcome);

    const notices = (outcome: string) => valueAt(`docgate_notices_total{outcome="${outcome}"}`);
    expect(await notices("delivered")).toBe(1);
    expect(await notices("timeout")).toBe(1);
    expect(await notices("unsent")).toBe(1);
    expect(await notices("dns")).toBe(0);
    const kinds = "docgate_notice_kinds_total";
    expect(await valueAt(`${kinds}{kind="r_space",outcome="delivered"}`)).toBe(1);
    expect(await valueAt(`${kinds}{kind="r_cert",outcome="timeout"}`)).toBe(1);
    // An attempt that was never made took no time.
    expect(await valueAt("docgate_notice_duration_seconds_count")).toBe(2);
    expect(await valueAt('docgate_mails_total{outcome="sent"}')).toBe(2);
    expect(await valueAt('docgate_mails_total{outcome="dropped"}')).toBe(1);
  });

  it("count drops and refusals from 0 on, so that the first one shows", async () => {
    const { observation, valueAt } = await build();
    const drops = 'docgate_gate_drops_total{reason="unlisted-origin"}';
    const mints = 'docgate_partner_refusals_total{action="mint",reason="wrong-api-key"}';
    expect([await valueAt(drops), await valueAt(mints)]).toEqual([0, 0]);
    observation.onDrop!("unlisted-origin");
    observation.partner.onRefusal("mint", "wrong-api-key");

    expect([await valueAt(drops), await valueAt(mints)]).toEqual([1, 1]);
    expect(await valueAt("docgate_http_connections")).toBe(7);
  });
});

describe("GET /metrics", () => {
  const LOCAL = { Host: "localhost:8080" };

  async function nothing(request: Awaited<ReturnType<typeof build>>["request"]) {
    const { status, headers } = await request("/nothing");
    return {
      status,
      headers: [...headers],
      text: '{"message":"There is nothing at /metrics. See / for what is here."}',
    };
  }

  async function answerOf(response: Response | Promise<Response>) {
    const { status, headers } = await response;
    return { status, headers: [...headers], text: await (await response).text() };
  }

  it("with a token is for clients that send it as Bearer, from any address", async () => {
    const { request } = await build();
    const headers = { Authorization: `Bearer ${TOKEN}`, "X-Forwarded-For": "203.0.113.1" };
    const response = await request("/metrics", { headers });

    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  it.each([
    ["no token", {}],
    ["another token", { Authorization: `Bearer ${TOKEN}x` }],
    ["the token's beginning", { Authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
    ["another scheme", { Authorization: `Basic ${TOKEN}` }],
    ["an empty token", { Authorization: "Bearer " }],
  ])(
    "with a token shows nothing to clients that send %s, even from this machine",
    async (_, headers) => {
      const { request } = await build();
      const init = { headers: { ...LOCAL, ...headers } as Record<string, string> };

      expect(await answerOf(request("/metrics", init, "127.0.0.1"))).toEqual(
        await nothing(request),
      );
    },
  );

  it.each([
    ["127.0.0.1", "localhost:8080"],
    ["127.0.0.1", "127.0.0.1:8080"],
    ["::1", "[::1]:8080"],
    ["::ffff:127.0.0.1", "metrics.localhost"],
  ])("for loopback answers a program at %s that asks for %s", async (address, host) => {
    const { request } = await build({ metrics: "loopback" });

    expect((await request("/metrics", { headers: { Host: host } }, address)).status).toBe(200);
  });

  it.each([
    ["another machine", "192.0.2.1", {}],
    ["no address", "", {}],
    ["a proxy here that gives the client", "127.0.0.1", { "X-Forwarded-For": "127.0.0.1" }],
    ["a proxy here that gives the scheme", "127.0.0.1", { "X-Forwarded-Proto": "https" }],
    ["a proxy here with the standard header", "127.0.0.1", { Forwarded: "for=127.0.0.1" }],
    ["a proxy here of another kind", "::1", { "X-Real-IP": "127.0.0.1" }],
    ["a proxy here that keeps the host", "127.0.0.1", { Host: "docs.example.com" }],
    ["a page whose name resolves to this machine", "127.0.0.1", { Host: "rebound.example:8080" }],
    ["a token although none is configured", "192.0.2.1", { Authorization: `Bearer ${TOKEN}` }],
  ])("for loopback shows nothing to %s", async (_, address, headers) => {
    const { request } = await build({ metrics: "loopback" });
    const init = { headers: { ...LOCAL, ...headers } as Record<string, string> };

    expect(await answerOf(request("/metrics", init, address))).toEqual(await nothing(request));
  });
});
