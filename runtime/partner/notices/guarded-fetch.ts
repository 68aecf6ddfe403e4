import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { AttemptError } from "./outcome.ts";
import { createReach, type ReachedHost, type ReachOptions } from "./reach.ts";

export interface GuardedFetchOptions extends ReachOptions {
  /** Limit for a whole request, from the name look-up to the end of the answer. */
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
}

export interface GuardedRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends a request and reads the whole answer. Redirects are not followed. */
export type GuardedFetch = (url: string, request: GuardedRequest) => Promise<Response>;

/**
 * Creates a `fetch` for URLs that an administrator, or a server elsewhere, chose: it connects only
 * to addresses that notices may be sent to, and bounds time and size.
 *
 * @throws {AttemptError} from the function, if there is no complete answer
 */
export function createGuardedFetch(options: GuardedFetchOptions): GuardedFetch {
  const { timeoutMs, maxAnswerBytes } = options;
  const reach = createReach(options);
  return async (url, sent) => {
    const scope = new AbortController();
    const timer = setTimeout(() => scope.abort("timeout"), timeoutMs);
    try {
      return await exchange(await reach(url, scope.signal), { ...sent, maxAnswerBytes });
    } catch (error) {
      throw scope.signal.aborted ? new AttemptError("timeout") : error;
    } finally {
      clearTimeout(timer);
      // Closes the connection.
      scope.abort();
    }
  };
}

async function exchange(
  { url, socket }: ReachedHost,
  { method, headers, body = "", maxAnswerBytes }: GuardedRequest & { maxAnswerBytes: number },
): Promise<Response> {
  const sending = request({
    method,
    path: `${url.pathname}${url.search}`,
    headers: {
      ...headers,
      Host: url.host,
      ...(body !== "" && { "Content-Length": String(Buffer.byteLength(body)) }),
      Connection: "close",
    },
    // Without an agent, which would connect by itself and look up the name again.
    createConnection: () => socket,
  });
  try {
    sending.end(body);
    const [answer] = (await once(sending, "response")) as [IncomingMessage];
    return responseOf(answer, await readAll(answer, maxAnswerBytes));
  } catch (cause) {
    throw cause instanceof AttemptError ? cause : new AttemptError("closed", { cause });
  }
}

/** @throws {AttemptError} `protocol` if the answer is too large */
async function readAll(answer: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new AttemptError("protocol");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function responseOf({ statusCode = 0, headers }: IncomingMessage, body: Uint8Array): Response {
  const known = Object.entries(headers).filter(([, value]) => typeof value === "string");
  // A status that cannot have a body is refused with one, even an empty one.
  const content = body.length === 0 ? null : new Uint8Array(body);
  return new Response(content, { status: statusCode, headers: known as [string, string][] });
}
