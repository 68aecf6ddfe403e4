import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiSecuritySchemeObject,
} from "zod-openapi";
import {
  type Operation,
  type OperationResponse,
  pathParameters,
  type Webhook,
} from "./operation.ts";

const JSON_TYPE = "application/json";

/** Formats that every reader of JSON Schema knows (2020-12, section 7.3). */
const KNOWN_FORMATS = new Set(["date", "date-time", "duration", "email", "time", "uri", "uuid"]);

/** Operations whose paths have the same beginning. */
export interface Api {
  /** Without a trailing slash, for example `/admin/api`; empty for none. */
  readonly base: string;
  readonly operations: readonly Operation[];
  /** Requests that docgate sends to users of this API. Default: none. */
  readonly webhooks?: readonly Webhook[];
}

export interface OpenApiOptions {
  readonly info: ZodOpenApiObject["info"];
  readonly servers: readonly { readonly url: string; readonly description?: string }[];
  /** Security schemes, by the names that operations use. */
  readonly securitySchemes: Readonly<Record<string, ZodOpenApiSecuritySchemeObject>>;
  readonly apis: readonly Api[];
  /** Descriptions of the groups of operations, by tag. Default: none. */
  readonly tags?: Readonly<Record<string, string>>;
}

/** A finished document: a plain value, ready for JSON. */
export type OpenApiDocument = ReturnType<typeof createDocument>;

interface PlacedOperation {
  readonly path: string;
  readonly operation: Operation;
}

/**
 * Describes APIs as an OpenAPI 3.1 document. The same operations give the same bytes.
 *
 * A schema named by `.meta({ id: "ApiKey" })` becomes a component. Schemas of answers are closed,
 * so that real answers can be validated against the document.
 *
 * @throws {TypeError} If operations are inconsistent: a method and path or an `operationId` occurs
 *   twice, a parameter is in the path but not in `params` or the other way round, or a security
 *   scheme does not exist.
 */
export function createOpenApi(options: OpenApiOptions): OpenApiDocument {
  const { info, servers, securitySchemes, apis, tags: described = {} } = options;
  const placed = apis.flatMap(({ base, operations }) =>
    operations.map((operation) => ({ path: base + operation.path, operation })),
  );
  const sent = apis.flatMap(({ webhooks = [] }) => webhooks);
  checkOperations(placed, new Set(Object.keys(securitySchemes)));
  const members = apis.flatMap(({ operations, webhooks = [] }) => [...operations, ...webhooks]);
  checkUnique(members.map(({ operationId }) => operationId));
  const tags = new Set(members.map(({ tag }) => tag));
  return createDocument(
    {
      openapi: "3.1.1",
      info,
      servers: [...servers],
      tags: Array.from(tags, (name) => toTag(name, described[name])),
      paths: toPaths(placed),
      ...(sent.length > 0 && {
        webhooks: Object.fromEntries(sent.map((webhook) => [webhook.name, toWebhook(webhook)])),
      }),
      components: { securitySchemes: { ...securitySchemes } },
    },
    { override: ({ jsonSchema }) => dropPattern(jsonSchema) },
  );
}

function toTag(name: string, description: string | undefined) {
  return { name, ...(description !== undefined && { description }) };
}

/** Removes the long pattern that zod adds to a format. */
function dropPattern(schema: { format?: string; pattern?: string }): void {
  if (KNOWN_FORMATS.has(schema.format ?? "")) delete schema.pattern;
}

function checkOperations(placed: readonly PlacedOperation[], schemes: ReadonlySet<string>): void {
  // Paths that differ only in the name of a parameter are the same path.
  checkUnique(
    placed.map(({ path, operation }) => `${operation.method} ${path.replaceAll(/\{\w+\}/g, "{}")}`),
  );
  for (const { operation } of placed) checkOperation(operation, schemes);
}

function checkUnique(names: readonly string[]): void {
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new TypeError(`Two operations share "${repeated}".`);
}

function checkOperation(operation: Operation, schemes: ReadonlySet<string>): void {
  const { operationId, path, params, security } = operation;
  const inPath = new Set(pathParameters(path));
  const inSchema = new Set(Object.keys(params?.shape ?? {}));
  const [parameter] = inPath.symmetricDifference(inSchema);
  if (parameter !== undefined) {
    throw new TypeError(
      `Operation ${operationId}: parameter "${parameter}" must be in the path "${path}" and in params.`,
    );
  }
  const scheme = security.find((name) => !schemes.has(name));
  if (scheme !== undefined) {
    throw new TypeError(`Operation ${operationId}: there is no security scheme "${scheme}".`);
  }
}

function toPaths(placed: readonly PlacedOperation[]): ZodOpenApiPathsObject {
  const byPath = Map.groupBy(placed, ({ path }) => path);
  return Object.fromEntries(
    Array.from(byPath, ([path, members]) => [
      path,
      Object.fromEntries(members.map(({ operation }) => [operation.method, toObject(operation)])),
    ]),
  );
}

function toWebhook(webhook: Webhook): ZodOpenApiPathsObject[string] {
  const { operationId, summary, description, tag, headers, body, example } = webhook;
  return {
    post: {
      tags: [tag],
      operationId,
      summary,
      description,
      security: [],
      requestParams: { header: headers },
      requestBody: { required: true, content: { [JSON_TYPE]: { schema: body, example } } },
      responses: { "2XX": { description: "Received, within 5 seconds; the body is ignored" } },
    },
  };
}

function toObject(operation: Operation): ZodOpenApiOperationObject {
  const { operationId, summary, description, tag, params, query, headers, body } = operation;
  const { bodyType = JSON_TYPE } = operation;
  return {
    tags: [tag],
    operationId,
    summary,
    ...(description !== undefined && { description }),
    security: operation.security.map((name) => ({ [name]: [] })),
    ...((params || query || headers) && {
      requestParams: {
        ...(params && { path: params }),
        ...(query && { query }),
        ...(headers && { header: headers }),
      },
    }),
    ...(body && {
      requestBody: { required: !body.isOptional(), content: { [bodyType]: { schema: body } } },
    }),
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [
        status,
        toResponse(response),
      ]),
    ),
  };
}

function toResponse({
  description,
  body,
  headers,
  mediaType,
}: OperationResponse): ZodOpenApiResponseObject {
  return {
    description,
    ...(headers && { headers }),
    ...(body && { content: { [mediaType ?? JSON_TYPE]: { schema: body } } }),
  };
}
