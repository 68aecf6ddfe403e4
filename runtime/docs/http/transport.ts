import { GraphQLError } from "graphql";
import { hasCode } from "../../../corpus/error.ts";
import { isJson } from "../../http/media-type.ts";
import { chooseType } from "../../http/negotiation.ts";
import { rememberChoice } from "../../http/remember-choice.ts";
import type { GraphQLAnswer } from "../execute/answer.ts";
import type { Executor, GraphQLRequest } from "../execute/executor.ts";
import type { Docs } from "../execute/queries.ts";
import type { Turns } from "../execute/turns.ts";
import type { AnswerCache, Answering } from "./answer-cache.ts";
import { type EncodedAnswer, encodeAnswer } from "./encoded-answer.ts";
import { type HeadOptions, headOf, type ReadHeader } from "./head.ts";
import { type Client, createReplier, type Replying } from "./replier.ts";
import { badRequest, HUNG_UP, JSON_TYPE, type Reply, refuse } from "./reply.ts";
import { readBody, readParameters } from "./request.ts";

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

type AnswerText = (text: string, client: Client) => Replying;

/** GraphQL over HTTP (the GraphQL Foundation's draft of that name; DOC-B5 and DOC-B7). */
export interface Transport {
  /**
   * Reads the head of a GET.
   *
   * @returns The handler of the query string; null for a client that prefers HTML.
   */
  get(header: ReadHeader): AnswerText | Reply | null;
  /**
   * Reads the head of a POST.
   *
   * @returns The handler of the body, or a refusal for any body.
   */
  post(header: ReadHeader): AnswerText | Reply;
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

  interface Asked extends Client {
    readonly method: "GET" | "POST";
    readonly type: string;
    readonly header: ReadHeader;
    /** The request's text, as received. */
    readonly text: string;
    readonly read: (text: string) => GraphQLRequest | GraphQLError;
  }

  /** Answers a repeated request from the cache without reading it again. */
  function answer(asked: Asked): Answering {
    const { method, type, text, read, isGone } = asked;
    const corpus = docs();
    return answerCache.recall(corpus, `${method} ${type} ${text}`, () => {
      const request = read(text);
      if (request instanceof GraphQLError) return transportAnswer(request);
      const source = `${corpus.version} ${type} ${text}`;
      const encode = (result: GraphQLAnswer) => encodeResult(result, { method, type, source });
      const executed = executor.execute(request, corpus, isGone);
      return executed instanceof Promise ? executed.then(encode) : encode(executed);
    });
  }

  /** Answers, and encodes the answer as the client prefers. */
  function tell(asked: Asked): Replying {
    const finish = (answered: EncodedAnswer) => {
      if (answered.error !== undefined) onAnswerError?.(answered.error);
      return reply(answered, {
        ...asked,
        headIn: (encoding) => headOf(answered, { ...asked, encoding }),
        refuseFor: (error) => refuseFor(error, asked),
      });
    };
    const answered = answer(asked);
    return answered instanceof Promise
      ? answered.then(finish).catch((error) => refuseFor(error, asked))
      : finish(answered);
  }

  /** Converts an error that prevents an answer from being sent. */
  function refuseFor(error: unknown, { type }: Asked): Reply {
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
    get(header) {
      const type = typeForGet(header("accept") ?? "");
      if (type === HTML_TYPE) return null;
      if (type === "") return notAcceptable();
      return (text, client) =>
        tell({ method: "GET", type, text, read: readParameters, header, ...client });
    },
    post(header) {
      const type = typeForPost(header("accept") ?? "");
      if (type === "") return notAcceptable();
      if (!takesType(header("content-type") ?? "")) {
        const error = badRequest(`Content-Type must be ${JSON_TYPE}, in UTF-8.`);
        return refuse(error, { type, status: 415 });
      }
      return (text, client) =>
        tell({ method: "POST", type, text, read: readBody, header, ...client });
    },
  };
}

function notAcceptable(): Reply {
  const error = badRequest(`Accept must allow ${JSON_TYPE} or ${RESPONSE_TYPE}.`);
  return refuse(error, { status: 406 });
}

function transportAnswer(error: GraphQLError): EncodedAnswer {
  return encodeAnswer(JSON.stringify({ errors: [error] }), {
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
  return encodeAnswer(json, {
    status: isRefused ? 405 : usual,
    isLasting: !hasFault,
    isCacheable: !hasFault && !isRefused,
    source,
    error,
  });
}
