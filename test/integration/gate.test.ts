import { describe, expect, it, onTestFinished, vi } from "vitest";
import { RUNTIMES } from "../support/command.ts";
import {
  exchange,
  type GateServer,
  type GateServerOptions,
  type GateServerStats,
  openConnection,
  requestText as request,
  SOON,
  shareGateServer,
  startGateServer,
} from "../support/gate-server.ts";

const LISTED = "https://partner.example";
const PORTED = "https://partner.example:8443";
const UNLISTED = "https://other.example";
/** Its look-up waits until the server may continue. */
const HELD = "https://held.example";

const CLOSE = "Connection: close";
const CHUNKED = "Transfer-Encoding: chunked";

/** Longer than any test takes, so that no timeout is mistaken for a drop. */
const PATIENT = { headTimeoutMs: 60_000, requestTimeoutMs: 60_000, keepAliveTimeoutMs: 60_000 };

const ROUTES = [
  ["POST", "/v1/auth/application_token?client_id=dgc_1"],
  ["GET", "/v1/resources/certificate?client_id=dgc_1"],
  ["POST", "/v1/resources/certificate?client_id=dgc_1"],
  ["GET", "/v1/space/list"],
  ["GET", "/v1/resources/consumer-contract"],
  ["GET", "/v1/resources/consumer-policy"],
  ["GET", "/v1/resources/agent-front-settings?agentId=a"],
  ["POST", "/v1/auth/access_token"],
  ["POST", "/v1/auth/otp/confirm"],
  ["GET", "/v1"],
  ["GET", "/v1/"],
  ["GET", "/v1/nothing"],
] as const;

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY"];

