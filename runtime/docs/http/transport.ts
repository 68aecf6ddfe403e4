import { GraphQLError } from "graphql";
import { hasCode } from "../../../corpus/error.ts";
import { isJson } from "../../http/media-type.ts";
import { chooseType, type Encoding } from "../../http/negotiation.ts";
import { rememberChoice } from "../../http/remember-choice.ts";
import type { GraphQLAnswer } from "../execute/answer.ts";
import type { Executor, GraphQLRequest } from "../execute/executor.ts";
import type { Turns } from "../execute/long-work.ts";
import type { Docs } from "../execute/queries.ts";
import { type AnswerCache, EncodedAnswer } from "./encoded-answer.ts";
import { createReplier } from "./replier.ts";
import {
  badRequest,
  type Client,
  type HeadOptions,
  HUNG_UP,
  headOf,
  JSON_TYPE,
  type Reply,
  type Replying,
  refuse,
} from "./reply.ts";

const RESPONSE_TYPE = "application/graphql-response+json";
const HTML_TYPE = "text/html";

export interface TransportOptions {
  readonly executor: Executor;
  readonly answerCache: AnswerCache;
  /** The docs in use now. */
  readonly docs: () => Docs;
  readonly turns: Turns;
  /** Called with each error that docgate itself caused while sending an answer. */
  readonly onError: (error: unknown) => void;
  /** Called with the exceeded limit or the error's code of each answer that contains an error. */
  readonly onAnswerError?: ((error: string) => void) | undefined;
}

/** GraphQL over HTTP (the GraphQL Foundation's draft of that name; DOC-B5 and DOC-B7). */
export interface Transport {
  /**
   * Answers a GET.
   *
   * @param search The query string, with its question mark.
   * @returns Null for a client that prefers HTML.
   */
  get(search: string, client: Client): Replying | null;
  /** Answers a POST. */
  post(body: string, client: Client): Replying;
}

/** Code of a refusal because too many answers are being sent. */
const BUSY = "SERVICE_UNAVAILABLE";
const RETRY_AFTER_SECONDS = "5";

export function createTransport(options: TransportOptions): Transport {
  const { executor, answerCache, docs, onAnswerError } = options;
  const typeForGet = rememberChoice((accept) =>
    chooseType(accept, [JSON_TYPE, RESPONSE_TYPE, HTML_TYPE]),
  );
  const typeForPost = rememberChoice((accept) => chooseType(accept, [JSON_TYPE, RESPONSE_TYPE]));
  const takesType = rememberChoice(isJson);
  const reply = createReplier(options);

  /** Executes a request, unless its answer is in the cache. */
  function answer({ method, type, text, read, isGone }: TextRequest) {
    const corpus = docs();
    return answerCache.recall(corpus, `${method} ${type} ${text}`, async () => {
      const request = read(text);
      if (request instanceof GraphQLError) return transportAnswer(request);
      const source = `${corpus.state} ${type} ${text}`;
      const result = await executor.execute(request, corpus, isGone);
      return encodeResult(result, { method, type, source });
    });
  }

  /** Answers, and encodes the answer as the client prefers. */
  function answerEncoded(request: TextRequest): Replying {
    const refuseFor = (error: unknown) => refuseUnsent(error, request.type);
    const send = (answered: EncodedAnswer) => {
      if (answered.error !== undefined) onAnswerError?.(answered.error);
      const headIn = (encoding: Encoding | null) => headOf(answered, { ...request, encoding });
      return reply(answered, { ...request, headIn, refuseFor });
    };
    const answering = answer(request);
    return answering instanceof Promise ? answering.then(send, refuseFor) : send(answering);
  }

  /** Converts an error that prevents an answer from being sent, or throws it. */
  function refuseUnsent(error: unknown, type: string): Reply {
    if (hasCode(error, "client-gone")) return HUNG_UP;
    if (!hasCode(error, "busy")) throw error;
    const extensions = { code: BUSY };
    onAnswerError?.(BUSY);
    return refuse(new GraphQLError("The server is busy. Try again in a moment.", { extensions }), {
      type,
      status: 503,
      headers: { "Retry-After": RETRY_AFTER_SECONDS },
    });
  }

  return {
    get(text, client) {
      const type = typeForGet(client.header("accept") ?? "");
      if (type === HTML_TYPE) return null;
      if (type === "") return notAcceptable();
      return answerEncoded({ method: "GET", type, text, read: readParameters, ...client });
    },
    post(text, client) {
      const type = typeForPost(client.header("accept") ?? "");
      if (type === "") return notAcceptable();
      if (!takesType(client.header("content-type") ?? "")) {
        const error = badRequest(`Content-Type must be ${JSON_TYPE}, in UTF-8.`);
        return refuse(error, { type, status: 415 });
      }
      return answerEncoded({ method: "POST", type, text, read: readBody, ...client });
    },
  };
}

/** A request whose head is accepted. */
interface TextRequest extends Client {
  readonly method: "GET" | "POST";
  /** Media type of the answer. */
  readonly type: string;
  /** As received. */
  readonly text: string;
  readonly read: (text: string) => GraphQLRequest | GraphQLError;
}

function notAcceptable(): Reply {
  const error = badRequest(`Accept must allow ${JSON_TYPE} or ${RESPONSE_TYPE}.`);
  return refuse(error, { status: 406 });
}

function transportAnswer(error: GraphQLError): EncodedAnswer {
  return new EncodedAnswer(JSON.stringify({ errors: [error] }), {
    status: 400,
    isLasting: false,
    isCacheable: false,
    source: "",
    error: String(error.extensions.code),
  });
}

/** @param options.source The source that the answer is made from. */
function encodeResult(
  { outcome, json, hasFault = false, error }: GraphQLAnswer,
  { method, type, source }: Pick<HeadOptions, "method" | "type"> & { readonly source: string },
): EncodedAnswer {
  // With `application/json`, a well-formed request has status 200 whatever its outcome.
  const usual = outcome === "executed" || type === JSON_TYPE ? 200 : 400;
  const isRefused = outcome === "not-a-query" && method === "GET";
  return new EncodedAnswer(json, {
    status: isRefused ? 405 : usual,
    isLasting: !hasFault,
    isCacheable: !hasFault && !isRefused,
    source,
    error,
  });
}

/** Reads a POST body: one JSON object (Documentation Query API, section 4, Transport). */
export function readBody(text: string): GraphQLRequest | GraphQLError {
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

/**
 * Reads the parameters of a GET.
 *
 * @param search The query string, with its question mark.
 */
export function readParameters(search: string): GraphQLRequest | GraphQLError {
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

function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
