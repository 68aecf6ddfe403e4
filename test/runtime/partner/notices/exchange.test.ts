import { connect, Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { parseAllowance } from "../../../../runtime/partner/notices/allowance.ts";
import {
  createExchange,
  type Exchange,
  type ExchangeOptions,
} from "../../../../runtime/partner/notices/exchange.ts";
import { NOTICE_ERRORS } from "../../../../runtime/partner/notices/outcome.ts";
import { createResolve } from "../../../../runtime/partner/notices/resolve.ts";
import { serveNames } from "../../../support/name-server.ts";
import {
  answering,
  flood,
  OK,
  type Receiver,
  receive,
  trickle,
} from "../../../support/receivers.ts";

/** Long enough for attempts that must succeed, on a busy machine. */
const PATIENCE_MS = 30_000;
/** For attempts that must exceed the deadline, with time for a head to arrive. */
const SHORT_MS = 1_000;
const BODY = '{"synch-data":["r_space"]}';

interface Options extends Partial<Omit<ExchangeOptions, "allow">> {
  /** The operator's allowance. */
  readonly allowed?: string;
}

function exchangeWith({ allowed = "127.0.0.1", ...options }: Options = {}): Exchange {
  return createExchange({
    now: () => performance.now(),
    timeoutMs: PATIENCE_MS,
    ...options,
    allow: parseAllowance(allowed),
  });
}

/** Sends to a receiver that answers this way. */
async function sendTo(answer: (socket: Socket) => void, options: Options = {}) {
  const receiver = await receive(answer);
  const outcome = await exchangeWith(options)(receiver.url, BODY);
  return { receiver, outcome };
}

/** Resolves a name to these addresses, one list for each look-up. */
function names(...answers: readonly (readonly string[])[]) {
  const asked: string[] = [];
  return {
    asked,
    resolve: async (host: string) => {
      asked.push(host);
      return answers[Math.min(asked.length, answers.length) - 1]!;
    },
  };
}

/** Formats an address as in a URL. */
function hostOf(address: string): string {
  return address.includes(":") ? `[${address}]` : address;
}

function urlOf({ port }: Receiver, host: string): string {
  return `http://${host}:${port}/notices`;
}

describe("the request", () => {
  it("ATTACK-F63: is one POST of the body, with these headers only", async () => {
    const { receiver, outcome } = await sendTo(answering(OK));

    expect(outcome).toEqual({
      state: "delivered",
      httpStatus: 200,
      error: null,
      durationMs: expect.any(Number),
    });
    expect(receiver.requests).toEqual([
      [
        "POST /notices HTTP/1.1",
        `Host: 127.0.0.1:${receiver.port}`,
        "Content-Type: application/json",
        `Content-Length: ${BODY.length}`,
        "User-Agent: docgate",
        "Connection: close",
        "",
        BODY,
      ].join("\r\n"),
    ]);
  });

  it("ATTACK-F63: has the body's length in bytes, and the URL's path and query", async () => {
    const receiver = await receive(answering(OK));
    const body = '{"x":"ü€😀"}';

    await exchangeWith()(`http://127.0.0.1:${receiver.port}/a%20b/ü?c=d&e=%0d%0aX:%20y`, body);

    const [head, received] = receiver.requests[0]!.split("\r\n\r\n");
    expect(head).toMatch(/^POST \/a%20b\/%C3%BC\?c=d&e=%0d%0aX:%20y HTTP\/1\.1\r\nHost: /);
    expect(head).not.toMatch(/^X:/m);
    expect(Buffer.from(received!, "latin1").toString()).toBe(body);
  });

  it("ATTACK-F68: names the host, and is sent to its address", async () => {
    const receiver = await receive(answering(OK));
    const { resolve } = names(["127.0.0.1"]);

    await exchangeWith({ resolve })(urlOf(receiver, "Partner.Example."), BODY);

    expect(receiver.requests[0]).toContain(`\r\nHost: partner.example.:${receiver.port}\r\n`);
  });

  it("ATTACK-F64: uses its own connection, which ends with it", async () => {
    const receiver = await receive((socket) => void socket.write(OK));
    const exchange = exchangeWith();

    await exchange(receiver.url, BODY);
    await exchange(receiver.url, BODY);
    await receiver.idle();

    expect(receiver.requests.length).toBe(2);
    expect(await receiver.connections()).toBe(2);
  });
});

describe("the outcome", () => {
  it.each([200, 201, 202, 204, 299])("CHAIN-C14: is delivered with status %d", async (status) => {
    const { outcome } = await sendTo(
      answering(`HTTP/1.1 ${status} x\r\nContent-Length: 0\r\n\r\n`),
    );

    expect(outcome).toMatchObject({ state: "delivered", httpStatus: status, error: null });
  });

  it.each([
    ["500", "HTTP/1.1 500 x\r\n\r\n", 500],
    ["503 and Retry-After", "HTTP/1.1 503 x\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n", 503],
    ["429", "HTTP/1.1 429 x\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n", 429],
    ["408", "HTTP/1.1 408 x\r\nConnection: close\r\n\r\n", 408],
    ["421", "HTTP/1.1 421 x\r\n\r\n", 421],
    ["401", "HTTP/1.1 401 x\r\nWWW-Authenticate: Basic\r\n\r\n", 401],
    ["999", "HTTP/1.1 999 x\r\n\r\n", 999],
  ])("ATTACK-F64: is failed after %s, with a single POST", async (_, answer, httpStatus) => {
    const { receiver, outcome } = await sendTo(answering(answer));

    expect(outcome).toMatchObject({ state: "failed", httpStatus, error: "status" });
    expect(await receiver.connections()).toBe(1);
  });

  it.each<[string, (socket: Socket) => void]>([
    ["a reset", (socket) => socket.resetAndDestroy()],
    ["an end", (socket) => socket.end()],
    [
      "a reset in the middle of the head",
      (socket) => socket.write("HTTP/1.1 20", () => socket.resetAndDestroy()),
    ],
    ["an end in the middle of the head", (socket) => socket.end("HTTP/1.1 200 OK\r\nContent-")],
  ])("ATTACK-F64: is failed after %s, with a single POST", async (_, answer) => {
    const { receiver, outcome } = await sendTo(answer);

    expect(outcome).toMatchObject({ state: "failed", httpStatus: null, error: "closed" });
    expect(await receiver.connections()).toBe(1);
  });

  it("ATTACK-F64: is failed after the deadline, with a single POST", async () => {
    const { receiver, outcome } = await sendTo(() => {}, { timeoutMs: 200 });

    expect(outcome).toMatchObject({ state: "failed", httpStatus: null, error: "timeout" });
    expect(await receiver.connections()).toBe(1);
  });

  it("ATTACK-F64: is failed if nothing listens", async () => {
    const receiver = await receive(answering(OK));
    const { resolve } = names(["127.0.0.2"]);

    const outcome = await exchangeWith({ resolve, allowed: "127.0.0.2" })(
      urlOf(receiver, "a.example"),
      BODY,
    );

    expect(outcome).toMatchObject({ state: "failed", httpStatus: null, error: "connect" });
  });

  it("ATTACK-F75: is delivered once the head with 2xx has arrived, even if a reset follows", async () => {
    const head = Promise.withResolvers<void>();
    const { outcome } = await sendTo(
      (socket) => {
        socket.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n");
        void head.promise.then(() => socket.resetAndDestroy());
      },
      { connect: (options) => connect(options).once("data", () => head.resolve()) },
    );

    expect(outcome).toMatchObject({ state: "delivered", httpStatus: 200 });
  });

  it("ATTACK-F75: is delivered even if the body ends too early", async () => {
    const { outcome } = await sendTo(answering("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nab"));

    expect(outcome).toMatchObject({ state: "delivered", httpStatus: 200 });
  });

  it("CHAIN-C14: is delivered when the answer comes before the request", async () => {
    const receiver = await receive(() => {}, { greeting: OK });

    const outcome = await exchangeWith()(receiver.url, BODY);

    expect(outcome).toMatchObject({ state: "delivered", httpStatus: 200 });
  });

  it("ATTACK-F72: contains a status and a listed word, and nothing else of the answer", async () => {
    const { outcome } = await sendTo(
      answering("HTTP/1.1 500 secret-reason\r\nX-Secret: secret-header\r\n\r\nsecret-body"),
    );

    expect(Object.keys(outcome).sort()).toEqual(["durationMs", "error", "httpStatus", "state"]);
    expect(NOTICE_ERRORS).toContain(outcome.error);
    expect(JSON.stringify(outcome)).not.toContain("secret");
  });

  it("ATTACK-F72: distinguishes a refused address from a failed one by its state", async () => {
    const refused = await exchangeWith({ allowed: "" })("http://127.0.0.1/", BODY);
    const { outcome: failed } = await sendTo(answering("HTTP/1.1 500 x\r\n\r\n"));

    expect([refused.state, failed.state]).toEqual(["refused", "failed"]);
  });

  it("CHAIN-C14: contains the time taken, which is never below zero", async () => {
    const forward = [1_000, 1_017.4];
    const back = [2_000, 1_000];
    const { outcome: first } = await sendTo(answering(OK), { now: () => forward.shift()! });
    const { outcome: second } = await sendTo(answering(OK), { now: () => back.shift()! });

    expect([first.durationMs, second.durationMs]).toEqual([17, 0]);
  });
});

describe("redirects", () => {
  it.each([300, 301, 302, 303, 304, 305, 307, 308, 399])(
    "ATTACK-F65: %d is not followed, and is failed",
    async (status) => {
      const aim = await receive(answering(OK));
      const { receiver, outcome } = await sendTo(
        answering(`HTTP/1.1 ${status} x\r\nLocation: ${aim.url}\r\nContent-Length: 0\r\n\r\n`),
      );

      expect(outcome).toMatchObject({ state: "failed", httpStatus: status, error: "redirect" });
      expect(await receiver.connections()).toBe(1);
      expect(await aim.connections()).toBe(0);
    },
  );

  it.each([
    "http://169.254.169.254/",
    "/notices",
    "https://partner.example/",
    "file:///etc/passwd",
    "//[",
  ])("ATTACK-F65: one to %s is not followed", async (location) => {
    const { receiver, outcome } = await sendTo(
      answering(`HTTP/1.1 307 x\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`),
    );

    expect(outcome).toMatchObject({ state: "failed", httpStatus: 307, error: "redirect" });
    expect(await receiver.connections()).toBe(1);
  });
});

describe("the address guard", () => {
  it.each([
    ...[
      "127.0.0.1",
      "127.1",
      "2130706433",
      "0x7f.1",
      "0177.0.0.1",
      "localhost",
      "localhost.",
      "a.localhost",
    ],
    ...["0.0.0.0", "0", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]"],
    ...["[64:ff9b::7f00:1]", "１２７.０.０.１"],
  ])("ATTACK-F66, ATTACK-F67: refuses http://%s/ with no connection at all", async (host) => {
    const receiver = await receive(answering(OK), { host: "::" });

    const outcome = await exchangeWith({ allowed: "" })(urlOf(receiver, host), BODY);

    expect(outcome).toMatchObject({ state: "refused", httpStatus: null, error: "address" });
    expect(await receiver.connections()).toBe(0);
  });

  it.each([
    ["a private address", ["127.0.0.1"]],
    ["a public and a private one", ["8.8.8.8", "127.0.0.1"]],
    ["an allowed and a private one", ["127.0.0.2", "127.0.0.1"]],
    ["a private and an allowed one", ["127.0.0.1", "127.0.0.2"]],
    ["an IPv4-mapped one", ["::ffff:127.0.0.1"]],
    ["one with a zone", ["::1%lo"]],
    ["a text that is not an address", ["localhost"]],
    ["an odd spelling", ["0177.0.0.1"]],
  ])("ATTACK-F68: refuses a name with %s, with no connection at all", async (_, addresses) => {
    const receiver = await receive(answering(OK), { host: "::" });
    const { resolve } = names(addresses);

    const outcome = await exchangeWith({ resolve, allowed: "127.0.0.2" })(
      urlOf(receiver, "partner.example"),
      BODY,
    );

    expect(outcome).toMatchObject({ state: "refused", httpStatus: null, error: "address" });
    expect(await receiver.connections()).toBe(0);
  });

  it.each([["9.9.9.9"], ["8.8.8.8", "9.9.9.9"], ["2600:9000::1"]])(
    "ATTACK-F66: refuses a name with a public address of this machine, with no connection at all: %s",
    async (...addresses) => {
      const connect = vi.fn();
      const exchange = createExchange({
        now: () => 0,
        allow: parseAllowance("10.0.0.0/8", () => ["9.9.9.9", "2600:9000::1"]),
        resolve: async () => addresses,
        connect,
      });
      for (const host of ["shop.example", ...addresses.slice(-1).map(hostOf)]) {
        const outcome = await exchange(`http://${host}:9000/`, BODY);
        expect(outcome).toMatchObject({ state: "refused", error: "address" });
      }
      expect(connect).not.toHaveBeenCalled();
    },
  );

  it("ATTACK-F68: looks a name up once and connects to an address that it checked", async () => {
    const good = await receive(answering(OK), { host: "127.0.0.2" });
    const { resolve, asked } = names(["127.0.0.2"], ["127.0.0.1"]);

    const outcome = await exchangeWith({ resolve, allowed: "127.0.0.2" })(
      urlOf(good, "partner.example"),
      BODY,
    );

    expect(outcome.state).toBe("delivered");
    expect(asked).toEqual(["partner.example"]);
  });

  it("ATTACK-F68: checks again each time: a name that DNS moves to a private address is refused", async () => {
    const good = await receive(answering(OK), { host: "127.0.0.2" });
    const dns = await serveNames(() => [good.requests.length === 0 ? "127.0.0.2" : "127.0.0.1"]);
    const allow = parseAllowance("127.0.0.2");
    const resolve = createResolve({ allow, servers: [dns.address] });
    const exchange = exchangeWith({ resolve, allowed: "127.0.0.2" });
    const url = urlOf(good, "rebinding.example");

    expect(await exchange(url, BODY)).toMatchObject({ state: "delivered" });
    expect(await exchange(url, BODY)).toMatchObject({ state: "refused", error: "address" });
    expect(await good.connections()).toBe(1);
  });

  it("ATTACK-F68: does not try the next address when the first does not answer", async () => {
    const second = await receive(answering(OK), { host: "127.0.0.2" });
    const { resolve } = names(["127.0.0.1", "127.0.0.2"]);

    const outcome = await exchangeWith({ resolve, allowed: "127.0.0.0/8" })(
      urlOf(second, "partner.example"),
      BODY,
    );

    expect(outcome).toMatchObject({ state: "failed", error: "connect" });
    expect(await second.connections()).toBe(0);
  });

  it("CHAIN-C14: skips an address that this machine has no route to", async () => {
    const receiver = await receive(answering(OK));
    const { resolve } = names(["2606:4700::1111", "127.0.0.1"]);
    const tried: string[] = [];

    const outcome = await exchangeWith({
      resolve,
      connect: (options) => {
        tried.push(options.host);
        const socket = connect({ ...options, host: "127.0.0.1" });
        const error = Object.assign(new Error("no route"), { code: "ENETUNREACH" });
        return options.host === "127.0.0.1" ? socket : socket.destroy(error);
      },
    })(urlOf(receiver, "partner.example"), BODY);

    expect(outcome.state).toBe("delivered");
    expect(tried).toEqual(["2606:4700::1111", "127.0.0.1"]);
  });

  it.each<[string, string | undefined]>([
    ["another address", "127.0.0.1"],
    ["no address", undefined],
    ["a text that is not an address", "localhost"],
  ])(
    "ATTACK-F69: sends nothing over a connection whose other end reports %s",
    async (_, remoteAddress) => {
      const other = await receive(answering(OK));
      const { resolve } = names(["127.0.0.2"]);

      const outcome = await exchangeWith({
        resolve,
        allowed: "127.0.0.2",
        connect: ({ port }) =>
          Object.defineProperty(connect({ host: "127.0.0.1", port }), "remoteAddress", {
            value: remoteAddress,
          }),
      })(urlOf(other, "partner.example"), BODY);
      await other.idle();

      expect(outcome).toMatchObject({ state: "refused", httpStatus: null, error: "guard" });
      expect(other.receivedBytes()).toBe(0);
    },
  );

  it.each([
    ["an address", "127.0.0.1"],
    ["a range", "127.0.0.0/30"],
    ["a host", "partner.example"],
    ["all private networks", "1"],
  ])(
    "ATTACK-F71: sends to a private receiver that the operator allows by %s",
    async (_, allowed) => {
      const receiver = await receive(answering(OK));
      const { resolve } = names(["127.0.0.1"]);

      const outcome = await exchangeWith({ resolve, allowed })(
        urlOf(receiver, "partner.example"),
        BODY,
      );

      expect(outcome.state).toBe("delivered");
    },
  );

  it("ATTACK-F71: does not send to another host because one is allowed", async () => {
    const receiver = await receive(answering(OK));
    const { resolve } = names(["127.0.0.1"]);

    const outcome = await exchangeWith({ resolve, allowed: "partner.example,10.0.0.0/8" })(
      urlOf(receiver, "other.example"),
      BODY,
    );

    expect(outcome).toMatchObject({ state: "refused", error: "address" });
    expect(await receiver.connections()).toBe(0);
  });

  it.each([
    ["ftp://127.0.0.1/", "url"],
    ["http://user:pw@127.0.0.1/", "url"],
    ["http://127.0.0.1/\r\nX: y", "url"],
    ["", "url"],
    ["http://10.0.0.1/", "address"],
  ])("ATTACK-F70: refuses %j under the same rule as a save", async (url, error) => {
    expect(await exchangeWith()(url, BODY)).toMatchObject({ state: "refused", error });
  });

  it.each([
    ["fails", async () => Promise.reject(new Error("ENOTFOUND"))],
    ["finds nothing", async () => []],
  ])("CHAIN-C14: fails when the look-up of the name %s", async (_, resolve) => {
    expect(await exchangeWith({ resolve })("http://a.example/", BODY)).toMatchObject({
      state: "failed",
      error: "dns",
    });
  });
});

describe("the deadline", () => {
  it("ATTACK-F73: ends an endless trickling answer", async () => {
    const { receiver, outcome } = await sendTo(
      (socket) => trickle(socket, "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n", "x"),
      { timeoutMs: SHORT_MS },
    );
    await receiver.idle();

    expect(outcome).toMatchObject({ state: "delivered", httpStatus: 200 });
  });

  it.each<[string, (socket: Socket) => void]>([
    ["an endless status line", (socket) => void socket.write("HTTP/1.1 200 O")],
    ["endless headers", (socket) => trickle(socket, "HTTP/1.1 200 OK\r\n", "a: b\r\n")],
    ["a header that trickles", (socket) => trickle(socket, "HTTP/1.1 200 OK\r\na: ", "b")],
    ["interim answers", (socket) => trickle(socket, "", "HTTP/1.1 102 Processing\r\n\r\n")],
    ["silence", () => {}],
  ])("ATTACK-F73, ATTACK-F75: ends %s", async (_, answer) => {
    const { receiver, outcome } = await sendTo(answer, { timeoutMs: 200 });
    await receiver.idle();

    expect(outcome).toMatchObject({ state: "failed", httpStatus: null, error: "timeout" });
  });

  it("ATTACK-F75: applies while the name is looked up", async () => {
    const resolve = () => new Promise<never>(() => {});

    expect(await exchangeWith({ resolve, timeoutMs: 50 })("http://a.example/", BODY)).toMatchObject(
      {
        state: "failed",
        error: "timeout",
      },
    );
  });

  it("ATTACK-F75: applies while a name server is silent, which is then not asked again", async () => {
    const dns = await serveNames(() => null);
    const allow = parseAllowance("");
    const resolve = createResolve({ allow, servers: [dns.address] });
    const exchange = exchangeWith({ resolve, timeoutMs: 200 });

    expect(await exchange("http://a.example/", BODY)).toMatchObject({ error: "timeout" });
    expect(new Set(dns.questions)).toEqual(new Set(["a.example"]));
  });

  it("ATTACK-F75: applies while the connection is not accepted", async () => {
    // A socket that is never connected.
    const socket = new Socket();

    const outcome = await exchangeWith({ timeoutMs: 50, connect: () => socket })(
      "http://127.0.0.1/",
      BODY,
    );

    expect(outcome).toMatchObject({ state: "failed", error: "timeout" });
    expect(socket.destroyed).toBe(true);
  });

  it("ATTACK-F75: applies while TLS is not answered", async () => {
    const receiver = await receive(() => {});

    const outcome = await exchangeWith({ timeoutMs: 200 })(
      `https://127.0.0.1:${receiver.port}/`,
      BODY,
    );
    await receiver.idle();

    expect(outcome).toMatchObject({ state: "failed", httpStatus: null, error: "timeout" });
  });

  it("ATTACK-K138: is not awaited after the signal aborts", async () => {
    const stop = new AbortController();
    const receiver = await receive(() => stop.abort());

    const outcome = await exchangeWith()(receiver.url, BODY, { signal: stop.signal });
    await receiver.idle();

    expect(outcome).toMatchObject({ state: "failed", httpStatus: null, error: "interrupted" });
  });

  it("ATTACK-K138: does nothing if the signal was aborted before", async () => {
    const receiver = await receive(answering(OK));

    const outcome = await exchangeWith()(receiver.url, BODY, { signal: AbortSignal.abort() });

    expect(outcome).toMatchObject({ state: "failed", error: "interrupted" });
    expect(receiver.requests).toEqual([]);
  });
});

describe("hostile answers", () => {
  it("ATTACK-F74: reads only a little of an endless answer", async () => {
    let written = 0;
    const { receiver, outcome } = await sendTo((socket) => {
      flood(socket, "HTTP/1.1 200 OK\r\n\r\n", "x".repeat(16_384));
      socket.on("close", () => (written = socket.bytesWritten));
    });
    await receiver.idle();

    expect(outcome).toMatchObject({ state: "delivered", httpStatus: 200 });
    // The system's buffers at both ends come on top of the 64 KiB.
    expect(written).toBeLessThan(64 * 1024 * 1024);
  });

  it.each([
    ["a body", "HTTP/1.1 500 x\r\n\r\n", "x".repeat(1_000), 500, "status"],
    ["chunks", "HTTP/1.1 500 x\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n", 500, "status"],
    ["interim answers", "", "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n", null, "protocol"],
    ["100 Continue", "", "HTTP/1.1 100 Continue\r\n\r\n", null, "protocol"],
  ])("ATTACK-F74, ATTACK-F76: aborts a flood of %s", async (_, head, piece, httpStatus, error) => {
    const { receiver, outcome } = await sendTo((socket) => flood(socket, head, piece.repeat(100)));
    await receiver.idle();

    expect(outcome).toMatchObject({ state: "failed", httpStatus, error });
  });

  it.each([
    ["noise", "\0\x01\x02\xff".repeat(100)],
    ["text", "hello\r\n\r\n"],
    ["SSH", "SSH-2.0-OpenSSH_9.6\r\n"],
    ["SMTP", "220 mail.example ESMTP\r\n"],
    ["HTTP/0.9", "<html></html>"],
    ["HTTP/2", "HTTP/2 200 OK\r\n\r\n"],
    ["no status", "HTTP/1.1 \r\n\r\n"],
    ["a status of two digits", "HTTP/1.1 20 OK\r\n\r\n"],
    ["a status of four digits", "HTTP/1.1 2000 OK\r\n\r\n"],
    ["a negative status", "HTTP/1.1 -200 OK\r\n\r\n"],
    ["a name with a blank", "HTTP/1.1 200 OK\r\nA b: c\r\n\r\n"],
    ["two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"],
    [
      "a length and chunks",
      "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
    ],
    ["a header of 1 MB", `HTTP/1.1 200 OK\r\nA: ${"b".repeat(1_000_000)}\r\n\r\n`],
    ["100 000 headers", `HTTP/1.1 200 OK\r\n${"A: b\r\n".repeat(100_000)}\r\n`],
    ["a status line of 1 MB", `HTTP/1.1 200 ${"b".repeat(1_000_000)}\r\n\r\n`],
    ["another protocol", "HTTP/1.1 101 x\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n"],
  ])("ATTACK-F76: fails on %s", async (_, answer) => {
    const { outcome } = await sendTo((socket) => void socket.write(answer, "latin1"));

    expect(outcome).toMatchObject({ state: "failed", httpStatus: null, error: "protocol" });
  });

  it("ATTACK-F76: does not unpack a gzip bomb", async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    const { outcome } = await sendTo((socket) => {
      socket.write(
        `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`,
      );
      socket.write(bomb);
    });

    expect(bomb.length).toBeLessThan(65_536);
    expect(outcome).toMatchObject({ state: "delivered", httpStatus: 200 });
  });
});
