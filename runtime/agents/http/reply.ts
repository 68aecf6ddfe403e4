import { hasCode } from "../../../corpus/error.ts";
import { createReplier } from "../../docs/http/replier.ts";
import type { Client } from "../../docs/http/reply.ts";
import { HUNG_UP, headersOf, headOf, type Reply, type Replying } from "../../docs/http/reply.ts";
import type { SenderOptions } from "../../docs/http/sender.ts";
import type { Answer } from "./answers.ts";

/** The headers that a script in a browser may read. */
const EXPOSED = "ETag, Link, X-Markdown-Tokens";
const RETRY_AFTER_SECONDS = "5";

export interface SendOptions extends Client {
  /** The request headers that decided which answer it is. */
  readonly vary?: "Accept" | undefined;
}

/** Sends answers in the encoding that a client prefers, and no faster than it reads. */
export type AnswerReplier = (answer: Answer, options: SendOptions) => Replying;

export function createAnswerReplier(options: SenderOptions): AnswerReplier {
  const reply = createReplier(options);

  return ({ encoded, type, headers: own }, { header, vary, isGone }) =>
    reply(encoded, {
      header,
      isGone,
      refuseFor,
      headIn(encoding) {
        const { status, headers } = headOf(encoded, { method: "GET", type, header, encoding });
        const varied = vary === undefined ? "Accept-Encoding" : `${vary}, Accept-Encoding`;
        const added = { ...own, Vary: varied, "Access-Control-Expose-Headers": EXPOSED };
        return { status, headers: { ...headers, ...added } };
      },
    });
}

/** Converts an error that prevents an answer from being sent. */
function refuseFor(error: unknown): Reply {
  if (hasCode(error, "client-gone")) return HUNG_UP;
  if (!hasCode(error, "busy")) throw error;
  const headers = { ...headersOf("text/plain"), "Retry-After": RETRY_AFTER_SECONDS };
  return { status: 503, headers, body: "The server is busy. Try again in a moment.\n" };
}
