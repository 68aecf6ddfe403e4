import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import type { Socket } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Report, Task } from "../fixtures/notice-sender.ts";
import { ROOT, RUNTIMES, type Runtime, scriptLine } from "../support/command.ts";
import { serveNames } from "../support/name-server.ts";
import { answering, flood, OK, type Receiver, receive, trickle } from "../support/receivers.ts";
import {
  createAuthority,
  type Identity,
  selfSigned,
  type TestAuthority,
} from "../support/tls-identities.ts";
import { makeSharedFolder } from "../support/tree.ts";

/** Enough time for what must succeed, on a busy machine. */
const PATIENCE_MS = 60_000;
/** For what must exceed the deadline. */
const SHORT_MS = 300;
const BODY = '{"synch-data":["r_space","r_agent"]}';

describe.each(RUNTIMES)("notices sent on %s", (runtime) => {
  /** Sends to URLs one after another; then the sender must end by itself, without an error. */
  async function send(urls: readonly string[], options: Options = {}) {
    const notices = urls.map((url, index) => ({
      id: String(index),
      apiKeyId: "key",
      url,
      kinds: [],
      body: BODY,
    }));
    const { settled } = await run(runtime, { notices, ...options });
    expect(settled.map(([id]) => id)).toEqual(notices.map(({ id }) => id));
    return settled.map(([, outcome]) => outcome);
  }

  async function sendOne(url: string, options: Options = {}) {
    return (await send([url], options))[0]!;
  }

  it("ATTACK-F63: are one POST with these headers and no others", async () => {
    const receiver = await receive(answering(OK));

    expect(await sendOne(`${receiver.url}?a=b`)).toMatchObject({
      state: "delivered",
      httpStatus: 200,
      error: null,
    });
    expect(receiver.requests).toEqual([
      [
        "POST /notices?a=b HTTP/1.1",
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

  it("ATTACK-F64: are sent once, whatever the answer", async () => {
    const answers: ((socket: Socket) => void)[] = [
      answering("HTTP/1.1 500 x\r\n\r\n"),
      answering("HTTP/1.1 503 x\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n"),
      answering("HTTP/1.1 429 x\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n"),
      (socket) => socket.resetAndDestroy(),
      (socket) => socket.end(),
      (socket) =>
        void socket.write("HTTP/1.1 500 x\r\nContent-Length: 9\r\n\r\n1", () => socket.end()),
    ];
    const receivers = await Promise.all(answers.map((answer) => receive(answer)));

    const outcomes = await send(receivers.map(({ url }) => url));

    expect(outcomes.map(({ state, error }) => `${state} ${error}`)).toEqual([
      "failed status",
      "failed status",
      "failed status",
      "failed closed",
      "failed closed",
      "failed status",
    ]);
    expect(await allConnections(receivers)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it("ATTACK-F65: follow no redirect", async () => {
    const aim = await receive(answering(OK));
    const locations = [aim.url, "/notices", "http://169.254.169.254/", "file:///etc/passwd"];
    const statuses = [301, 302, 303, 307, 308];
    const redirects = await Promise.all(
      locations.flatMap((location) =>
        statuses.map((status) =>
          receive(answering(`HTTP/1.1 ${status} x\r\nLocation: ${location}\r\n\r\n`)),
        ),
      ),
    );

    const outcomes = await send(redirects.map(({ url }) => url));

    for (const [index, outcome] of outcomes.entries()) {
      const httpStatus = statuses[index % statuses.length];
      expect(outcome).toMatchObject({ state: "failed", httpStatus, error: "redirect" });
    }
    expect(await allConnections([aim, ...redirects])).toEqual([0, ...redirects.map(() => 1)]);
  });

  it("ATTACK-F66, ATTACK-F67: do not connect to a literal private address, however it is spelt", async () => {
    const receiver = await receive(answering(OK), { host: "::" });
    const hosts = [
      ...["127.0.0.1", "127.1", "2130706433", "0x7f.1", "0177.0.0.1", "localhost", "localhost."],
      ...["0.0.0.0", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]"],
      ...[
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]",
        "[::1%25lo]",
        "１２７.０.０.１",
        "user:pw@127.0.0.1",
      ],
      ...["169.254.169.254", "[fe80::1]"],
    ];

    const outcomes = await send(
      hosts.map((host) => `http://${host}:${receiver.port}/`),
      { allowed: "" },
    );

    expect(outcomes.map(({ state }) => state)).toEqual(hosts.map(() => "refused"));
    expect(await receiver.connections()).toBe(0);
  });

  it("ATTACK-F68: do not connect to a name that leads to a private address, now or later", async () => {
    const good = await receive(answering(OK), { host: "127.0.0.2" });
    const dns = await serveNames((name) => {
      if (name === "mixed.example") return ["127.0.0.2", "127.0.0.1"];
      if (name === "private.example") return ["127.0.0.1"];
      return [good.requests.length === 0 ? "127.0.0.2" : "127.0.0.1"];
    });
    const decoy = await receive(answering(OK));
    const urls = ["mixed", "private"].map((name) => `http://${name}.example:${decoy.port}/`);
    const rebinding = `http://rebinding.example:${good.port}/`;

    const outcomes = await send([...urls, rebinding, rebinding], {
      allowed: "127.0.0.2",
      servers: [dns.address],
    });

    expect(outcomes.map(({ state, error }) => `${state} ${error}`)).toEqual([
      "refused address",
      "refused address",
      "delivered null",
      "refused address",
    ]);
    expect(good.requests[0]).toContain(`\r\nHost: rebinding.example:${good.port}\r\n`);
    expect(await allConnections([good, decoy])).toEqual([1, 0]);
  });

  it("ATTACK-F69: have a working guard on this runtime", async () => {
    expect(await run(runtime, { notices: [] })).toEqual({ settled: [], guardProblem: null });
  });

  it("ATTACK-F71: go to the private receiver that the operator allows, and to no other", async () => {
    const receiver = await receive(answering(OK));
    const dns = await serveNames(() => ["127.0.0.1"]);
    const url = `http://partner.example:${receiver.port}/`;

    const [byRange] = await send([url], { allowed: "127.0.0.0/30", servers: [dns.address] });
    const [byAddress] = await send([url], { allowed: "127.0.0.1", servers: [dns.address] });
    const [other] = await send([url], { allowed: "127.0.0.2,10.0.0.0/8", servers: [dns.address] });

    expect([byRange!.state, byAddress!.state, other!.state]).toEqual([
      "delivered",
      "delivered",
      "refused",
    ]);
    expect(await receiver.connections()).toBe(2);
  });

  it("ATTACK-F73, ATTACK-F75: end with the deadline, wherever the receiver stops", async () => {
    const receivers = await Promise.all([
      receive(() => {}),
      receive((socket) => trickle(socket, "HTTP/1.1 200 OK\r\na: ", "b")),
      receive((socket) => trickle(socket, "", "HTTP/1.1 102 Processing\r\n\r\n")),
    ]);
    const dns = await serveNames(() => null);
    const urls = receivers.map(({ url }) => url);
    const silentTls = `https://127.0.0.1:${receivers[0]!.port}/`;

    const outcomes = await send([...urls, silentTls, "http://silent.example/"], {
      timeoutMs: SHORT_MS,
      servers: [dns.address],
    });

    expect(outcomes.map(({ error }) => error)).toEqual(Array(5).fill("timeout"));
    await Promise.all(receivers.map((receiver) => receiver.idle()));
  });

  it("ATTACK-F73: end with the deadline, although the receiver continues its answer", async () => {
    const receiver = await receive((socket) => trickle(socket, "HTTP/1.1 200 OK\r\n\r\n", "x"));

    expect(await sendOne(receiver.url, { timeoutMs: 2_000 })).toMatchObject({
      state: "delivered",
      httpStatus: 200,
    });
    await receiver.idle();
  });

  it("ATTACK-F74, ATTACK-F76: survive floods and non-HTTP answers", async () => {
    let written = 0;
    const answers: ((socket: Socket) => void)[] = [
      (socket) => {
        flood(socket, "HTTP/1.1 500 x\r\n\r\n", "x".repeat(16_384));
        socket.on("close", () => (written = socket.bytesWritten));
      },
      (socket) => flood(socket, "", "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(100)),
      answering("HTTP/1.1 20 x\r\n\r\n"),
      answering("SSH-2.0-OpenSSH_9.6\r\n"),
      (socket) => void socket.write(`HTTP/1.1 200 OK\r\nA: ${"b".repeat(1_000_000)}\r\n\r\n`),
      (socket) =>
        void socket.write("HTTP/1.1 101 x\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n"),
      answering(OK),
    ];
    const receivers = await Promise.all(answers.map((answer) => receive(answer)));

    const outcomes = await send(receivers.map(({ url }) => url));
    await Promise.all(receivers.map((receiver) => receiver.idle()));

    expect(outcomes.map(({ state, error }) => `${state} ${error}`)).toEqual([
      "failed status",
      ...Array(5).fill("failed protocol"),
      "delivered null",
    ]);
    // The system's buffers at both ends come on top of the 64 KiB.
    expect(written).toBeLessThan(64 * 1024 * 1024);
  });

  it("ATTACK-F75, ATTACK-K138: are not delayed by slow receivers, which get no more than the remaining time", async () => {
    const slow = await receive(() => {});
    const quick = await receive(answering(OK));
    const notice = (id: string, apiKeyId: string, url: string) => ({
      id,
      apiKeyId,
      url,
      kinds: [],
      body: BODY,
    });

    const { settled } = await run(runtime, {
      graceMs: 3_000,
      notices: [
        notice("slow 1", "a", slow.url),
        notice("slow 2", "a", slow.url),
        ...["1", "2", "3", "4"].map((id) => notice(id, "b", quick.url)),
      ],
    });

    expect(settled.slice(0, 4).map(([id, { state }]) => `${id} ${state}`)).toEqual([
      "1 delivered",
      "2 delivered",
      "3 delivered",
      "4 delivered",
    ]);
    expect(Object.fromEntries(settled.slice(4))).toMatchObject({
      "slow 1": { state: "failed", error: "interrupted" },
      "slow 2": { state: "failed", error: "unsent" },
    });
  });

  describe("over TLS", () => {
    const folder = makeSharedFolder();
    let authority: TestAuthority;
    let trusting: Record<string, string>;

    beforeAll(async () => {
      authority = await createAuthority();
      const file = join(folder(), "authority.pem");
      await writeFile(file, authority.cert);
      trusting = { NODE_EXTRA_CA_CERTS: file };
    });

    /** Sends to a name, on a machine that trusts the test's authority. */
    async function sendTo(identity: Identity, env: Record<string, string> = trusting) {
      const receiver = await receive(answering(OK), { identity });
      const dns = await serveNames(() => ["127.0.0.1"]);
      const outcome = await sendOne(`https://partner.example:${receiver.port}/`, {
        servers: [dns.address],
        env,
      });
      return { receiver, outcome };
    }

    it("ATTACK-F77: go to the name that the certificate is for, at the address that was checked", async () => {
      const identity = await authority.issue({ names: ["partner.example"] });

      const { receiver, outcome } = await sendTo(identity);

      expect(outcome).toMatchObject({ state: "delivered", httpStatus: 200 });
      expect(receiver.serverName()).toBe("partner.example");
      expect(receiver.requests[0]).toContain(`\r\nHost: partner.example:${receiver.port}\r\n`);
    });

    it("ATTACK-F77: go to an address that the certificate is for", async () => {
      const identity = await authority.issue({ names: ["127.0.0.1"] });
      const receiver = await receive(answering(OK), { identity });

      const outcome = await sendOne(receiver.url, { env: trusting });

      expect(outcome).toMatchObject({ state: "delivered", httpStatus: 200 });
    });

    it.each([
      ["is for another name", () => authority.issue({ names: ["other.example"] })],
      ["is for the address only", () => authority.issue({ names: ["127.0.0.1"] })],
      ["has expired", () => authority.issue({ names: ["partner.example"], endsInDays: -1 })],
      ["is not valid yet", () => authority.issue({ names: ["partner.example"], endsInDays: 9 })],
      ["is self-signed", () => selfSigned({ names: ["partner.example"] })],
      [
        "has an unknown authority",
        async () => (await createAuthority()).issue({ names: ["partner.example"] }),
      ],
    ])("ATTACK-F77: fail when the certificate %s, with no request", async (_, identity) => {
      const { receiver, outcome } = await sendTo(await identity());

      expect(outcome).toMatchObject({ state: "failed", httpStatus: null, error: "tls" });
      expect(receiver.requests).toEqual([]);
    });

    it("ATTACK-F77: fail for an address when the certificate is for a name only", async () => {
      const identity = await authority.issue({ names: ["partner.example"] });
      const receiver = await receive(answering(OK), { identity });

      expect(await sendOne(receiver.url, { env: trusting })).toMatchObject({ error: "tls" });
      expect(receiver.requests).toEqual([]);
    });

    it("ATTACK-F77: are verified although the environment says otherwise", async () => {
      const { receiver, outcome } = await sendTo(await selfSigned({ names: ["partner.example"] }), {
        NODE_TLS_REJECT_UNAUTHORIZED: "0",
      });

      expect(outcome).toMatchObject({ state: "failed", error: "tls" });
      expect(receiver.requests).toEqual([]);
    });

    it("ATTACK-F77: fail if the receiver does not use TLS", async () => {
      const receiver = await receive(answering(OK), { greeting: OK });

      expect(await sendOne(`https://127.0.0.1:${receiver.port}/`)).toMatchObject({
        state: "failed",
        error: "tls",
      });
    });

    it("ATTACK-F74: break off a flood in a secured connection", async () => {
      const identity = await authority.issue({ names: ["127.0.0.1"] });
      const receiver = await receive(
        (socket) => flood(socket, "", "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(100)),
        { identity },
      );

      expect(await sendOne(receiver.url, { env: trusting })).toMatchObject({ error: "protocol" });
      await receiver.idle();
    });
  });
});

interface Options extends Partial<Task> {
  /** Additional environment variables. */
  readonly env?: Record<string, string>;
}

/** Sends in a separate process, which must end by itself and without errors. */
async function run(runtime: Runtime, { env = {}, ...options }: Options): Promise<Report> {
  const task: Task = {
    allowed: "127.0.0.1",
    timeoutMs: PATIENCE_MS,
    graceMs: PATIENCE_MS,
    servers: [],
    notices: [],
    ...options,
  };
  const script = join(ROOT, "test/fixtures/notice-sender.ts");
  const [program, args] = scriptLine(runtime, [script, JSON.stringify(task)]);
  const child = spawn(program, args, {
    env: { ...process.env, NO_COLOR: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const exited = once(child, "close");
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect([
    (await exited)[0],
    errors.replace(/^.*NODE_TLS_REJECT_UNAUTHORIZED.*\n.*\n/, ""),
  ]).toEqual([0, ""]);
  return JSON.parse(output);
}

function allConnections(receivers: readonly Receiver[]): Promise<number[]> {
  return Promise.all(receivers.map((receiver) => receiver.connections()));
}
