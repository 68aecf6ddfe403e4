/**
 * Handles most requests directly from node:http: without `Request`, `Response` and middleware. It
 * leaves the others to the app, and both send the same answers: after a change, run `npx vitest run
 * --project unit test/runtime/docs/http/node-handler`, which sends each request both ways. It cuts
 * the CPU time of a cached answer to a third (`npm run bench -- --requests`, repeated).
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import type { RequestWatch, WatchedRequest } from "../../http/observer.ts";
import { readIncoming } from "../../http/read-body.ts";
import { ENDPOINT } from "../execute/queries.ts";
import type { Replying } from "./replier.ts";
import { HUNG_UP, internalError, isSending, type Reply } from "./reply.ts";
import type { Sending } from "./sending.ts";
import type { Transport } from "./transport.ts";

/** @returns true if the request was taken; otherwise it is untouched */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface NodeHandlerOptions {
  readonly transport: Transport;
  /** Requests with a longer body are left to the app. */
  readonly maxBodyBytes: number;
  /** Observes the requests that are taken. */
  readonly watch?: RequestWatch | undefined;
  /** Called with each error that docgate itself caused. */
  readonly onError: (error: unknown) => void;
}

/** A query string in characters that a URL leaves unchanged. */
const PLAIN_SEARCH = /^(?:\?[!"$-~]*)?$/;
/** Clients use few different names for this server. */
const KEPT_HOSTS = 200;

const UTF8 = new TextDecoder();

/** Serves queries by GET and POST whose heads are unambiguous. */
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

/** @returns the part of a GET's target after the endpoint; undefined for any other request */
function searchOf({ method, url = "" }: IncomingMessage): string | undefined {
  if (method !== "GET" || !url.startsWith(ENDPOINT)) return undefined;
  const search = url.slice(ENDPOINT.length);
  return PLAIN_SEARCH.test(search) ? search : undefined;
}

/** Checks that a URL made from a Host header has the same host; remembers the result. */
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
    // The error has already been reported.
    writeParts(response, body).catch(() => response.destroy());
  } else {
    const length = Buffer.byteLength(body);
    response.writeHead(status, { ...headers, "Content-Length": length }).end(body);
  }
}

/** Writes a part only after the client has taken most of the previous ones. */
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

/** Also resolves once the client has disconnected. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      response.off("drain", end).off("close", end);
      resolve();
    };
    response.on("drain", end).on("close", end);
  });
}
