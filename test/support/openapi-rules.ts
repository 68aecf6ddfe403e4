import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";

/** JSON Schema's own rules, which OpenAPI 3.1 adopts (section 4.8.24). */
const SCHEMA = { $ref: "https://json-schema.org/draft/2020-12/schema" };
const TEXT = { type: "string" };
const FLAG = { type: "boolean" };

/**
 * The objects of OpenAPI 3.1.1 (spec.openapis.org/oas/v3.1.1, section 4.8) as JSON Schema: all
 * fields that docgate uses are listed, others are refused.
 */
const RULES = {
  $id: "openapi-rules",
  ...object(
    {
      openapi: { type: "string", pattern: "^3\\.1\\.[0-9]+$" },
      info: object({ title: TEXT, version: TEXT }, { summary: TEXT, description: TEXT }),
      paths: map({ $ref: "#/$defs/pathItem" }, "^/"),
    },
    {
      webhooks: map({ $ref: "#/$defs/pathItem" }),
      servers: list(object({ url: TEXT }, { description: TEXT })),
      tags: list(object({ name: TEXT }, { description: TEXT })),
      security: { $ref: "#/$defs/security" },
      components: object(
        {},
        {
          schemas: map(SCHEMA, "^[a-zA-Z0-9._-]+$"),
          securitySchemes: map({ $ref: "#/$defs/securityScheme" }, "^[a-zA-Z0-9._-]+$"),
        },
      ),
    },
  ),
  $defs: {
    pathItem: object(
      {},
      Object.fromEntries(
        ["get", "put", "post", "delete", "patch"].map((method) => [
          method,
          { $ref: "#/$defs/operation" },
        ]),
      ),
    ),
    operation: object(
      { operationId: TEXT, responses: { $ref: "#/$defs/responses" } },
      {
        tags: list(TEXT),
        summary: TEXT,
        description: TEXT,
        deprecated: FLAG,
        parameters: { ...list({ $ref: "#/$defs/parameter" }), uniqueItems: true },
        requestBody: object(
          { content: { $ref: "#/$defs/content" } },
          { description: TEXT, required: FLAG },
        ),
        security: { $ref: "#/$defs/security" },
      },
    ),
    parameter: {
      ...object(
        { name: TEXT, in: { enum: ["path", "query", "header", "cookie"] }, schema: SCHEMA },
        { description: TEXT, required: FLAG, deprecated: FLAG },
      ),
      if: { properties: { in: { const: "path" } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: { required: { const: true } }, required: ["required"] },
    },
    responses: { ...map({ $ref: "#/$defs/response" }, "^[1-5]([0-9][0-9]|XX)$"), minProperties: 1 },
    response: object(
      { description: TEXT },
      {
        headers: map(object({ schema: SCHEMA }, { description: TEXT, required: FLAG })),
        content: { $ref: "#/$defs/content" },
      },
    ),
    content: map(object({ schema: SCHEMA }, { example: true }), "^[a-z]+/[a-z0-9.+-]+$"),
    security: list(map(list(TEXT))),
    securityScheme: {
      oneOf: [
        object(
          { type: { const: "http" }, scheme: TEXT },
          { description: TEXT, bearerFormat: TEXT },
        ),
        object(
          { type: { const: "apiKey" }, name: TEXT, in: { enum: ["query", "header", "cookie"] } },
          { description: TEXT },
        ),
      ],
    },
  },
};

/** The parts of a document that are checked beyond the rules for each single object. */
interface Document {
  readonly tags?: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components?: { readonly securitySchemes?: object };
}

interface OperationObject {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly security?: readonly object[];
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
}

const ajv = new Ajv2020({ allErrors: true, strict: false });
formats.default(ajv);
const validate = ajv.compile(RULES);

/** @returns one line for each rule of OpenAPI 3.1 that a document breaks */
export function checkOpenApi(document: unknown): string[] {
  if (!validate(document)) {
    return validate.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`);
  }
  return [...unresolvedReferences(document), ...checkOperations(document as unknown as Document)];
}

/** Defines an object with these fields and extensions, and no others. */
function object(required: object, optional: object = {}): object {
  return {
    type: "object",
    properties: { ...required, ...optional },
    required: Object.keys(required),
    patternProperties: { "^x-": true },
    additionalProperties: false,
  };
}

function map(values: object, names = ""): object {
  return { type: "object", patternProperties: { [names]: values }, additionalProperties: false };
}

function list(items: object): object {
  return { type: "array", items };
}

function unresolvedReferences(document: unknown): string[] {
  const references = JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g);
  return Array.from(references, ([, reference]) => reference!)
    .filter((reference) => !resolves(document, reference))
    .map((reference) => `${reference} leads nowhere`);
}

function resolves(document: unknown, reference: string): boolean {
  if (!reference.startsWith("#/")) return false;
  const names = reference.slice(2).split("/");
  let value = document as Record<string, unknown> | undefined;
  for (const name of names) {
    value = value?.[name.replaceAll("~1", "/").replaceAll("~0", "~")] as typeof value;
  }
  return value !== undefined;
}

function checkOperations({ paths, tags = [], components }: Document): string[] {
  const tagNames = new Set(tags.map(({ name }) => name));
  const schemes = new Set(Object.keys(components?.securitySchemes ?? {}));
  const seen = new Set<string>();
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.values(item).flatMap((operation) => {
      const { operationId, security = [], parameters = [] } = operation;
      const problems: string[] = [];
      if (seen.has(operationId)) problems.push("is not unique");
      seen.add(operationId);
      const inPath = new Set(Array.from(path.matchAll(/\{([^}]*)\}/g), ([, name]) => name!));
      const named = parameters.filter((parameter) => parameter.in === "path");
      for (const name of inPath.symmetricDifference(new Set(named.map(({ name }) => name)))) {
        problems.push(`path and parameters differ in ${name}`);
      }
      for (const name of security.flatMap(Object.keys)) {
        if (!schemes.has(name)) problems.push(`there is no security scheme ${name}`);
      }
      for (const name of operation.tags ?? []) {
        if (!tagNames.has(name)) problems.push(`there is no tag ${name}`);
      }
      return problems.map((problem) => `${operationId}: ${problem}`);
    }),
  );
}
