import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import type { Runtime } from "../support/command.ts";
import { prepareData, serveData } from "../support/data-server.ts";
import { runtimesOf } from "../support/extent.ts";
import { openConnection } from "../support/gate-server.ts";
import { callServed } from "../support/partner-client.ts";
import type { TestServer } from "../support/server.ts";
import { makeFolder } from "../support/tree.ts";
import { expectHealed, readinessOf, type Vitals, vitalsOf } from "../support/vitals.ts";

const CONNECTIONS = 10_000;
/** Maximum number of open connections. */
const MAX_CONNECTIONS = 2_048;
const AT_ONCE = 500;
/** Silent connections are closed after ten seconds. */
const ENDS = { timeout: 40_000, interval: 200 };
const ROUNDS = 20;

async function start(runtime: Runtime): Promise<TestServer> {
  return serveData(await prepareData(await makeFolder()), { runtime });
}

/** Reads the vitals after the server has answered some of everything. */
async function warmVitals(server: TestServer): Promise<Vitals> {
  for (const path of ["/healthz", "/readyz", "/graphql?query={meta{docCount}}", "/admin/api/me"]) {
    for (let time = 0; time < 10; time++) await callServed(server.url + path);
  }
  return vitalsOf(server);
}

it.each(runtimesOf("node"))(
  "ATTACK-K136: 10 000 silent connections on %s: a bounded number is open, and all are released",
  async (runtime) => {
    const server = await start(runtime);
    const before = await warmVitals(server);
    const { port } = new URL(server.url);
    const sockets = new Set<Socket>();
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    let refused = 0;
    let most = 0;

    async function open(): Promise<void> {
      const socket = connect(Number(port), "127.0.0.1");
      sockets.add(socket);
      socket.on("error", () => {}).on("close", () => sockets.delete(socket));
      await once(socket, "connect").catch(() => {});
    }

    for (let opened = 0; opened < CONNECTIONS; opened += AT_ONCE) {
      await Promise.all(Array.from({ length: AT_ONCE }, open));
      await sleep(20);
      most = Math.max(most, vitalsOf(server).files);
      refused = opened + AT_ONCE - sockets.size;
    }
    // A refused connection is open for a moment.
    expect(most - before.files).toBeLessThanOrEqual(MAX_CONNECTIONS + AT_ONCE);
    expect(refused).toBeGreaterThanOrEqual(CONNECTIONS - 2 * MAX_CONNECTIONS);
    await expect.poll(() => sockets.size, ENDS).toBe(0);
    await expectHealed(server, before);
    expect(server.log()).not.toMatch(/Error|Warning/);
    expect(await server.stop()).toBe(0);
  },
);

const HOST = "Host: docs.example\r\n";
const POST = `POST /graphql HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n`;

/** Malformed or oversized requests. The connection ends after each. */
const ODDITIES: Readonly<Record<string, string>> = {
  "not HTTP": "\0\x01\x02\xff\xfe\r\n\r\n",
  "a TLS greeting": "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
  "a head of 20 KB": `GET / HTTP/1.1\r\n${HOST}X: ${"x".repeat(20_000)}\r\n\r\n`,
  "a path of 20 KB": `GET /${"x".repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`,
  "two lengths": `${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  "a length and chunks": `${POST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
  "an invalid chunk": `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
  "a body of 10 MB": `${POST}Connection: close\r\nContent-Length: 10000000\r\n\r\n${" ".repeat(1_000_000)}`,
  "JSON of 10 000 levels": closing(`{"query":${"[".repeat(10_000)}`),
  "invalid JSON": closing('{"query":"{meta{docCount}}"'),
  "invalid UTF-8": closing('{"query":"\xff\xfe"}'),
  "a query of 10 000 levels": closing(JSON.stringify({ query: "{a".repeat(10_000) })),
};

/** Not a byte, a 4xx status, or the GraphQL answer to an invalid query. */
const REFUSED = /^(?:$|HTTP\/1\.1 4\d\d |HTTP\/1\.1 200 [\s\S]*\r\n\r\n\{"errors":)/;

function closing(body: string): string {
  return `${POST}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

it.each(runtimesOf("deno"))(
  "ATTACK-K137: oversized and malformed requests on %s: each is refused, and nothing of it remains",
  async (runtime) => {
    const server = await start(runtime);
    const port = Number(new URL(server.url).port);
    const before = await warmVitals(server);
    for (let round = 0; round < ROUNDS; round++) {
      const answers = await Promise.all(
        Object.entries(ODDITIES).map(async ([name, text]) => {
          const connection = await openConnection(port);
          connection.send(text);
          // An incomplete message, which only ends with the connection.
          if (name === "a TLS greeting") connection.socket.end();
          const answer = await connection.closed();
          return [name, answer] as const;
        }),
      );
      for (const [name, answer] of answers) expect(answer, name).toMatch(REFUSED);
      expect(await readinessOf(server)).toEqual([200, undefined]);
    }
    await expectHealed(server, before);
    expect(server.log()).not.toMatch(/Error|Warning/);
    expect(await server.stop()).toBe(0);
  },
);

it.each(runtimesOf("node"))(
  "ATTACK-K136: clients that send or read a byte now and then, on %s: they are cut off, and others do not wait",
  async (runtime) => {
    const server = await start(runtime);
    const port = Number(new URL(server.url).port);
    const before = await warmVitals(server);
    const slow = await Promise.all(Array.from({ length: 200 }, () => openConnection(port)));
    const drips = slow.map((connection, index) => {
      connection.send(index % 2 === 0 ? `GET / HTTP/1.1\r\n${HOST}X: ` : `GET /gra`);
      return setInterval(() => connection.send("x"), 500);
    });
    onTestFinished(() => {
      for (const drip of drips) clearInterval(drip);
    });
    const isClosed = () => slow.every(({ socket }) => socket.closed);
    for (let read = 0; read < 50; read++) {
      expect(await readinessOf(server)).toEqual([200, undefined]);
    }
    // A request that had waited for one of them would have waited for its end.
    expect(isClosed()).toBe(false);
    await expect.poll(isClosed, ENDS).toBe(true);
    await expectHealed(server, before);
    expect(await server.stop()).toBe(0);
  },
);
