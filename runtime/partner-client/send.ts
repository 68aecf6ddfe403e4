import { PartnerError } from "./partner-error.ts";

/** One request to docgate. */
export interface OutgoingRequest {
  /** Default: `GET`. */
  readonly method?: "GET" | "POST";
  readonly baseUrl: string;
  /** Begins with a slash. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. Default: no body. */
  readonly body?: unknown;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Answer {
  /** Method and path, for messages. */
  readonly what: string;
  readonly status: number;
  /** Undefined if it is not JSON. */
  readonly body: unknown;
}

/** Statuses with which docgate, or what is in front of it, asks to try again. */
const BUSY = new Set([429, 503]);

/**
 * Sends a request and reads its whole answer. Redirects are not followed.
 *
 * @throws {PartnerError} `timeout`, `unreachable`, `redirected` or `busy`
 * @throws the reason of the signal, once it is aborted
 */
export async function send(request: OutgoingRequest): Promise<Answer> {
  const { method = "GET", baseUrl, path, timeoutMs, signal } = request;
  const what = `${method} ${path}`;
  const deadline = AbortSignal.timeout(timeoutMs);
  let refusal: PartnerError;
  try {
    const response = await fetch(urlOf(request), {
      ...initOf(request),
      method,
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    });
    const { status } = response;
    const found = redirectOf(response, { baseUrl, what }) ?? busyOf(response, what);
    if (!found) return { what, status, body: parseJson(await response.text()) };
    refusal = found;
    await response.body?.cancel();
  } catch (cause) {
    signal?.throwIfAborted();
    if (deadline.aborted) {
      const message = `docgate at ${baseUrl} did not answer ${what} within ${timeoutMs} ms.`;
      throw new PartnerError("timeout", message, { cause });
    }
    const message = `docgate at ${baseUrl} gave no answer to ${what}: ${questions(request)}?`;
    throw new PartnerError("unreachable", message, { cause });
  }
  throw refusal;
}

function redirectOf(
  { status, type }: Response,
  { baseUrl, what }: Pick<OutgoingRequest, "baseUrl"> & Pick<Answer, "what">,
): PartnerError | undefined {
  if (type !== "opaqueredirect" && (status < 300 || status >= 400)) return undefined;
  return new PartnerError(
    "redirected",
    `${baseUrl} answered ${what} with a redirect, which is not followed: use docgate's own address.`,
  );
}

function busyOf({ status, headers }: Response, what: string): PartnerError | undefined {
  const retryAfterMs = BUSY.has(status) && parseRetryAfter(headers.get("retry-after") ?? "");
  if (retryAfterMs === false) return undefined;
  const seconds = Math.ceil(retryAfterMs / 1000);
  const message = `docgate cannot answer ${what} now (${status}): try again in ${seconds} seconds.`;
  return new PartnerError("busy", message, { retryAfterMs });
}

/** Parses a number of seconds or a date (RFC 9110 §10.2.3). @returns milliseconds */
function parseRetryAfter(text: string): number | false {
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? false : Math.max(0, at - Date.now());
}

/** Returns what to check: docgate also closes the connection on whoever it does not serve. */
function questions({ headers: { Origin } = {} }: OutgoingRequest): string {
  if (Origin === undefined) return "is it running";
  return `is it running, is "${Origin}" the Origin of the webhook, and has the API key all four bindings`;
}

function urlOf({ baseUrl, path, query = {} }: OutgoingRequest): string {
  const search = new URLSearchParams(query).toString();
  return search === "" ? baseUrl + path : `${baseUrl}${path}?${search}`;
}

/** Not every runtime knows `redirect: "error"`. */
function initOf({ headers = {}, body }: OutgoingRequest): RequestInit {
  if (body === undefined) return { headers, redirect: "manual" };
  return {
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify(body),
    redirect: "manual",
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
