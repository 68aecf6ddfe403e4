/**
 * The short way from node:http to an answer and back, for most requests: no `Request`, no
 * `Response`, no middleware. What it leaves is the app's, and both send the same: after a change run
 * `npx vitest run --project unit test/runtime/docs/http/node-handler`, which sends each request both
 * ways. A kept answer takes a third of the CPU by it (`npm run bench -- --requests`,
 * repeated).
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import type { RequestWatch, WatchedRequest } from "../../http/observer.ts";
import { readIncoming } from "../../http/read-body.ts";
import { ENDPOINT } from "../execute/queries.ts";
import { HUNG_UP, internalError, isSending, type Reply } from "./reply.ts";
import type { Sending } from "./sending.ts";
import type { Replying, Transport } from "./transport.ts";

/** @returns whether the request was taken; one that was not is as it was */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface NodeHandlerOptions {
  readonly transport: Transport;
  /** A longer body is left to the app. */
  readonly maxBodyBytes: number;
  /** Sees the requests that are taken. */
  readonly watch?: RequestWatch | undefined;
  /** Called with each error that docgate itself caused. */
  readonly onError: (error: unknown) => void;
}

/** What may follow the path, in characters that a URL leaves as they are or that mean themselves. */
const PLAIN_SEARCH = /^(?:\?[!"$-~]*)?$/;
/** Clients send few different names of this server. */
const KEPT_HOSTS = 200;

const UTF8 = new TextDecoder();

/** Serves queries by GET and POST whose heads every reader reads alike. */
export function createNodeHandler(options: NodeHandlerOptions): NodeHandler {
  const { transport, maxBodyBytes, watch, onError } = options;
  const isPlainHost = rememberHosts();

  /** True if no header is repeated and Host is a plain host name. */
  function isPlain({ headers, rawHeaders }: IncomingMessage): boolean {
    return isPlainHost(headers.host ?? "") && Object.keys(headers).length * 2 === rawHeaders.length;
  }

  function isPost({ method, url, headers }: IncomingMessage): boolean {
    if (method !== "POST" || url !== ENDPOINT) return false;
    const { "content-length": length, "transfer-encoding": coding } = headers;
    return length !== undefined && coding === undefined && Number(length) <= maxBodyBytes;
  }

  function send(response: ServerResponse, { reply, watched }: Asked): void {
    const finish = (reply: Reply) => {
      watched?.end({ route: ENDPOINT, status: reply.status });
      write(response, reply);
    };
    const fail = (error: unknown) => {
      onError(error);
      finish(internalError());
    };
    const start = () => {
      let replying: Replying;
      try {
        replying = reply();
      } catch (error) {
        fail(error);
        return;
      }
      if (replying instanceof Promise) replying.then(finish, fail);
      else finish(replying);
    };
    if (watched) watched.run(start);
    else start();
  }

  return (request, response) => {
    const search = isPost(request) ? null : searchOf(request);
    if (search === undefined || !isPlain(request)) return false;
    const header = (name: string) => request.headers[name] as string | undefined;
    const answer = search === null ? transport.post(header) : transport.get(header);
    if (typeof answer !== "function") return false;
    const watched = watch?.begin({ method: request.method!, path: ENDPOINT, header });
    const { socket } = request;
    const client = { isGone: () => socket.destroyed || socket.writableEnded };
    if (search !== null) send(response, { reply: () => answer(search, client), watched });
    else {
      readIncoming(request, (body) => {
        const reply = () => (body === null ? HUNG_UP : answer(UTF8.decode(body), client));
        send(response, { reply, watched });
      });
    }
    return true;
  };
}

interface Asked {
  readonly reply: () => Replying;
  readonly watched: WatchedRequest | undefined;
}

/** @returns what follows the endpoint in the target of a GET; undefined for another request */
function searchOf({ method, url = "" }: IncomingMessage): string | undefined {
  if (method !== "GET" || !url.startsWith(ENDPOINT)) return undefined;
  const search = url.slice(ENDPOINT.length);
  return PLAIN_SEARCH.test(search) ? search : undefined;
}

/** Whether a URL made of a Host has the same host. */
function rememberHosts(): (host: string) => boolean {
  const known = new LRUCache<string, boolean>({ max: KEPT_HOSTS });
  return (host) => {
    const before = known.get(host);
    if (before !== undefined) return before;
    const url = `http://${host}`;
    const isPlain = URL.canParse(url) && new URL(url).host === host;
    known.set(host, isPlain);
    return isPlain;
  };
}

function write(response: ServerResponse, { status, headers, body }: Reply): void {
  if (body === null) response.writeHead(status, headers).end();
  else if (isSending(body)) {
    const length = body.length === undefined ? {} : { "Content-Length": body.length };
    response.writeHead(status, { ...headers, ...length });
    // Why it cannot go on has been told already.
    writeParts(response, body).catch(() => response.destroy());
  } else {
    const length = Buffer.byteLength(body);
    response.writeHead(status, { ...headers, "Content-Length": length }).end(body);
  }
}

/** Writes no part before the client has taken most of those before it. */
async function writeParts(response: ServerResponse, body: Sending): Promise<void> {
  body.onStall(() => response.destroy());
  response.once("close", body.end);
  try {
    for (let part = await body.next(); part !== null; part = await body.next()) {
      if (!response.write(part)) await drained(response);
    }
  } finally {
    body.end();
  }
  response.end();
}

/** Also over once the client has hung up. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      response.off("drain", end).off("close", end);
      resolve();
    };
    response.on("drain", end).on("close", end);
  });
}
