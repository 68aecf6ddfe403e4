import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createOpenApi } from "../../runtime/http/openapi.ts";
import { defineOperation } from "../../runtime/http/operation.ts";
import { createConformance, type Exchange } from "../support/conformance.ts";

const ID = "4f6f2f1e-9a53-4d0e-8c6e-0d4c6f0a1b2c";

const apiKey = z
  .object({ id: z.uuid(), name: z.string(), lastUsedAt: z.iso.datetime().nullable() })
  .meta({ id: "ApiKey" });

const readKey = defineOperation({
  method: "get",
  path: "/api-keys/{id}",
  operationId: "readApiKey",
  summary: "Read an API key",
  tag: "API keys",
  params: z.strictObject({ id: z.string() }),
  security: [],
  responses: {
    200: { description: "The key.", body: z.object({ apiKey }) },
    404: { description: "There is none.", body: z.object({ message: z.string() }) },
  },
});

const deleteKey = defineOperation({
  ...readKey,
  method: "delete",
  operationId: "deleteApiKey",
  responses: { 204: { description: "Deleted." } },
});

const readStates = defineOperation({
  method: "get",
  path: "/api-keys/states",
  operationId: "readStates",
  summary: "Read states",
  tag: "API keys",
  security: [],
  responses: {
    200: {
      description: "Names of states, one a line.",
      body: z.string().min(1),
      mediaType: "text/plain",
      headers: z.object({ "Retry-After": z.string().regex(/^\d+$/) }),
    },
  },
});

const { check } = createConformance(
  createOpenApi({
    info: { title: "Admin API", version: "1" },
    servers: [{ url: "/" }],
    securitySchemes: {},
    apis: [{ base: "/admin/api", operations: [readKey, deleteKey, readStates] }],
  }),
);

const KEY = { id: ID, name: "Acme", lastUsedAt: null };

const good: Exchange = {
  method: "GET",
  url: `/admin/api/api-keys/${ID}`,
  status: 200,
  headers: { "Content-Type": "application/json; charset=utf-8" },
  bodyText: JSON.stringify({ apiKey: KEY }),
};

const states: Exchange = {
  method: "GET",
  url: "/admin/api/api-keys/states",
  status: 200,
  headers: { "Content-Type": "text/plain", "Retry-After": "1" },
  bodyText: "pending\n",
};

/** Checks the response with this body. */
function checkBody(body: unknown): () => void {
  return () => check({ ...good, bodyText: JSON.stringify(body) });
}

describe("createConformance", () => {
  it.each<[string, Exchange]>([
    ["a documented answer", good],
    ["a whole address with a query", { ...good, url: `http://localhost:1${good.url}?q=1` }],
    ["headers as an object of fetch", { ...good, headers: new Headers(good.headers) }],
    ["an answer without a body", { ...good, method: "DELETE", status: 204, bodyText: "" }],
    ["a text, at a path that a template fits too", states],
    [
      "a date where null may be",
      { ...good, bodyText: withKey({ lastUsedAt: "2026-01-02T03:04:05Z" }) },
    ],
  ])("passes %s", (_, exchange) => {
    expect(() => check(exchange)).not.toThrow();
  });

  it("ATTACK-K140: fails on a status that is not documented", () => {
    expect(() => check({ ...good, status: 500 })).toThrow(
      `GET ${good.url} → 500: documented are: 200, 404`,
    );
  });

  it.each([
    ["path", { url: "/admin/api/clients" }],
    ["path below one that there is", { url: `${good.url}/wake` }],
    ["path with an empty parameter", { url: "/admin/api/api-keys/" }],
    ["method", { method: "PUT" }],
  ])("ATTACK-K140: fails on a %s that is not documented", (_, change) => {
    expect(() => check({ ...good, ...change })).toThrow("no such operation");
  });

  it.each([{}, { "Content-Type": "text/html" }, { "Content-Type": "application/problem+json" }])(
    "ATTACK-K139: fails on another media type: %j",
    (headers) => {
      expect(() => check({ ...good, headers })).toThrow("is not application/json");
    },
  );

  it("ATTACK-K140: fails on an unknown field at any depth", () => {
    expect(checkBody({ apiKey: KEY, keyHash: "x" })).toThrow(
      "/ must NOT have additional properties (keyHash)",
    );
    expect(checkBody({ apiKey: { ...KEY, keyHash: "x" } })).toThrow(
      "/apiKey must NOT have additional properties (keyHash)",
    );
  });

  it.each<[string, unknown]>([
    ["a missing field", { apiKey: { id: ID, name: "Acme" } }],
    ["another type", { apiKey: { ...KEY, name: 1 } }],
    ["another format", { apiKey: { ...KEY, id: "1" } }],
    ["no date", { apiKey: { ...KEY, lastUsedAt: "yesterday" } }],
    ["no object", null],
  ])("ATTACK-K140: fails on a body with %s", (_, body) => {
    expect(checkBody(body)).toThrow(`GET ${good.url} → 200: /`);
  });

  it("fails on a body that is not JSON, or on any body where there must be none", () => {
    expect(() => check({ ...good, bodyText: "{" })).toThrow("the body is not JSON");
    expect(() => check({ ...good, method: "DELETE", status: 204 })).toThrow(
      "there must be no body",
    );
  });

  it("fails on a header that is missing or wrong, and on an empty text", () => {
    const headers = { "Content-Type": "text/plain" };
    expect(() => check({ ...states, headers })).toThrow("the header Retry-After is missing");
    expect(() => check({ ...states, headers: { ...headers, "Retry-After": "soon" } })).toThrow(
      "the header Retry-After: / must match pattern",
    );
    expect(() => check({ ...states, bodyText: "" })).toThrow("must NOT have fewer than 1");
  });

  it("never repeats a value", () => {
    const body = { apiKey: { id: "hunter2", name: { hunter2: 1 }, lastUsedAt: "hunter2" } };
    expect(checkBody(body)).toThrow(/^((?!hunter2).)*$/s);
  });
});

function withKey(change: object): string {
  return JSON.stringify({ apiKey: { ...KEY, ...change } });
}
