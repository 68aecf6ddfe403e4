/**
 * Messages that docgate refuses before the library reads them. The library would answer what is wrong
 * with the JSON of its validator, its own code is recursive, and it serves subscriptions.
 */
import {
  isSpecType,
  type JSONRPCErrorResponse,
  ProtocolErrorCode,
  specTypeSchemas,
} from "@modelcontextprotocol/server";
import { MAX_DEPTH } from "../../http/json.ts";

/** The library serves this method itself, and cannot leave it out. */
const SUBSCRIBE = "subscriptions/listen";

/** The methods that docgate serves. */
const SCHEMAS = new Map<string, Schema>([
  ["completion/complete", specTypeSchemas.CompleteRequest],
  ["initialize", specTypeSchemas.InitializeRequest],
  ["ping", specTypeSchemas.PingRequest],
  ["resources/list", specTypeSchemas.ListResourcesRequest],
  ["resources/read", specTypeSchemas.ReadResourceRequest],
  ["resources/templates/list", specTypeSchemas.ListResourceTemplatesRequest],
  ["tools/call", specTypeSchemas.CallToolRequest],
  ["tools/list", specTypeSchemas.ListToolsRequest],
]);

interface Schema {
  readonly "~standard": {
    validate(value: unknown): { readonly issues?: readonly Issue[] | undefined };
  };
}

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** Expected values where the schemas allow several types. */
const CHOICES: Readonly<Record<string, string>> = {
  id: "a string or a whole number",
  "params._meta.progressToken": "a string or a whole number",
  "params.ref": 'an object {"type": "ref/resource", "uri": …}',
};

/** The types of JSON, as validators name them. */
const TYPES: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "a boolean",
  null: "null",
  number: "a number",
  object: "an object",
  record: "an object",
  string: "a string",
};

/**
 * Answers a message that is not one of the protocol, asks for a method in a way that the method does
 * not have, or asks for subscriptions: a corpus does not change, and the library would acknowledge a
 * subscription to nothing, and over stdio never end it.
 *
 * @returns undefined for all other messages
 */
export function refusalOfMessage(message: unknown): JSONRPCErrorResponse | undefined {
  const fields = isObject(message) ? message : {};
  const id = typeof fields.id === "string" || typeof fields.id === "number" ? fields.id : null;
  const refuse = (code: number, text: string) =>
    ({ jsonrpc: "2.0", id, error: { code, message: text } }) as JSONRPCErrorResponse;

  if (isDeeper(message, MAX_DEPTH)) {
    const text = `The message is nested deeper than ${MAX_DEPTH} levels.`;
    return refuse(ProtocolErrorCode.InvalidRequest, text);
  }
  if (!isSpecType.JSONRPCMessage(message)) {
    const { JSONRPCNotification, JSONRPCRequest } = specTypeSchemas;
    const fault = faultOf(message, "id" in fields ? JSONRPCRequest : JSONRPCNotification);
    return refuse(ProtocolErrorCode.InvalidRequest, fault ?? "The message is not of JSON-RPC 2.0.");
  }
  if (!("id" in message && "method" in message)) return undefined;
  // As the library answers unknown methods.
  if (message.method === SUBSCRIBE) {
    return refuse(ProtocolErrorCode.MethodNotFound, "Method not found");
  }
  const schema = SCHEMAS.get(message.method);
  const fault = schema && faultOf(message, schema);
  return fault ? refuse(ProtocolErrorCode.InvalidParams, fault) : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** Looks at one level after the other, because a recursion could go too deep. */
function isDeeper(value: unknown, maxDepth: number): boolean {
  let level = [value].filter(isObject);
  for (let depth = 0; depth < maxDepth && level.length > 0; depth++) {
    level = level.flatMap((one) => Object.values(one).filter(isObject));
  }
  return level.length > 0;
}

/** Returns the first fault that a schema finds, as a sentence; undefined if there is none. */
function faultOf(message: unknown, schema: Schema): string | undefined {
  const issue = schema["~standard"].validate(message).issues?.[0];
  if (issue === undefined) return undefined;
  const path = (issue.path ?? []).map((key) => String(typeof key === "object" ? key.key : key));
  const name = path.length === 0 ? "The message" : JSON.stringify(path.join("."));
  const [, unknown] = /^Unrecognized keys?: (".{0,80}?")/s.exec(issue.message) ?? [];
  if (unknown !== undefined) return `${name} has the unknown field ${unknown}.`;
  const [, expected, literal] =
    /^Invalid input: expected (?:(\w+), received \w+|(".+"))$/s.exec(issue.message) ?? [];
  const wanted = CHOICES[path.join(".")] ?? TYPES[expected ?? ""] ?? literal;
  if (wanted === undefined) return `${name} does not have the form that the protocol gives it.`;
  return `${name} must be ${wanted}${isMissing(message, path) ? ", but it is missing" : ""}.`;
}

function isMissing(message: unknown, path: readonly string[]): boolean {
  let value = message;
  for (const key of path) value = isObject(value) ? value[key] : undefined;
  return value === undefined;
}
