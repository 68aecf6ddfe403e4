import { createHash } from "node:crypto";
import { GraphQLError } from "graphql";
import type { Context } from "hono";
import { accepts } from "hono/accepts";
import type { Docs } from "./docs.ts";
import type { Executor, GraphQLAnswer, GraphQLRequest } from "./executor.ts";

const JSON_TYPE = "application/json";
const RESPONSE_TYPE = "application/graphql-response+json";
const HTML_TYPE = "text/html";

export interface TransportOptions {
  readonly executor: Executor;
  /** The docs that answer now. */
  readonly docs: () => Docs;
  /** The page that a browser gets. */
  readonly explorer: () => Response;
}

/** GraphQL over HTTP (the GraphQL Foundation's draft of that name; decisions B5 and B7). */
export interface Transport {
  /** A query in the address, or the explorer for who prefers HTML. */
  get(context: Context): Promise<Response>;
  post(context: Context): Promise<Response>;
}

export function createTransport({ executor, docs, explorer }: TransportOptions): Transport {
  return {
    async get(context) {
      const type = negotiate(context, [JSON_TYPE, RESPONSE_TYPE, HTML_TYPE]);
      if (type === HTML_TYPE) {
        const page = explorer();
        page.headers.set("Vary", "Accept");
        return page;
      }
      if (type === "") return notAcceptable();
      const request = readParameters(new URL(context.req.url).searchParams);
      if (request instanceof GraphQLError) return refuse(request, { type, status: 400 });
      const answer = executor.execute(request, docs());
      if (answer.outcome === "not-a-query") return toResponse(answer, { type, status: 405 });
      return withEntityTag(toResponse(answer, { type }), context.req.header("If-None-Match"));
    },
    async post(context) {
      const type = negotiate(context, [JSON_TYPE, RESPONSE_TYPE]);
      if (type === "") return notAcceptable();
      if (!isJson(context.req.header("Content-Type"))) {
        const error = badRequest(`Content-Type must be ${JSON_TYPE}, in UTF-8.`);
        return refuse(error, { type, status: 415 });
      }
      const request = readBody(await context.req.text());
      if (request instanceof GraphQLError) return refuse(request, { type, status: 400 });
      return toResponse(executor.execute(request, docs()), { type });
    },
  };
}

/** An error of the transport: no operation was looked at. */
export function badRequest(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: "BAD_REQUEST" } });
}

/** A fault of docgate's own, told without its details. */
export function internalError(): GraphQLError {
  const extensions = { code: "INTERNAL_SERVER_ERROR" };
  return new GraphQLError("Internal server error.", { extensions });
}

/** @returns a response that holds one error and no data */
export function refuse(
  error: GraphQLError,
  { type = JSON_TYPE, status }: { type?: string; status: number },
): Response {
  return Response.json({ errors: [error] }, { status, headers: headersOf(type) });
}

/** The media type that the client likes best, or an empty string if it takes none of them. */
function negotiate(context: Context, supports: string[]): string {
  return accepts(context, {
    header: "Accept",
    supports,
    default: JSON_TYPE,
    match: (ranges) => preferred(ranges, supports),
  });
}

interface MediaRange {
  readonly type: string;
  readonly q: number;
}

/** The most specific range tells a type's quality (RFC 9110 section 12.5.1). */
function preferred(ranges: readonly MediaRange[], supports: readonly string[]): string {
  const accepted = ranges.map(({ type }) => type.toLowerCase());
  const candidates = supports.map((type) => {
    const spellings = [type, `${type.split("/", 1)[0]}/*`, "*/*"];
    const specificity = spellings.findIndex((spelling) => accepted.includes(spelling));
    const position = accepted.indexOf(spellings[specificity] ?? "");
    return { type, specificity, position, q: ranges[position]?.q ?? 0 };
  });
  const [best] = candidates
    .filter(({ q }) => q > 0)
    .sort(
      (left, right) =>
        right.q - left.q || left.specificity - right.specificity || left.position - right.position,
    );
  return best?.type ?? "";
}

function notAcceptable(): Response {
  const error = badRequest(`Accept must allow ${JSON_TYPE} or ${RESPONSE_TYPE}.`);
  return refuse(error, { status: 406 });
}

function isJson(contentType: string | undefined): boolean {
  const [type, ...parameters] = (contentType ?? "").toLowerCase().split(";");
  const charset = parameters.find((parameter) => parameter.trim().startsWith("charset="));
  return type!.trim() === JSON_TYPE && /^(?:\s*charset="?utf-?8"?\s*)?$/.test(charset ?? "");
}

/** A POST body: one JSON object (Documentation Query API, section 4, Transport). */
function readBody(text: string): GraphQLRequest | GraphQLError {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return badRequest("The body must be JSON, but it cannot be parsed.");
  }
  if (Array.isArray(body)) return badRequest("Batching is not supported.");
  if (!isObject(body)) return badRequest("The body must be a JSON object.");
  return checkRequest(body);
}

function readParameters(parameters: URLSearchParams): GraphQLRequest | GraphQLError {
  const request: Record<string, unknown> = Object.fromEntries(parameters);
  for (const name of ["variables", "extensions"]) {
    const text = parameters.get(name);
    if (text === null) continue;
    try {
      request[name] = text === "" ? null : JSON.parse(text);
    } catch {
      return badRequest(`Parameter "${name}" must be JSON, but it cannot be parsed.`);
    }
  }
  return checkRequest(request);
}

function checkRequest(value: Record<string, unknown>): GraphQLRequest | GraphQLError {
  const { query, variables, operationName, extensions } = value;
  if (typeof query !== "string") return badRequest('"query" must be given, and a string.');
  if (!isAbsent(variables) && !isObject(variables)) {
    return badRequest('"variables" must be an object.');
  }
  if (!isAbsent(operationName) && typeof operationName !== "string") {
    return badRequest('"operationName" must be a string.');
  }
  if (!isAbsent(extensions) && !isObject(extensions)) {
    return badRequest('"extensions" must be an object.');
  }
  return { query, variables, operationName };
}

function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** With `application/json` a well-formed request is 200 whatever came of it. */
function toResponse(
  { outcome, result }: GraphQLAnswer,
  { type, status }: { type: string; status?: number },
): Response {
  const usual = outcome === "executed" || type === JSON_TYPE ? 200 : 400;
  return Response.json(result, { status: status ?? usual, headers: headersOf(type) });
}

function headersOf(type: string): Record<string, string> {
  return { "Content-Type": `${type}; charset=utf-8`, "X-Content-Type-Options": "nosniff" };
}

/** Makes an answer to GET cacheable, with a strong entity tag (RFC 9110 section 8.8.3). */
async function withEntityTag(response: Response, known: string | undefined): Promise<Response> {
  const body = await response.text();
  const hash = createHash("sha256").update(body).digest("base64url");
  const headers = new Headers(response.headers);
  headers.set("ETag", `"${hash}"`);
  headers.set("Cache-Control", "public, max-age=0, must-revalidate");
  headers.set("Vary", "Accept");
  const tags = known?.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  if (response.status === 200 && (tags?.includes(`"${hash}"`) || known?.trim() === "*")) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(body, { status: response.status, headers });
}
