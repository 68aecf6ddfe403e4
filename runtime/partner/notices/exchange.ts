import { AttemptError, type NoticeError, type Outcome } from "./outcome.ts";
import { type PostOptions, post } from "./post.ts";
import { createReach, type ReachOptions } from "./reach.ts";

/** Tries once to deliver a body. Rejects only for a bug. */
export type Exchange = (
  url: string,
  body: string,
  options?: {
    /** Aborts the attempt. */
    readonly signal?: AbortSignal;
    /** Sent besides those of every notice. */
    readonly headers?: Readonly<Record<string, string>>;
  },
) => Promise<Outcome>;

export interface ExchangeOptions extends ReachOptions {
  /** Returns milliseconds, on any clock. */
  readonly now: () => number;
  /** Limit for the whole attempt, from the name look-up to the end of the answer. */
  readonly timeoutMs?: number;
  readonly maxAnswerBytes?: number;
}

interface Attempt extends Pick<PostOptions, "body" | "headers"> {
  readonly to: string;
}

const REFUSALS: ReadonlySet<NoticeError> = new Set(["url", "address", "guard"]);

/** Creates the only way in which docgate sends a notice (PIA §6, CHAIN-C14). */
export function createExchange(options: ExchangeOptions): Exchange {
  const { now, timeoutMs = 5_000, maxAnswerBytes = 65_536 } = options;
  const reach = createReach(options);

  async function attempt({ to, body, headers }: Attempt, signal: AbortSignal): Promise<number> {
    const { url, socket } = await reach(to, signal);
    return post({ socket, url, body, headers, maxAnswerBytes });
  }

  return async (to, body, { signal: stop, headers = {} } = {}) => {
    const startedAt = now();
    const scope = new AbortController();
    const timer = setTimeout(() => scope.abort("timeout"), timeoutMs);
    const interrupt = () => scope.abort("interrupted");
    stop?.addEventListener("abort", interrupt);
    if (stop?.aborted) interrupt();
    try {
      const result = await attempt({ to, body, headers }, scope.signal).then(ofStatus, (error) =>
        ofFailure(error, scope.signal),
      );
      return { ...result, durationMs: Math.max(0, Math.round(now() - startedAt)) };
    } finally {
      clearTimeout(timer);
      stop?.removeEventListener("abort", interrupt);
      // Closes everything still open. Without a reason, it would create an error with its stack.
      scope.abort("ended");
    }
  };
}

type Result = Omit<Outcome, "durationMs">;

function ofStatus(httpStatus: number): Result {
  if (httpStatus >= 200 && httpStatus < 300) return { state: "delivered", httpStatus, error: null };
  const error = httpStatus >= 300 && httpStatus < 400 ? "redirect" : "status";
  return { state: "failed", httpStatus, error };
}

function ofFailure(error: unknown, signal: AbortSignal): Result {
  if (!signal.aborted && !(error instanceof AttemptError)) throw error;
  const word: NoticeError = signal.aborted ? signal.reason : (error as AttemptError).word;
  return { state: REFUSALS.has(word) ? "refused" : "failed", httpStatus: null, error: word };
}
