import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { createServer, get, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { replaceFile } from "../../corpus/write/replace-file.ts";
import { serializeCorpus } from "../../corpus/write/write.ts";
import {
  ADMIN,
  callAdmin,
  type DataFolder,
  mintAt,
  prepareData,
  statusOf,
} from "../support/data-server.ts";
import { HAS_NGINX, type Nginx, startNginx } from "../support/nginx.ts";
import { callPartner, callServed, DROPPED } from "../support/partner-client.ts";
import { startServer, type TestServer, writeHandbookCorpus } from "../support/server.ts";
import { generateFrom, makeFolder, makeSharedFolder } from "../support/tree.ts";

const QUERY = "/graphql?query={meta{name}}";
const OLD = '{"data":{"meta":{"name":"Acme"}}}';
const NEW = '{"data":{"meta":{"name":"New"}}}';
const SOON = { timeout: 10_000, interval: 50 };

/** Number of clients at once. */
const CLIENTS = 4;

/** Around the times after which nginx and docgate close an unused connection. */
const PAUSES_MS = [3_900, 4_000, 4_100, 4_900, 5_000, 5_100];

describe.skipIf(!HAS_NGINX)(`nginx before two docgate${HAS_NGINX ? "" : " (needs nginx)"}`, () => {
  const folder = makeSharedFolder();
  let data: DataFolder;
  let servers: [TestServer, TestServer];
  let nginx: Nginx | undefined;
  let url: string;

  beforeAll(async () => {
    data = await prepareData(folder(), { notificationUrls: ["http://127.0.0.1:9/notices"] });
    const other = await writeHandbookCorpus(join(folder(), "other.json"));
    servers = [await serve(data.corpus), await serve(other)];
    nginx = await startNginxIn("nginx");
    url = nginx.url;
  });

  afterAll(() => Promise.all([nginx?.stop(), ...servers.map((server) => server.stop())]));

  function serve(corpus: string, port = "0"): Promise<TestServer> {
    return startServer({
      partner: true,
      corpus,
      args: ["--data", data.data, "--port", port],
      env: { DOCGATE_PROXY_COUNT: "1", DOCGATE_METRICS: "loopback" },
    });
  }

  async function startNginxIn(name: string): Promise<Nginx> {
    const path = join(folder(), name);
    await mkdir(path);
    return startNginx({ folder: path, servers: [servers[0].url, servers[1].url] });
  }

  /** Connections of one server, including the one that asks. */
  async function countConnections(server: TestServer): Promise<number> {
    const { text } = await callServed(`${server.url}/metrics`);
    return Number(/^docgate_http_connections (\d+)$/m.exec(text)![1]);
  }

  async function read(): Promise<string> {
    const answer = await fetch(url + QUERY);
    expect(answer.status).toBe(200);
    return answer.text();
  }

  it("keeps a connection to each server open, and reuses it", async () => {
    for (let round = 0; round < 40; round++) expect((await callServed(url)).status).toBe(200);
    for (const server of servers) {
      const count = await countConnections(server);
      expect(count).toBeGreaterThan(1);
      expect(count).toBeLessThan(5);
    }
  });

  it("never uses a connection that docgate has closed, however long it was idle", async () => {
    const [chain] = data.chains;
    const token = await mintAt({ url }, chain!);
    const askAll = (at: Nginx) =>
      Promise.all(
        Array.from({ length: CLIENTS }, async () => [
          (
            await callServed(`${at.url}/graphql`, {
              method: "POST",
              body: { query: "{__typename}" },
            })
          ).status,
          await statusOf(at, chain!, token),
        ]),
      );
    const right = Array(CLIENTS).fill([200, 200]);
    await Promise.all(
      PAUSES_MS.map(async (pauseMs) => {
        const at = await startNginxIn(`nginx-${pauseMs}`);
        try {
          expect(await askAll(at)).toEqual(right);
          await sleep(pauseMs);
          expect(await askAll(at)).toEqual(right);
          // It would have retried elsewhere, and logged that.
          expect(at.log()).not.toContain("upstream");
        } finally {
          await at.stop();
        }
      }),
    );
  });

  it("caches answers to GET, revalidates them, and answers 304 itself", async () => {
    const cacheStatus = async (headers: Record<string, string> = {}) => {
      const answer = await fetch(url + QUERY, { headers });
      expect(await answer.text()).toBe(answer.status === 304 ? "" : OLD);
      return `${answer.status} ${answer.headers.get("x-cache-status")}`;
    };
    expect(await cacheStatus()).toBe("200 MISS");
    expect(await cacheStatus()).toBe("200 HIT");
    await vi.waitFor(async () => expect(await cacheStatus()).toBe("200 REVALIDATED"), SOON);
    const etag = (await fetch(url + QUERY)).headers.get("etag")!;
    expect(await cacheStatus({ "If-None-Match": etag })).toMatch(/^304 /);
  });

  it("caches no POST, nothing without a tag, and nothing of the chain", async () => {
    const [chain] = data.chains;
    const explorer = { headers: { Accept: "text/html" } };
    for (let round = 0; round < 2; round++) {
      const answers = [
        await callServed(`${url}/graphql`, { method: "POST", body: { query: "{meta{name}}" } }),
        await callServed(`${url}/graphql`, explorer),
        await callServed(`${url}/v1/space/list`, { origin: chain!.origin }),
        await callAdmin({ url }, { token: data.token, path: "/api-keys" }),
      ];
      expect(
        answers.map(({ status, headers }) => `${status} ${headers.get("x-cache-status")}`),
      ).toEqual(["200 null", "200 MISS", "401 null", "200 null"]);
    }
  });

  it("closes the connection if the Origin is not listed, and serves all others", async () => {
    const [chain] = data.chains;
    const path = `${url}/v1/space/list`;
    for (let round = 0; round < 10; round++) {
      expect(await callPartner(path)).toBe(DROPPED);
      expect(await callPartner(path, { origin: "https://stranger.example" })).toBe(DROPPED);
      // At other paths, nginx answers 502 itself when docgate drops the request.
      expect((await callServed(`${url}/2/..;/v1`)).status).toBe(502);
    }
    await mintAt({ url }, chain!);
    expect(await read()).toBe(OLD);
  });

  it("passes on the client's address, whatever the client claims", async () => {
    const statuses: number[] = [];
    for (let number = 0; number < 11; number++) {
      const { status } = await callServed(`${url}/admin/api/session`, {
        method: "POST",
        body: { ...ADMIN, password: `wrong ${number}` },
        headers: { "Sec-Fetch-Site": "same-origin", "X-Forwarded-For": `192.0.2.${number}` },
      });
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });

  it("loads a new corpus on one server after the other", async () => {
    const { content } = await generateFrom({ "index.md": "# New\n" }, { name: "New" });
    const bytes = serializeCorpus(content);
    expect(await read()).toBe(OLD);
    for (const { corpus } of servers) {
      await replaceFile(corpus, bytes);
      const during = await Promise.all(Array.from({ length: CLIENTS }, read));
      expect([OLD, NEW]).toEqual(expect.arrayContaining(during));
    }
    for (const server of servers) {
      await vi.waitFor(() => expect(server.log()).toContain("was replaced: 1 docs"), SOON);
    }
    await vi.waitFor(async () => expect(await read()).toBe(NEW), SOON);
    const later = await Promise.all(Array.from({ length: CLIENTS }, read));
    expect(new Set(later)).toEqual(new Set([NEW]));
  });

  it("answers every query and every read while the servers restart one after the other", async () => {
    const [chain] = data.chains;
    const token = await mintAt({ url }, chain!);
    let isOver = false;
    let count = 0;
    onTestFinished(() => {
      isOver = true;
    });
    async function keepAsking(): Promise<void> {
      while (!isOver) {
        const query = `{ meta { name } } # ${count++}`;
        const ways = [
          callServed(`${url}/graphql`, { method: "POST", body: { query } }),
          callServed(`${url}/graphql?query=${encodeURIComponent(query)}`),
        ];
        const answers = await Promise.all([
          ...ways,
          callAdmin({ url }, { token: data.token, path: "/api-keys" }),
        ]);
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
        expect(await statusOf({ url }, chain!, token)).toBe(200);
      }
    }
    const asking = Promise.all(Array.from({ length: CLIENTS }, keepAsking));
    const askMore = (before = count) =>
      vi.waitFor(() => expect(count).toBeGreaterThan(before + 20), SOON);
    for (const number of [0, 1] as const) {
      const { corpus, url: address } = servers[number];
      await askMore();
      expect(await servers[number].stop()).toBe(0);
      await askMore();
      await mintAt({ url }, chain!);
      servers[number] = await serve(corpus, new URL(address).port);
    }
    await askMore();
    isOver = true;
    await asking;
    await mintAt({ url }, chain!);
  });
});

/** The requests that two servers behind nginx received. */
interface Upstreams {
  readonly urls: [string, string];
  /** Paths, in order; without those of nginx's start. */
  readonly asked: readonly string[];
}

/** Two servers that answer `/healthz` as docgate does, and everything else as given. */
async function startUpstreams(handle: RequestListener): Promise<Upstreams> {
  const asked: string[] = [];
  async function start(): Promise<string> {
    const server = createServer((request, response) => {
      if (request.url === "/healthz") return response.end();
      asked.push(`${request.method} ${request.url}`);
      return handle(request, response);
    });
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  return { urls: [await start(), await start()], asked };
}

async function startNginxBefore({ urls }: Upstreams): Promise<Nginx> {
  const started = await startNginx({ folder: await makeFolder(), servers: urls });
  onTestFinished(() => started.stop());
  return started;
}

describe.skipIf(!HAS_NGINX)(
  `nginx before servers that fail${HAS_NGINX ? "" : " (needs nginx)"}`,
  () => {
    const ASK = [
      ["GET", "/graphql?query={meta{name}}", undefined],
      ["POST", "/graphql", { query: "{meta{name}}" }],
      ["GET", "/readyz", undefined],
    ] as const;

    it.each(ASK)(
      "sends only once what a server fails after a while: %s %s",
      async (method, path, body) => {
        const upstreams = await startUpstreams(async ({ socket }) => {
          await sleep(3_500);
          socket.destroy();
        });
        const { url } = await startNginxBefore(upstreams);

        expect((await callServed(url + path, { method, body })).status).toBe(502);
        expect(upstreams.asked).toHaveLength(1);
      },
    );

    it.each(ASK)("retries elsewhere what fails at once: %s %s", async (method, path, body) => {
      let isFirst = true;
      const upstreams = await startUpstreams(({ socket }, response) => {
        if (isFirst) socket.destroy();
        else response.end("{}");
        isFirst = false;
      });
      const { url } = await startNginxBefore(upstreams);

      expect((await callServed(url + path, { method, body })).status).toBe(200);
      expect(upstreams.asked).toHaveLength(2);
    });

    it("ATTACK-K136: limits the requests of one address, and serves the others", async () => {
      const held: ServerResponse[] = [];
      const upstreams = await startUpstreams((_, response) => void held.push(response));
      const { url } = await startNginxBefore(upstreams);
      const { port } = new URL(url);

      function statusFrom(localAddress: string, path: string): Promise<number> {
        return new Promise((resolve, reject) => {
          const options = { host: "127.0.0.1", port, localAddress, path };
          get(options, (answer) => resolve(answer.resume().statusCode!)).on("error", reject);
        });
      }

      const waiting = Array.from({ length: 160 }, (_, number) =>
        statusFrom("127.0.0.1", `/${number}`),
      );
      await vi.waitFor(() => expect(held).toHaveLength(128), SOON);
      expect(await statusFrom("127.0.0.2", "/healthz")).toBe(200);
      expect(await statusFrom("127.0.0.1", "/healthz")).toBe(429);
      for (const response of held) response.end();
      const statuses = await Promise.all(waiting);
      expect(statuses.filter((status) => status === 200)).toHaveLength(128);
      expect(statuses.filter((status) => status === 429)).toHaveLength(32);
    });
  },
);