describe.each(RUNTIMES)("the Origin gate on %s", (runtime) => {
  describe("one server", () => {
    const server = shareGateServer(runtime, {
      listed: [LISTED, PORTED, "null", `${LISTED}, ${LISTED}`, "a"],
      limits: PATIENT,
    });

    /** The server's view of what happened while something was done. */
    async function seenDuring(action: () => Promise<unknown>): Promise<GateServerStats> {
      const before = await server.stats();
      await action();
      const { asked, handled, dropped, errors, ...after } = await server.stats();
      return {
        ...after,
        asked: asked.slice(before.asked.length),
        handled: handled.slice(before.handled.length),
        dropped: dropped.slice(before.dropped.length),
        errors: errors.slice(before.errors.length),
      };
    }

    /** Expects no byte and a closed connection, and that no handler was called. */
    async function expectDrop(text: string, reason: string): Promise<GateServerStats> {
      let received: string | undefined;
      const seen = await seenDuring(async () => {
        received = await exchange(server.port, text);
      });
      expect(received).toBe("");
      expect(seen.handled).toEqual([]);
      expect(seen.dropped).toEqual([reason]);
      return seen;
    }

    /** Expects that a request reaches the app. @returns everything that was received */
    async function expectServed(text: string): Promise<string> {
      let received = "";
      const seen = await seenDuring(async () => {
        received = await exchange(server.port, text);
      });
      expect(received).toMatch(/^HTTP\/1\.1 200 /);
      expect(seen.handled).toHaveLength(1);
      expect(seen.dropped).toEqual([]);
      return received;
    }

    describe("ATTACK-A1, ATTACK-A2, ATTACK-A7: every route and method", () => {
      it.each(ROUTES)("ATTACK-A1: %s %s without an Origin: 0 bytes", async (method, target) => {
        const seen = await expectDrop(request(method, target), "no-origin");
        expect(seen.asked).toEqual([]);
      });

      it.each(ROUTES)(
        "ATTACK-A2: %s %s from an unlisted Origin: 0 bytes",
        async (method, target) => {
          const text = request(method, target, {
            headers: [
              `Origin: ${UNLISTED}`,
              "Authorization: Bearer eyJhbGciOiJFUzI1NiJ9.e30.c2ln",
              "Content-Type: application/json",
            ],
            body: method === "POST" ? '{"code":"x"}' : "",
          });
          const seen = await expectDrop(text, "unlisted-origin");
          expect(seen.asked).toEqual([UNLISTED]);
        },
      );

      it.each(METHODS)(
        "ATTACK-A7: %s to every route from an unlisted Origin: 0 bytes",
        async (method) => {
          for (const [, target] of ROUTES) {
            await expectDrop(request(method, target), "no-origin");
            await expectDrop(
              request(method, target, { headers: [`Origin: ${UNLISTED}`] }),
              "unlisted-origin",
            );
          }
        },
      );

      it("ATTACK-A7: CONNECT, upgrades and other protocols: 0 bytes", async () => {
        const upgrade = ["Connection: Upgrade", "Upgrade: websocket"];
        await expectDrop(request("CONNECT", "/v1/space/list"), "unreadable");
        await expectDrop(request("CONNECT", "docs.example:443"), "unreadable");
        await expectDrop(request("GET", "/v1/space/list", { headers: upgrade }), "no-origin");
        await expectDrop("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "unreadable");
        await expectDrop("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", "unreadable");
      });

      it.each(ROUTES)("PIA §5.1: %s %s from a listed Origin is served", async (method, target) => {
        await expectServed(request(method, target, { headers: [`Origin: ${LISTED}`, CLOSE] }));
      });
    });

    describe("ATTACK-A3, ATTACK-A4, ATTACK-A5: the Origin's bytes", () => {
      it.each([
        "https://Partner.example",
        "HTTPS://partner.example",
        "https://partner.example/",
        "https://partner.example:443",
        "http://partner.example:80",
        "http://partner.example",
        "https://partner.example.",
        "https://partner.example/path",
        "https://partner.example?",
        "https://partner.example#",
        "https://user@partner.example",
        "https://partner.example:08443",
        "https://partner.example:8444",
        "https://sub.partner.example",
        "https://partner.example.other.example",
        "https://xn--prtner-bua.example",
        "https://p\xc3\xa4rtner.example",
        "https://p\xe4rtner.example",
        "https://%70artner.example",
        '"https://partner.example"',
        "partner.example",
        "//partner.example",
        "*",
        "",
        "https://",
      ])("ATTACK-A3: %j is dropped", async (origin) => {
        const text = request("GET", "/v1/space/list", { headers: [`Origin: ${origin}`] });
        await expectDrop(text, "unlisted-origin");
      });

      it("ATTACK-A3: a port is part of the Origin", async () => {
        const headers = [`Origin: ${PORTED}`, CLOSE];
        await expectServed(request("GET", "/v1/space/list", { headers }));
      });

      it.each(["null", "NULL", "undefined"])("ATTACK-A4: %s is dropped", async (origin) => {
        const text = request("GET", "/v1/space/list", { headers: [`Origin: ${origin}`] });
        await expectDrop(text, "unlisted-origin");
      });

      it.each([
        ["the listed one first", [`Origin: ${LISTED}`, `Origin: ${UNLISTED}`]],
        ["the listed one last", [`Origin: ${UNLISTED}`, `origin: ${LISTED}`]],
        ["twice the listed one", [`Origin: ${LISTED}`, `ORIGIN: ${LISTED}`]],
        ["an empty one", [`Origin: ${LISTED}`, "Origin:"]],
        [
          "3000 headers between them",
          [`Origin: ${LISTED}`, ...Array(3_000).fill("a:"), `Origin: ${UNLISTED}`],
        ],
      ])("ATTACK-A5: two Origin headers, %s, are dropped", async (_, headers) => {
        const seen = await expectDrop(request("GET", "/v1/space/list", { headers }), "two-origins");
        expect(seen.asked).toEqual([]);
      });

      it.each([`${LISTED}, ${UNLISTED}`, `${LISTED},${LISTED}`, `${LISTED} ${UNLISTED}`])(
        "ATTACK-A5: joined in one header, as %s, they are dropped",
        async (origin) => {
          const text = request("GET", "/v1/space/list", { headers: [`Origin: ${origin}`] });
          await expectDrop(text, "unlisted-origin");
        },
      );

      it("ATTACK-A5: an Origin among the trailers does not count", async () => {
        const text = request("POST", "/v1/auth/access_token", {
          headers: ["Transfer-Encoding: chunked", "Trailer: Origin"],
        });
        await expectDrop(`${text}0\r\nOrigin: ${LISTED}\r\n\r\n`, "no-origin");
      });
    });

    describe("ATTACK-A6: what node:http would answer by itself", () => {
      const big = `X-Big: ${"x".repeat(20_480)}`;
      const unlisted = `Origin: ${UNLISTED}`;
      const listed = `Origin: ${LISTED}`;

      it.each([
        ["Expect: 100-continue", ["Expect: 100-continue", "Content-Length: 2"]],
        ["Expect: x", ["Expect: x", "Content-Length: 2"]],
        ["Expect: x and 100-continue", ["Expect: x, 100-continue", "Content-Length: 2"]],
      ])("ATTACK-A6: %s from an unlisted Origin: 0 bytes", async (_, headers) => {
        const text = request("POST", "/v1/auth/access_token", { headers: [unlisted, ...headers] });
        await expectDrop(text, "unlisted-origin");
      });

      it("ATTACK-A6: a request without Host: 0 bytes, even from a listed Origin", async () => {
        for (const origin of [unlisted, listed]) {
          await expectDrop(`GET /v1/space/list HTTP/1.1\r\n${origin}\r\n\r\n`, "no-host");
          await expectDrop(`GET /v1/space/list HTTP/1.1\r\nHost:\r\n${origin}\r\n\r\n`, "no-host");
          await expectDrop(`GET /v1/space/list HTTP/1.0\r\n${origin}\r\n\r\n`, "no-host");
        }
      });

      it("ATTACK-A6: a Host that hides a path: 0 bytes", async () => {
        const hidden = `GET /../space/list HTTP/1.1\r\nHost: 1/v1/xy\r\n`;
        await expectDrop(`${hidden}\r\n`, "no-origin");
        await expectDrop(`${hidden}${unlisted}\r\n\r\n`, "unlisted-origin");
      });

      const unreadable: [string, string][] = [
        ["no method", "\x00\x01\x02\r\n\r\n"],
        ["a word", "GARBAGE\r\n\r\n"],
        ["an unknown method", "FOO %s HTTP/1.1\r\nHost: a\r\n\r\n"],
        ["an unknown version", "GET %s HTTP/9.9\r\nHost: a\r\n\r\n"],
        ["a blank in the target", "GET %s x HTTP/1.1\r\nHost: a\r\n\r\n"],
        ["a control byte in the target", "GET %s\x01 HTTP/1.1\r\nHost: a\r\n\r\n"],
        ["a header without a colon", `GET %s HTTP/1.1\r\nHost: a\r\n${listed}\r\nbad\r\n\r\n`],
        ["a blank before a colon", `GET %s HTTP/1.1\r\nHost: a\r\nOrigin : ${LISTED}\r\n\r\n`],
        ["a folded header", `GET %s HTTP/1.1\r\nHost: a\r\nOrigin:\r\n ${LISTED}\r\n\r\n`],
        ["a NUL in a header", `GET %s HTTP/1.1\r\nHost: a\r\n${listed}\x00\r\n\r\n`],
        ["bare line feeds", `GET %s HTTP/1.1\nHost: a\n${listed}\n\n`],
        ["a 20 KB header", `GET %s HTTP/1.1\r\nHost: a\r\n${listed}\r\n${big}\r\n\r\n`],
        ["a 20 KB target", `GET %s/${"x".repeat(20_480)} HTTP/1.1\r\nHost: a\r\n${listed}\r\n\r\n`],
        [
          "Transfer-Encoding and Content-Length",
          `POST %s HTTP/1.1\r\nHost: a\r\n${listed}\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
        ],
        [
          "two Content-Lengths",
          `POST %s HTTP/1.1\r\nHost: a\r\n${listed}\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd`,
        ],
        [
          "a negative Content-Length",
          `POST %s HTTP/1.1\r\nHost: a\r\n${listed}\r\nContent-Length: -1\r\n\r\n`,
        ],
        [
          "an unknown Transfer-Encoding",
          `POST %s HTTP/1.1\r\nHost: a\r\n${listed}\r\nTransfer-Encoding: chunked, gzip\r\n\r\n`,
        ],
      ];

      it.each(unreadable)(
        "ATTACK-A6: %s: 0 bytes, from any Origin and at any path",
        async (_, text) => {
          for (const target of ["/v1/space/list", "/graphql"]) {
            await expectDrop(text.replace("%s", target), "unreadable");
          }
        },
      );

      it("ATTACK-A6: an invalid chunk size ends the connection with 0 bytes", async () => {
        const text = request("POST", "/v1/auth/access_token", {
          headers: [listed, "Transfer-Encoding: chunked"],
        });
        expect(await exchange(server.port, `${text}zz\r\n`)).toBe("");
      });

      it.each([
        ["a listed Origin", "/v1/echo", [listed]],
        ["nobody, outside of /v1", "/echo", []],
      ])(
        "CHAIN-C3: Expect: 100-continue from %s: 100, then the answer",
        async (_, target, headers) => {
          const connection = await openConnection(server.port);
          connection.send(
            request("POST", target, {
              headers: [...headers, "Expect: 100-continue", "Content-Length: 5", CLOSE],
            }),
          );
          await connection.waitFor("HTTP/1.1 100 Continue\r\n\r\n");
          connection.send("hello");
          const received = await connection.closed();

          expect(received.match(/^HTTP\/1\.1 \d+/gm)).toEqual(["HTTP/1.1 100", "HTTP/1.1 200"]);
          expect(received).toContain(`POST ${target} 5`);
        },
      );

      it("CHAIN-C3: Expect: x is answered 417 to a listed Origin and outside of /v1 only", async () => {
        const headers = ["Expect: x", "Content-Length: 2"];
        const seen = await seenDuring(async () => {
          for (const text of [
            request("POST", "/v1/echo", { headers: [listed, ...headers] }),
            request("POST", "/echo", { headers }),
          ]) {
            expect(await exchange(server.port, text)).toMatch(/^HTTP\/1\.1 417 /);
          }
        });
        expect(seen.handled).toEqual([]);
      });

      it("ATTACK-A6: outside of /v1, a request without Host is answered 400", async () => {
        const text = `GET /graphql HTTP/1.1\r\n${CLOSE}\r\n\r\n`;
        expect(await exchange(server.port, text)).toMatch(/^HTTP\/1\.1 400 /);
      });
    });

    it("ATTACK-A9: valid credentials and garbage cost the same single look-up", async () => {
      const valid = [
        "Authorization: Bearer eyJhbGciOiJFUzI1NiJ9.e30.c2ln",
        "Content-Type: application/json",
      ];
      const garbage = ["Authorization: |||", `X: ${"y".repeat(10_000)}`];
      for (const headers of [valid, garbage, []]) {
        for (const [method, target] of ROUTES) {
          const seen = await expectDrop(
            request(method, target, { headers: [...headers, `Origin: ${UNLISTED}`] }),
            "unlisted-origin",
          );
          expect(seen.asked).toEqual([UNLISTED]);
        }
      }
    });

    describe("ATTACK-A10: on one connection", () => {
      const good = request("GET", "/first");
      const dropped = request("GET", "/v1/space/list", { headers: [`Origin: ${UNLISTED}`] });
      const after = request("GET", "/after");

      it.each([
        ["an unlisted request", dropped],
        ["one without Origin", request("GET", "/v1/space/list")],
        ["a preflight", request("OPTIONS", "/v1/space/list")],
        ["Expect: 100-continue", request("POST", "/v1/x", { headers: ["Expect: 100-continue"] })],
        ["Expect: x", request("POST", "/v1/x", { headers: ["Expect: x"] })],
        ["one with a body", request("POST", "/v1/x", { body: "x".repeat(1_000) })],
        ["a malformed line", "GARBAGE\r\n\r\n"],
        ["an oversized head", request("GET", "/graphql", { headers: ["x".repeat(20_480)] })],
        ["CONNECT", request("CONNECT", "docs.example:443")],
      ])("ATTACK-A10: the answer before %s is whole, nothing follows", async (_, text) => {
        const seen = await seenDuring(async () => {
          const received = await exchange(server.port, good + text + after);

          expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200"]);
          expect(received).toMatch(/\r\n\r\nGET \/first 0$/);
        });
        expect(seen.handled).toEqual(["GET /first"]);
        expect(seen.dropped).toHaveLength(1);
      });

      it.each([
        ["an unlisted request", dropped],
        ["a malformed line", "GARBAGE\r\n\r\n"],
        ["CONNECT", request("CONNECT", "docs.example:443")],
      ])("ATTACK-A10: %s behind answers that take their time waits for them", async (_, text) => {
        const slow = request("GET", "/slow/wait");
        const seen = await seenDuring(async () => {
          const connection = await openConnection(server.port);
          connection.send(slow + good + text + after);
          await server.release(1);
          const received = await connection.closed();

          expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 200"]);
          expect(received).toMatch(/GET \/slow\/wait 0HTTP[\s\S]*\r\n\r\nGET \/first 0$/);
        });
        expect(seen.handled).toEqual(["GET /slow/wait", "GET /first"]);
      });

      it("ATTACK-A10: a large answer arrives completely, although the client keeps sending", async () => {
        const connection = await openConnection(server.port);
        const upload = request("POST", "/v1/x", { headers: ["Content-Length: 50000000"] });
        connection.socket.pause();
        connection.send(request("GET", "/big") + upload + "x".repeat(8_000_000));
        await vi.waitFor(
          async () => expect((await server.stats()).handled).toContain("GET /big"),
          SOON,
        );
        connection.socket.resume();
        const received = await connection.closed();

        expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200"]);
        expect(received.length - received.indexOf("\r\n\r\n") - 4).toBe(2 ** 22);
      });

      it("ATTACK-A10: after an answer on a connection that stays open, a drop closes it", async () => {
        const connection = await openConnection(server.port);
        connection.send(good);
        await connection.waitFor("GET /first 0");
        const before = connection.received();
        connection.send(dropped);

        expect(await connection.closed()).toBe(before);
      });

      it("ATTACK-A10: the next connection works", async () => {
        await exchange(server.port, good + dropped);
        const text = request("GET", "/v1/echo", { headers: [`Origin: ${LISTED}`, CLOSE] });
        await expectServed(text);
      });

      it("ATTACK-A10: consecutive requests of a listed Origin are answered in order", async () => {
        const headers = [`Origin: ${LISTED}`];
        const received = await exchange(
          server.port,
          request("GET", "/v1/1", { headers }) +
            request("POST", "/v1/2", { headers, body: "hello" }) +
            request("GET", "/v1/3", { headers: [...headers, CLOSE] }),
        );
        expect(received.match(/(?:GET|POST) \/v1\/\d \d/g)).toEqual([
          "GET /v1/1 0",
          "POST /v1/2 5",
          "GET /v1/3 0",
        ]);
      });
    });

    describe("a look-up that takes time", () => {
      const headers = [`Origin: ${HELD}`];

      it("CHAIN-C3: loses nothing of the body", async () => {
        const connection = await openConnection(server.port);
        const length = "Content-Length: 300000";
        connection.send(request("POST", "/v1/echo", { headers: [...headers, length, CLOSE] }));
        connection.send("x".repeat(200_000));
        await server.release(1);
        connection.send("x".repeat(100_000));

        expect(await connection.closed()).toMatch(/\r\n\r\nPOST \/v1\/echo 300000$/);
      });

      it("CHAIN-C3: nothing is written before its result, not even a 100", async () => {
        const connection = await openConnection(server.port);
        const expecting = [...headers, "Expect: 100-continue", "Content-Length: 2", CLOSE];
        connection.send(request("POST", "/v1/echo", { headers: expecting }));
        await server.release(1);
        await connection.waitFor("HTTP/1.1 100 Continue\r\n\r\n");
        connection.send("ok");

        expect(await connection.closed()).toMatch(/\r\n\r\nPOST \/v1\/echo 2$/);
      });

      it("ATTACK-A10: keeps later requests waiting, and drops them in turn", async () => {
        const connection = await openConnection(server.port);
        const seen = await seenDuring(async () => {
          connection.send(request("GET", "/v1/1", { headers }) + request("GET", "/2"));
          connection.send(request("GET", "/v1/3") + request("GET", "/4"));
          await server.release(1);

          const received = await connection.closed();
          expect(received.match(/GET \/\S+ 0/g)).toEqual(["GET /v1/1 0", "GET /2 0"]);
        });
        expect(seen.handled).toEqual(["GET /v1/1", "GET /2"]);
      });

      it("ATTACK-A10: garbage after it waits for its answer", async () => {
        const connection = await openConnection(server.port);
        connection.send(`${request("GET", "/v1/1", { headers })}GARBAGE\r\n\r\n`);
        await server.release(1);

        expect(await connection.closed()).toMatch(/\r\n\r\nGET \/v1\/1 0$/);
      });

      it("CHAIN-C3: calls no handler for a client that has disconnected", async () => {
        const seen = await seenDuring(async () => {
          const connection = await openConnection(server.port);
          connection.send(request("GET", "/v1/1", { headers }));
          await vi.waitFor(async () => expect((await server.stats()).waiting).toBe(1), SOON);
          connection.socket.resetAndDestroy();
          await exchange(server.port, request("GET", "/echo", { headers: [CLOSE] }));
          await server.release(1);
        });
        expect(seen.handled).toEqual(["GET /echo"]);
      });

      it.each([
        ["rejects", "https://failing.example", "The store is gone."],
        ["throws", "https://throwing.example", "The store is closed."],
      ])("PIA §5.1: and one that %s are drops", async (_, origin, message) => {
        const text = request("GET", "/v1/space/list", { headers: [`Origin: ${origin}`] });
        const seen = await expectDrop(text, "failed-look-up");
        expect(seen.errors).toEqual([message]);
      });
    });

    describe("ATTACK-A13: no header but Origin", () => {
      const injected = [
        `X-Forwarded-Host: partner.example`,
        `X-Forwarded-Proto: https`,
        `X-Forwarded-For: 127.0.0.1`,
        `X-Forwarded-Origin: ${LISTED}`,
        `X-Forwarded-Prefix: /v1`,
        `X-Original-URL: /graphql`,
        `X-Original-Host: partner.example`,
        `X-Rewrite-URL: /graphql`,
        `X-HTTP-Method-Override: GET`,
        `Forwarded: for=127.0.0.1;host=partner.example;proto=https`,
        `Referer: ${LISTED}/page`,
        `Sec-Fetch-Site: same-origin`,
        `X-Origin: ${LISTED}`,
        `Cookie: Origin=${LISTED}`,
        `Via: 1.1 partner.example`,
      ];

      it("ATTACK-A13: helps an unlisted request", async () => {
        await expectDrop(request("GET", "/v1/x", { headers: injected }), "no-origin");
        const headers = [...injected, `Origin: ${UNLISTED}`];
        await expectDrop(request("GET", "/v1/x", { headers }), "unlisted-origin");
      });

      it("ATTACK-A13: hinders a listed one, or gates another path", async () => {
        const other = injected.map((line) => line.replaceAll(LISTED, UNLISTED));
        const headers = [...other, `Origin: ${LISTED}`, CLOSE];
        await expectServed(request("GET", "/v1/x", { headers }));
        await expectServed(
          request("GET", "/echo", { headers: ["X-Original-URL: /v1", ...other, CLOSE] }),
        );
      });
    });

    describe("ATTACK-A15: odd spellings of a path", () => {
      it.each([
        "/v1/%73pace/list",
        "//v1/space/list",
        "/./v1/space/list",
        "/docs/../v1/space/list",
        "/docs/%2e%2e/v1/space/list",
        "/v1/../graphql",
        "/%76%31/space/list",
        "/%2576%2531/space/list",
        "/v1%2fspace%2flist",
        "/a%2fb/../v1/space/list",
        "/\\v1\\space\\list",
        "/%5cv1/space/list",
        "/v1;a=b/space/list",
        "/v1%00/space/list",
        "/v1?a",
        "/v1#a",
        "http://docs.example/v1/space/list",
        "HTTP://docs.example/v1/space/list",
        "http://docs.example//v1/space/list",
        "http://docs.example/docs/../v1/space/list",
        "//docs.example/v1/space/list",
      ])("ATTACK-A15: %s is gated", async (target) => {
        await expectDrop(request("GET", target), "no-origin");
        const headers = [`Origin: ${UNLISTED}`];
        await expectDrop(request("GET", target, { headers }), "unlisted-origin");
        const text = request("GET", target, { headers: [`Origin: ${LISTED}`, CLOSE] });
        expect(await exchange(server.port, text)).toMatch(/^HTTP\/1\.1 [24]00 /);
      });

      it.each(["/", "/graphql?x=/v1", "/docs/v1/x", "/v10", "/V1/x", "http://v1/graphql"])(
        "CHAIN-C3: %s is not",
        async (target) => {
          await expectServed(request("GET", target, { headers: [CLOSE] }));
        },
      );
    });

    describe("drop() by a handler", () => {
      const headers = [`Origin: ${LISTED}`];
      const drop = request("GET", "/v1/drop", { headers });

      it("PIA §7: closes without a byte", async () => {
        expect(await exchange(server.port, drop)).toBe("");
        expect(await exchange(server.port, request("POST", "/v1/drop", { headers }))).toBe("");
      });

      it("PIA §7: even when it is late", async () => {
        const connection = await openConnection(server.port);
        connection.send(request("GET", "/v1/drop-later", { headers }));
        await server.release(1);

        expect(await connection.closed()).toBe("");
      });

      it("PIA §7, ATTACK-A10: after earlier answers, and before later ones", async () => {
        const connection = await openConnection(server.port);
        connection.send(request("GET", "/wait") + drop + request("GET", "/after"));
        await server.release(1);

        expect(await connection.closed()).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\n\r\nGET \/wait 0$/);
      });

      it("PIA §7, ATTACK-A10: nothing after it is handled, not even another drop", async () => {
        const connection = await openConnection(server.port);
        const targets = ["/wait", "/v1/drop-later", "/between", "/v1/drop", "/after"];
        const before = (await server.stats()).handled.length;
        connection.send(targets.map((target) => request("GET", target, { headers })).join(""));
        await server.release(1);
        await server.release(1);

        expect(await connection.closed()).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\n\r\nGET \/wait 0$/);
        const { handled } = await server.stats();
        expect(handled.slice(before)).toEqual(["GET /wait", "GET /v1/drop-later"]);
      });
    });

    it("ATTACK-A10: consecutive requests are handled one after another", async () => {
      const connection = await openConnection(server.port);
      const before = (await server.stats()).handled.length;
      const handled = async () => (await server.stats()).handled.slice(before);
      const targets = ["/wait", ...Array.from({ length: 40 }, (_, index) => `/${index}`), "/wait"];
      connection.send(targets.map((target) => request("GET", target)).join(""));
      await vi.waitFor(async () => expect(await handled()).toEqual(["GET /wait"]), SOON);
      await server.release(1);
      await vi.waitFor(async () => expect(await handled()).toHaveLength(42), SOON);
      await server.release(1);

      expect(await handled()).toEqual(targets.map((target) => `GET ${target}`));
      connection.send(request("GET", "/last", { headers: ["Connection: close"] }));
      expect((await connection.closed()).match(/GET \/\S+ 0/g)).toHaveLength(43);
    });

    it("ATTACK-A10: a client that sends no more gets the answers to all of its requests", async () => {
      const connection = await openConnection(server.port);
      connection.socket.end(request("GET", "/wait") + request("GET", "/a") + request("GET", "/b"));
      await server.release(1);

      const received = await connection.closed();
      expect(received.match(/GET \/\S+ 0/g)).toEqual(["GET /wait 0", "GET /a 0", "GET /b 0"]);
    });

    it("ATTACK-A10: unless they take too long, since it may have disconnected", async () => {
      const connection = await openConnection(server.port);
      connection.socket.end(request("GET", "/wait"));

      expect(await connection.closed()).toBe("");
      await server.release(1);
    });

    it("CHAIN-C3: a handler can see the client's address", async () => {
      const connection = await openConnection(server.port);
      const { localPort } = connection.socket;
      connection.send(request("GET", "/peer", { headers: [CLOSE] }));
      const received = await connection.closed();

      expect(JSON.parse(received.split("\r\n\r\n")[1]!)).toEqual({
        address: "127.0.0.1",
        port: localPort,
        addressType: "IPv4",
      });
    });
  });

  it("ATTACK-A12: with an empty allow-list everything but /v1 is served", async () => {
    const server = await start({ listed: [], limits: PATIENT });

    for (const path of ["/", "/graphql", "/healthz", "/admin/", "/metrics"]) {
      const text = request("GET", path, { headers: [CLOSE] });
      expect(await exchange(server.port, text)).toMatch(/^HTTP\/1\.1 200 /);
    }
    const text = request("GET", "/v1/space/list", { headers: [`Origin: ${LISTED}`] });
    expect(await exchange(server.port, text)).toBe("");
  });

  it("ATTACK-A12: without a gate, /v1 is a path like any other, and errors are answered", async () => {
    const server = await start({ listed: [], isOpen: true });
    const statusOf = async (text: string) => (await exchange(server.port, text)).split(" ", 2)[1];
    const headers = [CLOSE];

    expect(await statusOf(request("GET", "/v1/space/list", { headers }))).toBe("200");
    expect(await statusOf("GARBAGE\r\n\r\n")).toBe("400");
    expect(await statusOf(request("GET", "/", { headers: [`X: ${"x".repeat(20_480)}`] }))).toBe(
      "431",
    );
    expect(await statusOf(request("POST", "/", { headers: ["Expect: x", CLOSE] }))).toBe("417");
  });

  it("ATTACK-A12: without a gate, an error is answered after the requests before it", async () => {
    const server = await start({ listed: [], isOpen: true });
    const bad = {
      "400": "GARBAGE\r\n\r\n",
      "431": request("GET", "/", { headers: [`X: ${"x".repeat(20_480)}`] }),
    };
    for (const [status, text] of Object.entries(bad)) {
      const connection = await openConnection(server.port);
      connection.send(request("GET", "/wait") + request("GET", "/a") + text);
      await server.release(1);

      const received = await connection.closed();
      expect(received.match(/GET \/\S+ 0/g)).toEqual(["GET /wait 0", "GET /a 0"]);
      expect(received.match(/HTTP\/1\.1 \d+/g)!.at(-1)).toBe(`HTTP/1.1 ${status}`);
    }
  });

  describe("ATTACK-K136: slow clients", () => {
    const HASTY = { headTimeoutMs: 500, requestTimeoutMs: 1_000, keepAliveTimeoutMs: 500 };
    const server = shareGateServer(runtime, { listed: [LISTED], limits: HASTY });
    const listed = [`Origin: ${LISTED}`];

    it.concurrent.each([
      ["nothing at all", ""],
      ["half a line", "GET /v1/spa"],
      ["half a head", "GET /v1/space/list HTTP/1.1\r\nHost: a\r\nOrig"],
      ["half a head for another path", "GET /graphql HTTP/1.1\r\nHo"],
      ["half a body", request("POST", "/v1/echo", { headers: [...listed, "Content-Length: 9"] })],
      ["half a chunk", `${request("POST", "/v1/echo", { headers: [...listed, CHUNKED] })}5\r\nab`],
    ])("ATTACK-K136: whoever sends %s and no more is cut off with 0 bytes", async (_, text) => {
      expect(await exchange(server.port, text)).toBe("");
    });

    it.each([
      ["headers", "GET /v1/space/list HTTP/1.1\r\nHost: a\r\nX: ", ""],
      ["a body", "POST /v1/echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9999\r\n", "\r\n"],
    ])("ATTACK-K136: %s sent byte by byte win no time", async (_, head, end) => {
      const connection = await openConnection(server.port);
      connection.send(`${head}Origin: ${LISTED}${end}${end}`);
      const drip = setInterval(() => connection.send("x"), 50);
      onTestFinished(() => clearInterval(drip));

      expect(await connection.closed()).toBe("");
    });

    it("ATTACK-K136: an idle kept-alive connection is closed", async () => {
      const received = await exchange(server.port, request("GET", "/v1/echo", { headers: listed }));

      expect(received).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\n\r\nGET \/v1\/echo 0$/);
    });

    it("ATTACK-K136, ATTACK-A10: half a head after an answer in progress waits for it", async () => {
      const connection = await openConnection(server.port);
      connection.send(`${request("GET", "/wait")}GET /v1/spa`);
      await vi.waitFor(
        async () => expect((await server.stats()).dropped.at(-1)).toBe("timeout"),
        SOON,
      );
      await server.release(1);

      expect(await connection.closed()).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\n\r\nGET \/wait 0$/);
    });

    it("ATTACK-K136: a client that does not read its answer is disconnected", async () => {
      const server = await start({ listed: [], limits: { idleTimeoutMs: 500 } });
      const connection = await openConnection(server.port);
      connection.socket.pause();
      connection.send(request("GET", "/big").repeat(8));
      await vi.waitFor(async () => {
        const { handled, connections } = await server.stats();
        expect(handled).not.toEqual([]);
        expect(connections).toBe(1);
      }, SOON);
      connection.socket.resume();

      expect((await connection.closed()).length).toBeLessThan(8 * 2 ** 22);
    });

    it("ATTACK-K136: a client that does not read its answer, and sends CONNECT, is disconnected", async () => {
      const limits = { idleTimeoutMs: 500, keepAliveTimeoutMs: 500 };
      const server = await start({ listed: [], limits });
      const connection = await openConnection(server.port);
      connection.socket.pause();
      connection.send(request("GET", "/big").repeat(2) + request("CONNECT", "docs.example:443"));
      await vi.waitFor(async () => expect((await server.stats()).dropped).toHaveLength(1), SOON);
      await vi.waitFor(async () => expect((await server.stats()).connections).toBe(1), SOON);
      connection.socket.resume();

      expect((await connection.closed()).length).toBeLessThan(2 * 2 ** 22);
    });

    it("ATTACK-K136: connections beyond the limit are refused, and served once others end", async () => {
      const server = await start({ listed: [], limits: { ...PATIENT, maxConnections: 20 } });
      const idle = await Promise.all(Array.from({ length: 20 }, () => openConnection(server.port)));
      const text = request("GET", "/echo", { headers: [CLOSE] });

      expect(await exchange(server.port, text)).toBe("");
      for (const { socket } of idle) socket.destroy();
      await vi.waitFor(async () => {
        expect(await exchange(server.port, text)).toMatch(/^HTTP\/1\.1 200 /);
      }, SOON);
    });

    // Elsewhere there is only one loopback address.
    const hasManyAddresses = process.platform === "linux";

    it.runIf(hasManyAddresses)("ATTACK-K136: one client cannot take all connections", async () => {
      const server = await start({ listed: [], limits: PATIENT });
      const all = Array.from({ length: 2_048 }, () => openConnection(server.port, "127.0.0.2"));
      const idle = await Promise.all(all);
      const text = request("GET", "/echo", { headers: [CLOSE] });

      expect(await exchange(server.port, text)).toMatch(/^HTTP\/1\.1 200 /);
      const { connections } = await server.stats();
      expect(connections).toBeLessThanOrEqual(513);
      for (const { socket } of idle) socket.destroy();
      await vi.waitFor(async () => {
        expect(await exchange(server.port, text, "127.0.0.2")).toMatch(/^HTTP\/1\.1 200 /);
      }, SOON);
    });

    it("ATTACK-K136: behind a proxy all connections have its address, and none is refused for it", async () => {
      const limits = { ...PATIENT, maxConnectionsPerNetwork: null };
      const server = await start({ listed: [], limits });
      await Promise.all(Array.from({ length: 600 }, () => openConnection(server.port)));

      expect((await server.stats()).connections).toBe(601);
    });
  });

  it("ATTACK-K138: on closing, an answer in progress is sent; idle and dropped connections end", async () => {
    const server = await start({ listed: [], limits: PATIENT });
    const idle = await openConnection(server.port);
    idle.send(request("GET", "/echo"));
    await idle.waitFor("GET /echo 0");
    const busy = await openConnection(server.port);
    busy.send(request("GET", "/wait") + request("GET", "/v1/x"));
    await vi.waitFor(async () => expect((await server.stats()).waiting).toBe(1), SOON);
    server.process.kill("SIGTERM");
    await idle.closed();
    server.process.kill("SIGUSR2");

    expect(await busy.closed()).toMatch(/\r\n\r\nGET \/wait 0$/);
    expect(await server.exited).toBe(0);
  });

  /** A server that ends with the test. */
  async function start(options: GateServerOptions): Promise<GateServer> {
    const server = await startGateServer(runtime, options);
    onTestFinished(() => void server.process.kill("SIGKILL"));
    return server;
  }
});
