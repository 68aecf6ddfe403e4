import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import fc from "fast-check";
import { Hono } from "hono";
import { describe, expect, it, vi } from "vitest";
import { type Gate, isGated, isPartnerTarget, judge } from "../../../runtime/http/gate.ts";
import { ALREADY_SENT } from "../../support/already-sent.ts";
import { RUNS } from "../../support/extent.ts";

const HOST = ["Host", "docs.example"];
const LISTED = "https://partner.example";

/** A gate with one Origin on its list. */
function gateOf(isListed: Gate["isListed"] = (origin) => origin === LISTED) {
  return { isListed: vi.fn(isListed) };
}

describe("isPartnerTarget", () => {
  it.each([
    "/v1",
    "/v1/",
    "/v1/space/list",
    "/v1/nothing/of/the/kind",
    "/v1?client_id=a",
    "/v1#top",
    "/v1/%73pace/list",
    "//v1/space/list",
    "/v1//space/list",
    "/./v1/space/list",
    "/docs/../v1/space/list",
    "/docs/%2e%2e/v1/space/list",
    "/docs/.%2E/v1/space/list",
    "/v1/../docs",
    "/%76%31/space/list",
    "/%2576%2531/space/list",
    "/%252576%252531/space/list",
    "/v1%2fspace%2flist",
    "/v1%252fspace",
    "/a%2fb/../v1/space/list",
    "/a%252fb/../v1/space/list",
    "/docs/%252e%252e/v1",
    "\\v1\\space\\list",
    "/\\v1/space",
    "/%5cv1/space",
    "/docs/..\\v1",
    "/v1;version=2/space/list",
    "/v1%3Bversion=2/space",
    "/;a/v1/space",
    "/v1%00/space",
    "/v1%20/space",
    "/v1%0d%0a/space",
    "/v1%3fa=b",
    "http://docs.example/v1/space/list",
    "HTTP://docs.example/v1/space/list",
    "https://user:pass@docs.example:8443/v1",
    "http://docs.example//v1",
    "http:///v1/space/list",
    "http:/v1/space/list",
    "ftp://docs.example/v1/space",
    "//docs.example/v1/space/list",
    "/%252525252525/space",
  ])("ATTACK-A15: %s leads to /v1", (target) => {
    expect(isPartnerTarget(target)).toBe(true);
  });

  it.each([
    "/",
    "",
    "*",
    "/graphql",
    "/graphql?query={v1}",
    "/graphql?next=/v1/space/list",
    "/docs/v1/space/list",
    "/docs/%76%31",
    "/docs/../docs/v1",
    "/v2/space/list",
    "/v10",
    "/v1.json",
    "/V1/space/list",
    "/v",
    "/100%",
    "/caf%C3%A9/%zz",
    "/assets/index-v1.js",
    "http://docs.example/graphql",
    "http://v1/graphql",
    "docs.example:443",
  ])("CHAIN-C3: %s does not", (target) => {
    expect(isPartnerTarget(target)).toBe(false);
  });
});

it("CHAIN-C3: a path that is too long counts as /v1", () => {
  expect(isPartnerTarget(`/graphql/${"x".repeat(2_048)}`)).toBe(true);
  expect(isPartnerTarget(`/graphql?query=${"x".repeat(2_048)}`)).toBe(false);
});

/** A few of them lead to /v1. */
const SPELLINGS = 10 * RUNS.cheap;

describe("isGated", () => {
  it.each([
    ["a path", ["Host", "1/v1/xy"]],
    ["a path behind a name beyond ASCII", ["Host", "\u00fc/v1/ab"]],
    ["a query", ["Host", "docs.example?"]],
    ["a user", ["Host", "a@docs.example"]],
    ["a backslash", ["Host", "docs.example\\v1"]],
    ["an encoded byte", ["Host", "docs%2fexample"]],
    ["a second one", [...HOST, "host", "docs.example"]],
  ])("CHAIN-C3: a Host with %s counts as /v1, whatever the target", (_, rawHeaders) => {
    expect(isGated({ url: "/graphql", rawHeaders })).toBe(true);
  });

  it.each([
    "docs.example",
    "docs.example:",
    "docs.example:8080",
    "127.0.0.1:80",
    "[::1]:8080",
    "LOCALHOST",
    "",
  ])("CHAIN-C3: the Host %j does not", (host) => {
    expect(isGated({ url: "/graphql", rawHeaders: ["hOsT", host] })).toBe(false);
  });

  it("ATTACK-A15: whatever the app would route to /v1 is gated", () => {
    const seen = { routed: 0 };
    fc.assert(
      fc.property(spelling(TARGET_PARTS), fc.oneof(PLAIN, ODD), (tail, host) => {
        const url = `/${tail}`;
        if (!routesToPartner(url, host)) return;
        seen.routed++;
        expect(isGated({ url, rawHeaders: ["Host", host] })).toBe(true);
      }),
      { numRuns: SPELLINGS },
    );

    expect(seen.routed).toBeGreaterThan(SPELLINGS / 200);
  });

  it("ATTACK-A15: in absolute form, too", () => {
    const seen = { routed: 0 };
    fc.assert(
      fc.property(spelling(["://", ...TARGET_PARTS]), (tail) => {
        const url = `http://${tail}`;
        if (!routesToPartner(url, "docs.example")) return;
        seen.routed++;
        expect(isGated({ url, rawHeaders: HOST })).toBe(true);
      }),
      { numRuns: SPELLINGS },
    );

    expect(seen.routed).toBeGreaterThan(SPELLINGS / 200);
  });
});

