import { GraphQLError } from "graphql";
import type { Context } from "hono";
import { LRUCache } from "lru-cache";
import { createAnswers, type EncodedAnswer, encodeAnswer } from "./answers.ts";
import type { Docs } from "./docs.ts";
import type { Executor, GraphQLRequest } from "./executor.ts";
import { chooseEncoding, chooseType } from "./negotiation.ts";

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

/** Clients send few different `Accept` headers; what follows from each is kept. */
const KEPT_ACCEPTS = 200;

export function createTransport({ executor, docs, explorer }: TransportOptions): Transport {
  const answers = createAnswers();
  const typeForGet = remember((accept) =>
    chooseType(accept, [JSON_TYPE, RESPONSE_TYPE, HTML_TYPE]),
  );
  const typeForPost = remember((accept) => chooseType(accept, [JSON_TYPE, RESPONSE_TYPE]));

  interface Asked {
    readonly method: "GET" | "POST";
    readonly type: string;
    /** The request as it came. */
    readonly text: string;
    readonly read: (text: string) => GraphQLRequest | GraphQLError;
  }

  /** Answers what was asked before without reading it again. */
  function answer({ text, read, ...way }: Asked): EncodedAnswer {
    const corpus = docs();
    const prefix = `${way.method} ${way.type} `;
    return answers.recall(corpus, prefix + text, () => {
      const request = read(text);
      if (request instanceof GraphQLError) return transportAnswer(request);
      // What says the same in other words is the same request.
      const meaning = prefix + canonicalText(request);
      return answers.recall(corpus, meaning, () => execute(request, { ...way, corpus }));
    });
  }

  function execute(
    request: GraphQLRequest,
    { method, type, corpus }: Pick<Asked, "method" | "type"> & { readonly corpus: Docs },
  ): EncodedAnswer {
    const { outcome, json, hasFault } = executor.execute(request, corpus);
    // With `application/json` a well-formed request is 200 whatever came of it.
    const usual = outcome === "executed" || type === JSON_TYPE ? 200 : 400;
    const isRefused = outcome === "not-a-query" && method === "GET";
    return encodeAnswer(json, {
      status: isRefused ? 405 : usual,
      isLasting: !hasFault,
      isCacheable: !hasFault && !isRefused,
    });
  }

  return {
    async get(context) {
      const type = typeForGet(context.req.header("Accept"));
      if (type === HTML_TYPE) {
        const page = explorer();
        page.headers.set("Vary", "Accept, Accept-Encoding");
        return page;
      }
      if (type === "") return notAcceptable();
      const text = new URL(context.req.url).search;
      return toResponse(answer({ method: "GET", type, text, read: readParameters }), {
        context,
        type,
      });
    },
    async post(context) {
      const type = typeForPost(context.req.header("Accept"));
      if (type === "") return notAcceptable();
      if (!isJson(context.req.header("Content-Type"))) {
        const error = badRequest(`Content-Type must be ${JSON_TYPE}, in UTF-8.`);
        return refuse(error, { type, status: 415 });
      }
      const text = await context.req.text();
      return toResponse(answer({ method: "POST", type, text, read: readBody }), { context, type });
    },
  };
}

function remember(
  choose: (accept: string | undefined) => string,
): (accept: string | undefined) => string {
  const known = new LRUCache<string, string>({ max: KEPT_ACCEPTS });
  return (accept = "") => {
    const before = known.get(accept);
    if (before !== undefined) return before;
    const chosen = choose(accept);
    known.set(accept, chosen);
    return chosen;
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

function readParameters(search: string): GraphQLRequest | GraphQLError {
  const parameters = new URLSearchParams(search);
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

function transportAnswer(error: GraphQLError): EncodedAnswer {
  return encodeAnswer(JSON.stringify({ errors: [error] }), {
    status: 400,
    isLasting: false,
    isCacheable: false,
  });
}

/** The same for requests that mean the same: names in order, what is absent left out. */
function canonicalText({ query, variables, operationName }: GraphQLRequest): string {
  return JSON.stringify([query, operationName ?? "", inOrder(variables ?? {})]);
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isObject(value)) return value;
  return Object.entries(value)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, item]) => [name, inOrder(item)]);
}

function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

interface ResponseOptions {
  readonly context: Context;
  readonly type: string;
}

/** Sends an answer, compressed where the client likes it and it pays. */
async function toResponse(
  answer: EncodedAnswer,
  { context, type }: ResponseOptions,
): Promise<Response> {
  const encoding = chooseEncoding(context.req.header("Accept-Encoding"));
  const compressed = encoding && (await answer.compress(encoding));
  const headers = headersOf(type);
  if (compressed) headers["Content-Encoding"] = encoding;
  // What any cache in between must tell apart, whichever form is sent now.
  if (context.req.method !== "POST") headers.Vary = "Accept, Accept-Encoding";
  if (answer.isCacheable && context.req.method !== "POST") {
    // Two forms of one answer are two representations (RFC 9110 section 8.8.3.3).
    const tag = compressed ? answer.etag.replace(/"$/, `-${encoding}"`) : answer.etag;
    headers.ETag = tag;
    headers["Cache-Control"] = "public, max-age=0, must-revalidate";
    const known = context.req.header("If-None-Match");
    if (answer.status === 200 && isKnown(tag, known))
      return new Response(null, { status: 304, headers });
  }
  return new Response(compressed || answer.body, { status: answer.status, headers });
}

/** RFC 9110 section 13.1.2. */
function isKnown(tag: string, known: string | undefined): boolean {
  const tags = known?.split(",").map((text) => text.trim().replace(/^W\//, ""));
  return tags?.includes(tag) === true || known?.trim() === "*";
}

/** Every answer may be read by any page: the API is public. */
function headersOf(type: string): Record<string, string> {
  return {
    "Content-Type": `${type}; charset=utf-8`,
    "X-Content-Type-Options": "nosniff",
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag",
  };
}
