import { connect as connectTcp } from "node:net";
import { type Connect, openConnection, secure } from "./connection.ts";
import { AttemptError, type NoticeError, type Outcome } from "./outcome.ts";
import { type PostOptions, post } from "./post.ts";
import { createResolve, type Resolve } from "./resolve.ts";
import { type Allowance, mayReach, parseNotificationUrl, type Target } from "./target.ts";

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

export interface ExchangeOptions {
  readonly allow: Allowance;
  /** Returns milliseconds, on any clock. */
  readonly now: () => number;
  /** Limit for the whole attempt, from the name look-up to the end of the answer. */
  readonly timeoutMs?: number;
  readonly maxAnswerBytes?: number;
  readonly resolve?: Resolve;
  readonly connect?: Connect;
}

interface Attempt extends Pick<PostOptions, "body" | "headers"> {
  readonly to: string;
}

const REFUSALS: ReadonlySet<NoticeError> = new Set(["url", "address", "guard"]);

/** Creates the only way in which docgate sends a notice (PIA §6, CHAIN-C14). */
export function createExchange(options: ExchangeOptions): Exchange {
  const { allow, now, timeoutMs = 5_000, maxAnswerBytes = 65_536 } = options;
  const { resolve = createResolve({ allow }), connect = connectTcp } = options;

  async function attempt({ to, body, headers }: Attempt, signal: AbortSignal): Promise<number> {
    const target = readTarget(to, allow);
    const { url, host } = target;
    const addresses = await findAddresses(target, signal);
    const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
    const open = await openConnection(addresses, { port, connect, signal });
    const socket = url.protocol === "https:" ? await secure(open, { host, signal }) : open;
    return post({ socket, url, body, headers, maxAnswerBytes });
  }

  /** Resolves the target; one refused address is enough to refuse the name as untrustworthy. */
  async function findAddresses({ host, address }: Target, signal: AbortSignal) {
    const addresses = address !== null ? [address] : await lookUp(host, signal);
    if (addresses.every((address) => mayReach({ host, address }, allow))) return addresses;
    throw new AttemptError("address");
  }

  async function lookUp(host: string, signal: AbortSignal): Promise<readonly string[]> {
    try {
      const addresses = await untilAborted(resolve(host, { signal }), signal);
      if (addresses.length > 0) return addresses;
    } catch (cause) {
      throw new AttemptError("dns", { cause });
    }
    throw new AttemptError("dns");
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
      // Closes everything still open.
      scope.abort();
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

function readTarget(text: string, allow: Allowance): Target {
  const parsed = parseNotificationUrl(text, { allow });
  if (parsed.ok) return parsed.target;
  throw new AttemptError(parsed.error);
}

function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
    promise.then(resolve, reject);
  });
}