describe("judge", () => {
  const head = (...rawHeaders: string[]) => ({
    url: "/v1/space/list",
    rawHeaders: [...HOST, ...rawHeaders],
  });

  it("PIA §5.1: lets a listed Origin through, whatever the case of the header's name", async () => {
    for (const name of ["Origin", "origin", "ORIGIN"]) {
      expect(judge(head(name, LISTED), gateOf())).toBeUndefined();
    }
    const isListed = () => Promise.resolve(true);
    expect(await judge(head("Origin", LISTED), { isListed })).toBeUndefined();
  });

  it("PIA §5.1: looks nothing up for requests outside of /v1", () => {
    const gate = gateOf();

    expect(judge({ url: "/graphql", rawHeaders: HOST }, gate)).toBeUndefined();
    expect(gate.isListed).not.toHaveBeenCalled();
  });

  it("ATTACK-A9: looks up the Origin once, whatever else is in the request", () => {
    for (const credentials of ["Bearer right", "garbage", ""]) {
      const gate = gateOf();
      const request = head("Authorization", credentials, "Origin", "https://other.example");

      expect(judge(request, gate)).toBe("unlisted-origin");
      expect(gate.isListed.mock.calls).toEqual([["https://other.example", request]]);
    }
  });

  it("ATTACK-A1: looks nothing up without an Origin", () => {
    const gate = gateOf();

    expect(judge(head("Referer", LISTED), gate)).toBe("no-origin");
    expect(gate.isListed).not.toHaveBeenCalled();
  });

  it("ATTACK-A4: null is dropped even if it is listed", () => {
    expect(
      judge(
        head("Origin", "null"),
        gateOf(() => true),
      ),
    ).toBe("unlisted-origin");
  });

  it("ATTACK-A5: two Origins are dropped, even two listed ones", () => {
    const all = { isListed: () => true };

    expect(judge(head("Origin", LISTED, "X", "y", "origin", LISTED), all)).toBe("two-origins");
    expect(judge(head("Origin", LISTED, "Origin", ""), all)).toBe("two-origins");
  });

  it("ATTACK-A6: without a Host, a request under /v1 is dropped", () => {
    const rawHeaders = ["Origin", LISTED];

    expect(judge({ url: "/v1", rawHeaders }, gateOf())).toBe("no-host");
    expect(judge({ url: "/v1", rawHeaders: ["Host", "", ...rawHeaders] }, gateOf())).toBe(
      "no-host",
    );
    expect(judge({ url: "/graphql", rawHeaders: [] }, gateOf())).toBeUndefined();
  });

  it("ATTACK-A13: a value that looks like a header's name is not one", () => {
    expect(judge(head("X-Note", "Origin", "X-Other", LISTED), gateOf())).toBe("no-origin");
  });

  it("PIA §5.1: a failed look-up drops the request and is reported", async () => {
    const error = new Error("The store is gone.");
    const onError = vi.fn();
    const throws = () => {
      throw error;
    };
    const rejects = () => Promise.reject(error);

    expect(judge(head("Origin", LISTED), { isListed: throws, onError })).toBe("failed-look-up");
    expect(await judge(head("Origin", LISTED), { isListed: rejects, onError })).toBe(
      "failed-look-up",
    );
    expect(onError.mock.calls).toEqual([[error], [error]]);
  });
});

const TARGET_PARTS = [
  ..."v1|v1/|/v1|/|/|//|%76|%31|v|1|space|x|..|../|/..|.|%2e|%2e%2e|%252e|%2f|%5c|\\".split("|"),
  ..."%25|%|;|;a=b|?|#|%zz|%00|%20|@|:".split("|"),
];
const HOST_PARTS = [
  ..."docs.example|1|1|/v1|/v1/|/x|/xy|/|0x1|127.1|\u00fc|?|#|@|\\|%2f|:80|[::1]|..".split("|"),
];

/** Joins some parts. */
function spelling(parts: readonly string[]): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...parts), { maxLength: 6 }).map((chosen) => chosen.join(""));
}

const PLAIN = fc.constant("docs.example");
const ODD = spelling(HOST_PARTS);

let isPartner = false;
const app = new Hono();
app.all("/v1/*", (context) => {
  isPartner = true;
  return context.body(null);
});
const listener = getRequestListener(
  async (request) => {
    await app.fetch(request);
    return ALREADY_SENT;
  },
  { overrideGlobalObjects: false, errorHandler: () => undefined },
);

/**
 * Returns true if the adapter and the router that docgate serves with would call a handler of
 * `/v1`.
 */
function routesToPartner(url: string, host: string): boolean {
  const incoming = { method: "GET", url, headers: { host }, rawHeaders: ["Host", host] };
  // Nobody reads the answer.
  const ignore = () => undefined;
  const outgoing = { on: ignore, writeHead: ignore, write: ignore, end: ignore, destroy: ignore };
  isPartner = false;
  void listener(incoming as IncomingMessage, outgoing as unknown as ServerResponse);
  return isPartner;
}
