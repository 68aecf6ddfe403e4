import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createOpenApi, type OpenApiOptions } from "../../../runtime/http/openapi.ts";
import { defineOperation, type Operation } from "../../../runtime/http/operation.ts";
import { checkOpenApi } from "../../support/openapi-rules.ts";

const problem = z.object({ message: z.string() }).meta({ id: "Problem" });

const apiKey = z
  .object({ id: z.uuid(), name: z.string(), createdAt: z.iso.datetime() })
  .meta({ id: "ApiKey", description: "An API key, without its secret." });

const listKeys = defineOperation({
  method: "get",
  path: "/api-keys",
  operationId: "listApiKeys",
  summary: "List the API keys",
  description: "In creation order.",
  tag: "API keys",
  query: z.strictObject({ q: z.string().optional().meta({ description: "Part of the name." }) }),
  security: ["session", "adminToken"],
  responses: {
    200: { description: "The keys.", body: z.object({ items: z.array(apiKey) }) },
    401: { description: "Not signed in.", body: problem },
  },
});

const updateKey = defineOperation({
  method: "patch",
  path: "/api-keys/{id}",
  operationId: "updateApiKey",
  summary: "Change an API key",
  tag: "API keys",
  params: z.strictObject({ id: z.uuid() }),
  headers: z.object({ "Idempotency-Key": z.string().optional() }),
  body: z.strictObject({ name: z.string().min(1).max(100), clientId: z.uuid().nullish() }),
  security: ["adminToken"],
  responses: {
    200: { description: "The key.", body: z.object({ apiKey }) },
    204: { description: "Nothing to change." },
    429: {
      description: "Too many requests.",
      body: problem,
      headers: z.object({ "Retry-After": z.string() }),
    },
  },
});

const readMetrics = defineOperation({
  method: "get",
  path: "/metrics",
  operationId: "readMetrics",
  summary: "Read the metrics",
  tag: "Health",
  security: [],
  responses: { 200: { description: "Lines.", body: z.string(), mediaType: "text/plain" } },
});

const options: OpenApiOptions = {
  info: { title: "docgate", version: "1.0.0" },
  servers: [{ url: "https://docs.example.com" }],
  securitySchemes: {
    session: { type: "apiKey", in: "cookie", name: "session" },
    adminToken: { type: "http", scheme: "bearer" },
  },
  apis: [
    { base: "/admin/api", operations: [listKeys, updateKey] },
    { base: "", operations: [readMetrics] },
  ],
};

function withOperations(...operations: readonly Operation[]): OpenApiOptions {
  return { ...options, apis: [{ base: "/v1", operations }] };
}

