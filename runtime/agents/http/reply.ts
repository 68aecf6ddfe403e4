import { hasCode } from "../../../corpus/error.ts";
import type { Turns } from "../../docs/execute/turns.ts";
import { headOf } from "../../docs/http/head.ts";
import {
  type Cut,
  HUNG_UP,
  headersOf,
  type Reply,
  toHead,
  toResponse,
} from "../../docs/http/reply.ts";
import { createSender, isSentInParts } from "../../docs/http/sender.ts";
import { chooseEncoding } from "../../http/negotiation.ts";
import { rememberChoice } from "../../http/remember-choice.ts";
import type { Answer } from "./answers.ts";

/** The headers that a script in a browser may read. */
const EXPOSED = "ETag, Link, X-Markdown-Tokens";
const RETRY_AFTER_SECONDS = "5";

export interface ReplierOptions {
  readonly turns: Turns;
  /** Called with each error that docgate itself caused while sending an answer. */
  readonly onError: (error: unknown) => void;
}

export interface SendOptions {
  readonly request: Request;
  /** The request headers that decided which answer it is. */
  readonly vary?: "Accept";
  readonly cut: Cut | undefined;
}

/** Sends answers in the encoding that a client prefers, and no faster than it reads. */
export type Replier = (answer: Answer, options: SendOptions) => Promise<Response>;

export function createReplier(options: ReplierOptions): Replier {
  const sender = createSender(options);
  const encodingFor = rememberChoice(chooseEncoding);

  return async ({ encoded, type, headers: own }, { request, vary, cut }) => {
    const header = (name: string) => request.headers.get(name) ?? undefined;
    const wanted = encoded.isCompressible ? encodingFor(header("accept-encoding") ?? "") : null;
    const headWith = (encoding: typeof wanted) => {
      const { status, headers } = headOf(encoded, { method: "GET", type, header, encoding });
      const varied = vary === undefined ? "Accept-Encoding" : `${vary}, Accept-Encoding`;
      const added = { ...own, Vary: varied, "Access-Control-Expose-Headers": EXPOSED };
      return { status, headers: { ...headers, ...added } };
    };
    const head = headWith(wanted);
    if (head.status === 304) return toResponse({ ...head, body: null });
    let reply: Reply;
    if (isSentInParts(encoded)) {
      try {
        const isGone = () => request.signal.aborted;
        const { encoding, body } = await sender.open(encoded, { wanted, isGone });
        reply = { ...headWith(encoding), body };
      } catch (error) {
        reply = refuseFor(error);
      }
    } else {
      const body = wanted === null ? encoded.body : await encoded.compress(wanted);
      reply = { ...head, body: body as Exclude<Reply["body"], null> };
    }
    return request.method === "HEAD" ? toHead(reply) : toResponse(reply, cut);
  };
}

/** Converts an error that prevents an answer from being sent. */
function refuseFor(error: unknown): Reply {
  if (hasCode(error, "client-gone")) return HUNG_UP;
  if (!hasCode(error, "busy")) throw error;
  const headers = { ...headersOf("text/plain"), "Retry-After": RETRY_AFTER_SECONDS };
  return { status: 503, headers, body: "The server is busy. Try again in a moment.\n" };
}
