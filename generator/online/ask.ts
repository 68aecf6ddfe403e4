import { type Allowance, type LookUp, UnreachableHost } from "./reachable.ts";
import { type HeadAnswer, type RequestOptions, request } from "./request.ts";

/** The knowledge of an address after asking for it. */
export type Answer =
  | { readonly kind: "alive" }
  /** The host says that there is nothing, or does not exist. */
  | { readonly kind: "broken"; readonly reason: string; readonly isUnknownName?: true }
  /** It could not be found out: a time-out, a refusal, an error of the server. */
  | { readonly kind: "undecided"; readonly reason: string; readonly retryAfterMs?: number };

export interface AskOptions {
  readonly allow: Allowance;
  readonly userAgent: string;
  readonly now: () => number;
  readonly lookUp?: LookUp | undefined;
  /** Milliseconds for each request. */
  readonly timeoutMs?: number;
  /** Ends everything. */
  readonly signal: AbortSignal;
}

export const MAX_REDIRECTS = 5;
const TIMEOUT_MS = 10_000;

/** Asks for an address with HEAD, and with GET where a host does not answer that as it should. */
export async function ask(address: string, options: AskOptions): Promise<Answer> {
  try {
    const head = await follow(new URL(address), { ...options, method: "HEAD" });
    if (head === null) return { kind: "undecided", reason: "it is redirected too often" };
    if (head.status < 400) return { kind: "alive" };
    const found = await follow(new URL(address), { ...options, method: "GET" });
    return found === null ? { kind: "alive" } : judge(found, options);
  } catch (error) {
    return judgeFailure(error, options);
  }
}

type FollowOptions = AskOptions & Pick<RequestOptions, "method" | "maxBodyBytes">;

/** Follows redirects. @returns null if there are too many */
export async function follow(url: URL, options: FollowOptions): Promise<HeadAnswer | null> {
  let at = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const limit = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
    const signal = AbortSignal.any([options.signal, limit]);
    const answer = await request(at, { ...options, signal });
    const next = redirectOf(answer, at);
    if (next === null) return answer;
    at = next;
  }
  return null;
}

/** Returns where an answer redirects to; null if it does not. */
export function redirectOf({ status, headers }: HeadAnswer, from: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(status) || headers.location === undefined) return null;
  const next = URL.parse(headers.location, from.href);
  return next !== null && /^https?:$/.test(next.protocol) ? next : null;
}

/** Returns what an answer says about its address. */
export function judge({ status, headers }: HeadAnswer, { now }: AskOptions): Answer {
  if (status < 400) return { kind: "alive" };
  if (status === 404 || status === 410) return { kind: "broken", reason: `it answers ${status}` };
  const retryAfterMs = waitOf(headers["retry-after"], now());
  return {
    kind: "undecided",
    reason: `it answers ${status}`,
    ...(retryAfterMs !== null && { retryAfterMs }),
  };
}

/** Reads `Retry-After`: seconds, or a date. */
function waitOf(value: string | undefined, nowMs: number): number | null {
  if (value === undefined) return null;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - nowMs;
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

/** Returns what an error of a request says about its address. @throws any other error */
export function judgeFailure(
  error: unknown,
  { signal }: AskOptions,
): Exclude<Answer, { kind: "alive" }> {
  if (error instanceof UnreachableHost) {
    if (error.why === "unknown-name") {
      return { kind: "broken", reason: "its host does not exist", isUnknownName: true };
    }
    const reason =
      error.why === "private"
        ? "its host is not on the internet"
        : "the name of its host is not answered";
    return { kind: "undecided", reason };
  }
  if (signal.aborted) return { kind: "undecided", reason: "there was no time left" };
  if (!(error instanceof Error)) throw error;
  const isTimeout = error.name === "AbortError" || error.name === "TimeoutError";
  if (isTimeout) return { kind: "undecided", reason: "it does not answer in time" };
  if (!("code" in error)) throw error;
  return { kind: "undecided", reason: `the connection fails (${error.code})` };
}
