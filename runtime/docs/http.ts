import { GraphQLError } from "graphql";
import { LRUCache } from "lru-cache";
import { type Answers, type Bytes, type EncodedAnswer, encodeAnswer } from "./answers.ts";
import type { Docs } from "./docs.ts";
import type { Executor, GraphQLRequest } from "./executor.ts";
import { chooseEncoding, chooseType, type Encoding } from "./negotiation.ts";
import { badRequest, headersOf, JSON_TYPE, type Reply, refuse } from "./reply.ts";
import { isJson, readBody, readParameters } from "./request.ts";

const RESPONSE_TYPE = "application/graphql-response+json";
const HTML_TYPE = "text/html";

export interface TransportOptions {
  readonly executor: Executor;
  readonly answers: Answers;
  /** The docs that answer now. */
  readonly docs: () => Docs;
  /** Told of each answer that holds an error: the limit that is exceeded, or the error's code. */
  readonly onAnswerError?: ((error: string) => void) | undefined;
}

/** Gives a header of a request, named in small letters. */
export type ReadHeader = (name: string) => string | undefined;

/** A reply, at once where nothing has to be waited for. */
export type Replying = Reply | Promise<Reply>;

type Answering = (text: string) => Replying;

/** GraphQL over HTTP (the GraphQL Foundation's draft of that name; decisions B5 and B7). */
export interface Transport {
  /**
   * Looks at the head of a GET.
   *
   * @returns What answers the address's part from the question mark on; null for who prefers HTML.
   */
  get(header: ReadHeader): Answering | Reply | null;
  /**
   * Looks at the head of a POST.
   *
   * @returns What answers the body, or a refusal whatever the body is.
   */
  post(header: ReadHeader): Answering | Reply;
}

/** Clients send few different headers; what follows from each is kept. */
const KEPT_HEADERS = 200;

export function createTransport(options: TransportOptions): Transport {
  const { executor, answers, docs, onAnswerError } = options;
  const typeForGet = remember((accept) =>
    chooseType(accept, [JSON_TYPE, RESPONSE_TYPE, HTML_TYPE]),
  );
  const typeForPost = remember((accept) => chooseType(accept, [JSON_TYPE, RESPONSE_TYPE]));
  const takesType = remember(isJson);
  const encodingFor = remember(chooseEncoding);

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
    return answers.recall(corpus, `${way.method} ${way.type} ${text}`, () => {
      const request = read(text);
      if (request instanceof GraphQLError) return transportAnswer(request);
      return execute(request, { ...way, corpus });
    });
  }

  function execute(
    request: GraphQLRequest,
    { method, type, corpus }: Pick<Asked, "method" | "type"> & { readonly corpus: Docs },
  ): EncodedAnswer {
    const { outcome, json, hasFault, error } = executor.execute(request, corpus);
    // With `application/json` a well-formed request is 200 whatever came of it.
    const usual = outcome === "executed" || type === JSON_TYPE ? 200 : 400;
    const isRefused = outcome === "not-a-query" && method === "GET";
    return encodeAnswer(json, {
      status: isRefused ? 405 : usual,
      isLasting: !hasFault,
      isCacheable: !hasFault && !isRefused,
      error,
    });
  }

  /** Puts an answer into the form that the client likes best. */
  function tell(asked: Asked, header: ReadHeader): Replying {
    const answered = answer(asked);
    if (answered.error !== undefined) onAnswerError?.(answered.error);
    const encoding = encodingFor(header("accept-encoding") ?? "");
    const compressed = encoding && answered.compress(encoding);
    const way = { ...asked, header };
    if (!compressed) return toReply(answered, way);
    const send = (body: Bytes) => toReply(answered, { ...way, compressed: { encoding, body } });
    return compressed instanceof Promise ? compressed.then(send) : send(compressed);
  }

  return {
    get(header) {
      const type = typeForGet(header("accept") ?? "");
      if (type === HTML_TYPE) return null;
      if (type === "") return notAcceptable();
      return (text) => tell({ method: "GET", type, text, read: readParameters }, header);
    },
    post(header) {
      const type = typeForPost(header("accept") ?? "");
      if (type === "") return notAcceptable();
      if (!takesType(header("content-type") ?? "")) {
        const error = badRequest(`Content-Type must be ${JSON_TYPE}, in UTF-8.`);
        return refuse(error, { type, status: 415 });
      }
      return (text) => tell({ method: "POST", type, text, read: readBody }, header);
    },
  };
}

function remember<Choice extends string | boolean | null>(
  choose: (header: string) => Choice,
): (header: string) => Choice {
  const known = new LRUCache<string, { readonly choice: Choice }>({ max: KEPT_HEADERS });
  return (header) => {
    const before = known.get(header);
    if (before) return before.choice;
    const choice = choose(header);
    known.set(header, { choice });
    return choice;
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
    error: String(error.extensions.code),
  });
}

interface Way {
  readonly method: "GET" | "POST";
  readonly type: string;
  readonly header: ReadHeader;
  /** Left out, the answer is sent as it is. */
  readonly compressed?: { readonly encoding: Encoding; readonly body: Bytes };
}

function toReply(answer: EncodedAnswer, { method, type, header, compressed }: Way): Reply {
  const { status } = answer;
  const body = compressed?.body ?? answer.body;
  const headers = headersOf(type);
  if (compressed) headers["Content-Encoding"] = compressed.encoding;
  if (method === "POST") return { status, headers, body };
  // What any cache in between must tell apart, whichever form is sent now.
  headers.Vary = "Accept, Accept-Encoding";
  if (!answer.isCacheable) return { status, headers, body };
  // Two forms of one answer are two representations (RFC 9110 section 8.8.3.3).
  const tag = compressed ? answer.etag.replace(/"$/, `-${compressed.encoding}"`) : answer.etag;
  headers.ETag = tag;
  headers["Cache-Control"] = "public, max-age=0, must-revalidate";
  const isUnchanged = status === 200 && isKnown(tag, header("if-none-match"));
  return isUnchanged ? { status: 304, headers, body: null } : { status, headers, body };
}

/** RFC 9110 section 13.1.2. */
function isKnown(tag: string, known: string | undefined): boolean {
  const tags = known?.split(",").map((text) => text.trim().replace(/^W\//, ""));
  return tags?.includes(tag) === true || known?.trim() === "*";
}
