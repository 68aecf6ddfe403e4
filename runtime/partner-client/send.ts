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

/**
 * Sends a request and reads its whole answer, whatever its status. Redirects are not followed.
 *
 * @throws {PartnerError} `timeout`, `unreachable` or `redirected`
 * @throws the reason of the signal, once it is aborted
 */
export async function send(request: OutgoingRequest): Promise<Answer> {
  const { method = "GET", baseUrl, path, timeoutMs, signal } = request;
  const what = `${method} ${path}`;
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(urlOf(request), {
      ...initOf(request),
      method,
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    });
    const { status, type } = response;
    const isRedirect = type === "opaqueredirect" || (status >= 300 && status < 400);
    if (!isRedirect) return { what, status, body: parseJson(await response.text()) };
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
  throw new PartnerError(
    "redirected",
    `${baseUrl} answered ${what} with a redirect, which is not followed: use docgate's own address.`,
  );
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