describe("createOpenApi", () => {
  const document = createOpenApi(options);

  it("ATTACK-K140: gives a valid OpenAPI 3.1 document", () => {
    expect(document.openapi).toBe("3.1.1");
    expect(checkOpenApi(document)).toEqual([]);
  });

  it("has every operation at its base and path, and no other", () => {
    const operations = Object.entries(document.paths!).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method} ${path}`),
    );
    expect(operations).toEqual([
      "get /admin/api/api-keys",
      "patch /admin/api/api-keys/{id}",
      "get /metrics",
    ]);
  });

  it("describes input, answers and who may call", () => {
    expect(document.paths!["/admin/api/api-keys/{id}"]!.patch).toEqual({
      tags: ["API keys"],
      operationId: "updateApiKey",
      summary: "Change an API key",
      security: [{ adminToken: [] }],
      parameters: [
        { in: "path", name: "id", required: true, schema: { type: "string", format: "uuid" } },
        { in: "header", name: "Idempotency-Key", schema: { type: "string" } },
      ],
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: {
              type: "object",
              properties: {
                name: { type: "string", minLength: 1, maxLength: 100 },
                clientId: { anyOf: [{ type: "string", format: "uuid" }, { type: "null" }] },
              },
              required: ["name"],
              additionalProperties: false,
            },
          },
        },
      },
      responses: {
        200: {
          description: "The key.",
          content: {
            "application/json": {
              schema: {
                type: "object",
                properties: { apiKey: { $ref: "#/components/schemas/ApiKey" } },
                required: ["apiKey"],
                additionalProperties: false,
              },
            },
          },
        },
        204: { description: "Nothing to change." },
        429: {
          description: "Too many requests.",
          headers: { "Retry-After": { required: true, schema: { type: "string" } } },
          content: { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } },
        },
      },
    });
  });

  it("makes each scheme an alternative, and an operation without schemes public", () => {
    expect(document.paths!["/admin/api/api-keys"]!.get!.security).toEqual([
      { session: [] },
      { adminToken: [] },
    ]);
    expect(document.paths!["/metrics"]!.get!.security).toEqual([]);
  });

  it("makes named schemas closed components, described by format only", () => {
    expect(Object.keys(document.components!.schemas!).sort()).toEqual(["ApiKey", "Problem"]);
    expect(document.components!.schemas!.ApiKey).toEqual({
      type: "object",
      description: "An API key, without its secret.",
      properties: {
        id: { type: "string", format: "uuid" },
        name: { type: "string" },
        createdAt: { type: "string", format: "date-time" },
      },
      required: ["id", "name", "createdAt"],
      additionalProperties: false,
    });
  });

  it("keeps a media type other than JSON", () => {
    expect(document.paths!["/metrics"]!.get!.responses).toEqual({
      200: { description: "Lines.", content: { "text/plain": { schema: { type: "string" } } } },
    });
  });

  it("lists each tag once", () => {
    expect(document.tags).toEqual([{ name: "API keys" }, { name: "Health" }]);
  });

  it("gives the same bytes each time", () => {
    expect(JSON.stringify(createOpenApi(options))).toBe(JSON.stringify(document));
  });

  it("does not require a body if it may be undefined", () => {
    const optional = defineOperation({ ...updateKey, body: z.strictObject({}).optional() });
    const { paths } = createOpenApi(withOperations(optional));

    expect(paths!["/v1/api-keys/{id}"]!.patch!.requestBody).toMatchObject({ required: false });
  });

  it("separates a schema with different forms for input and output", () => {
    const space = z.object({ title: z.string(), active: z.boolean().default(true) }).meta({
      id: "Space",
    });
    const save = defineOperation({
      ...updateKey,
      body: space,
      responses: { 200: { description: "Saved.", body: space } },
    });
    const made = createOpenApi(withOperations(save));

    expect(checkOpenApi(made)).toEqual([]);
    expect(made.components!.schemas).toMatchObject({
      Space: { required: ["title"] },
      SpaceOutput: { required: ["title", "active"] },
    });
  });

  it.each<[string, readonly Operation[], string]>([
    [
      "a repeated method and path",
      [listKeys, { ...listKeys, operationId: "other" }],
      'Two operations share "get /v1/api-keys".',
    ],
    [
      "paths that differ only by a parameter's name",
      [
        updateKey,
        {
          ...updateKey,
          operationId: "other",
          path: "/api-keys/{key}",
          params: z.object({ key: z.string() }),
        },
      ],
      'Two operations share "patch /v1/api-keys/{}".',
    ],
    [
      "a repeated operationId",
      [listKeys, { ...updateKey, operationId: "listApiKeys" }],
      'Two operations share "listApiKeys".',
    ],
    [
      "a parameter that is only in the path",
      [{ ...listKeys, path: "/api-keys/{id}" }],
      'Operation listApiKeys: parameter "id" must be in the path "/api-keys/{id}" and in params.',
    ],
    [
      "a parameter that is only in params",
      [{ ...updateKey, path: "/api-keys" }],
      'Operation updateApiKey: parameter "id" must be in the path "/api-keys" and in params.',
    ],
    [
      "an unknown security scheme",
      [{ ...listKeys, security: ["basic"] }],
      'Operation listApiKeys: there is no security scheme "basic".',
    ],
  ])("refuses %s", (_, operations, message) => {
    expect(() => createOpenApi(withOperations(...operations))).toThrow(new TypeError(message));
  });
});

describe("checkOpenApi", () => {
  const document = createOpenApi(options);

  it.each<[string, object, string]>([
    ["another version", { openapi: "3.0.3" }, "/openapi must match pattern"],
    ["an unknown field", { path: {} }, "must NOT have additional properties"],
    ["no title", { info: { version: "1" } }, "/info must have required property 'title'"],
    ["no paths", { paths: undefined }, "must have required property 'paths'"],
    ["a path without a slash", { paths: { x: {} } }, "/paths must NOT have additional properties"],
    ["an operation without answers", withGet({ responses: {} }), "NOT have fewer than 1 propert"],
    ["an invalid schema", withGet(answer({ type: "text" })), "/schema/type must be equal to"],
    ["a reference to nothing", withGet(answer({ $ref: "#/components/schemas/No" })), "nowhere"],
    ["an unknown scheme", withGet({ security: [{ no: [] }] }), "no security scheme no"],
    ["an unknown tag", withGet({ tags: ["no"] }), "there is no tag no"],
    [
      "a path parameter that is optional",
      withGet({ parameters: [{ in: "path", name: "id", schema: {} }] }),
      "/parameters/0 must have required property 'required'",
    ],
  ])("finds %s", (_, change, message) => {
    const broken = JSON.parse(JSON.stringify({ ...document, ...change }));
    expect(checkOpenApi(broken).join("\n")).toContain(message);
  });
});

/** A change that puts one operation at one path. */
function withGet(change: object): object {
  const get = { operationId: "get", responses: { 200: { description: "" } }, ...change };
  return { paths: { "/x": { get } } };
}

function answer(schema: object): object {
  const content = { "application/json": { schema } };
  return { responses: { 200: { description: "", content } } };
}
