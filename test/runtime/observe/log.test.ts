import { describe, expect, it } from "vitest";
import { createLog, type Log, type LogFormat } from "../../../runtime/observe/log.ts";
import type { AnsweredRequest, RequestScope } from "../../../runtime/observe/requests.ts";
import { createScanner } from "../../support/secret-scan.ts";

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const SCOPE: RequestScope = { requestId: "request-1", traceId: "ab".repeat(16) };
const ANSWERED: AnsweredRequest = {
  method: "GET",
  path: "/admin/api/spaces/7",
  route: "/admin/api/spaces/:id",
  status: 200,
  durationMs: 1.2345,
  scope: SCOPE,
};

/** Collects the lines that a log writes. */
function linesOf(
  format: LogFormat,
  use: (log: Log) => void,
  scope: RequestScope | undefined = SCOPE,
): readonly string[] {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  use(createLog({ format, write, now: () => NOW, current: () => scope }));
  return lines;
}

const jsonOf = (use: (log: Log) => void, scope?: RequestScope) =>
  linesOf("json", use, scope).map((line) => JSON.parse(line));

describe("plain lines", () => {
  it("are the message, and for an error its stack and the request's id", () => {
    const error = new Error("It broke");
    const lines = linesOf("plain", (log) => {
      log.info("All is well");
      log.warn("Not so well");
      log.error(error);
    });

    expect(lines).toEqual([
      "All is well",
      "Not so well",
      `${error.stack}\n    in request request-1`,
    ]);
  });

  it("contain a request's time, method, path, status and duration", () => {
    expect(linesOf("plain", (log) => log.access(ANSWERED))).toEqual([
      "2026-01-02T03:04:05.678Z GET /admin/api/spaces/7 200 1.2ms",
    ]);
  });
});

describe("JSON lines", () => {
  it("have time, level, message and the ids of request and trace", () => {
    expect(jsonOf((log) => log.warn("Not so well"))).toEqual([
      {
        time: "2026-01-02T03:04:05.678Z",
        level: "warn",
        msg: "Not so well",
        requestId: "request-1",
        traceId: "ab".repeat(16),
      },
    ]);
  });

  it("contain an error's message and stack, on one line", () => {
    const error = new Error("It\nbroke");
    const [line] = linesOf("json", (log) => log.error(error));

    expect(line).not.toContain("\n");
    expect(JSON.parse(line!)).toMatchObject({
      level: "error",
      msg: "It\nbroke",
      stack: error.stack,
      requestId: "request-1",
    });
  });

  it("contain thrown values that are not errors", () => {
    expect(jsonOf((log) => log.error("nothing"))).toMatchObject([{ msg: "nothing" }]);
  });

  it("contain a request's route, too", () => {
    expect(jsonOf((log) => log.access(ANSWERED))).toMatchObject([
      {
        level: "info",
        msg: "request",
        requestId: "request-1",
        method: "GET",
        path: "/admin/api/spaces/7",
        route: "/admin/api/spaces/:id",
        status: 200,
        durationMs: 1.2,
      },
    ]);
  });
});

describe("a secret in what is logged", () => {
  const jwt = `eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.${"s".repeat(60)}`;
  const pem = `-----BEGIN PRIVATE KEY-----\n${"MIGH".repeat(20)}\n-----END PRIVATE KEY-----`;
  const secrets = [
    { name: "API key", value: `dgk_${"aB3".repeat(16)}` },
    { name: "client secret", value: `dgs_${"aB4".repeat(16)}` },
    { name: "admin token", value: `dga_${"aB5".repeat(16)}` },
    { name: "application token", value: jwt },
    { name: "private key", value: "MIGH".repeat(20) },
    { name: "credentials", value: "c2VjcmV0fGtleXxzZWNyZXQ=" },
    { name: "password of a mail server", value: "mail-pass-word" },
    { name: "email", value: "ada.lovelace@example.co.uk" },
  ];
  const text = [
    ...secrets.slice(0, 4).map(({ value }) => `"${value}"`),
    pem,
    "Authorization: Basic c2VjcmV0fGtleXxzZWNyZXQ=",
    "smtp://user:mail-pass-word@mail.example.com",
    "<ada.lovelace@example.co.uk>",
  ].join(" and ");

  it.each(["plain", "json"] as const)("is removed from %s lines, wherever it was", (format) => {
    const scanner = createScanner(secrets);
    for (const secret of secrets) {
      expect(createScanner([secret]).scan("text", Buffer.from(text)), secret.name).not.toEqual([]);
    }
    const path = "/dgk_abc123/ada.lovelace%40example.co.uk";
    const lines = linesOf(format, (log) => {
      log.info(text);
      log.warn(text);
      log.error(new Error(text));
      log.access({ ...ANSWERED, path });
    });

    expect(scanner.scan("log", Buffer.from(lines.join("\n")))).toEqual([]);
    expect(lines.join()).not.toMatch(/dgk_|ada/);
    if (format === "json") for (const line of lines) JSON.parse(line);
  });

  it("an incomplete PEM leaves the rest of a JSON line intact", () => {
    const cut = "-----BEGIN PRIVATE KEY-----\nMIGH";
    expect(jsonOf((log) => log.info(cut))).toMatchObject([{ msg: "[PEM]", level: "info" }]);
  });

  it.each([
    "a".repeat(2e6),
    "a@".repeat(1e6),
    `a@${"a.".repeat(1e6)}`,
    `//${":".repeat(2e6)}`,
    "//:".repeat(7e5),
    "eyJ-".repeat(5e5),
    `eyJ${".".repeat(2e6)}`,
  ])("is looked for in time in a long text that has none, case %#", (long) => {
    const [line] = linesOf("plain", (log) => log.info(`${long} sesame`));
    // Without the texts, which are too long for a message.
    expect(line === `${long} sesame`).toBe(true);
  });

  it("leaves similar texts unchanged", () => {
    const stack = "at run (file:///app/node_modules/.pnpm/hono@4.1.0/node_modules/@hono/x.js:1:2)";
    const sha = "94cfb127b3f39ea0dfbb8a37e5924c91cfbf62a5cf5f909d055f32e2f0206fa9";
    expect(linesOf("plain", (log) => log.info(`${stack} ${sha}`))).toEqual([`${stack} ${sha}`]);
  });
});
