import { hasCode } from "../../../corpus/error.ts";
import { RETRY_SECONDS } from "../secrets/limiter.ts";
import { failure, type Reply } from "./replies.ts";

interface ErrorReply extends Reply {
  /** Besides those of every answer. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Returns the reply to a request that failed.
 *
 * @param onError Called with the error if docgate itself caused it.
 */
export function replyTo(error: unknown, onError: (error: unknown) => void): ErrorReply {
  if (hasCode(error, "busy", "store-unavailable", "store-busy")) {
    const headers = { "Retry-After": String(RETRY_SECONDS) };
    return { ...failure({ status: 503, message: "Too busy, try again" }), headers };
  }
  onError(error);
  return { ...failure({ status: 500, message: "Internal server error" }), headers: {} };
}
