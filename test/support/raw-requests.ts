import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, vi } from "vitest";
import type { Docs } from "../../runtime/docs/execute/queries.ts";
import { createServer } from "../../runtime/http/server.ts";
import { type AnsweredRequest, createRequests } from "../../runtime/observe/requests.ts";
import { createService } from "../../runtime/serve/app.ts";
import { createAssets } from "../../runtime/serve/assets.ts";
import { DEFAULTS } from "../../runtime/serve/settings.ts";

/** A request as bytes. */
export interface RawRequest {
  readonly method?: string;
  readonly target?: string;
  readonly headers?: Record<string, string | string[]>;
  /** Sent with its length. Default: not `chunked`. */
  readonly body?: string | Buffer;
  readonly chunked?: boolean;
}

/** Serves docs to requests that are sent as bytes, for the tests of one `describe`. */
export function serveRequests(docs: () => Docs) {
  const state = { isBroken: false };
  const accesses: AnsweredRequest[] = [];
  const watch = createRequests({
    now: () => 0,
    newId: () => "id",
    onAnswer: [(answered) => void accesses.push(answered)],
    tracing: undefined,
  });
  /** The requests that errors were attributed to. */
  const faulty: (string | undefined)[] = [];
  const onError = vi.fn(() => void faulty.push(watch.current()?.requestId));
  const { app } = createService(
    {
      docs: (): Docs => {
        if (state.isBroken) throw new Error("broken");
        return docs();
      },
      assets: createAssets({ directory: "/nowhere" }),
      onError,
      watch,
    },
    { ...DEFAULTS, answerCacheMib: 1 },
  );
  const server = createServer({ fetch: (request, env) => app.fetch(request, env) });

  beforeAll(async () => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterAll(() => void server.close());

  /** Sends a request on a separate connection, and returns the last answer. */
  async function send(request: RawRequest): Promise<RawAnswer> {
    return (await exchange(server, textOf(request))).at(-1)!;
  }

  return { server, accesses, faulty, onError, state, send };
}

export interface RawAnswer {
  readonly status: number;
  /** In lower case, except for the date. */
  readonly headers: Record<string, string>;
  /** Each byte is one character. */
  readonly body: string;
}

/** Returns the bytes of a request. */
export function textOf({
  method = "POST",
  target = "/graphql",
  headers = {},
  body,
  chunked,
}: RawRequest): Buffer {
  const bytes = Buffer.from(body ?? "");
  const all = { Host: "localhost", Connection: "close", ...headers };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    [value].flat().map((it) => `${name}: ${it}`),
  );
  if (body !== undefined) {
    lines.push(chunked ? "Transfer-Encoding: chunked" : `Content-Length: ${bytes.length}`);
  }
  const head = `${method} ${target} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
  const chunk = [`${bytes.length.toString(16)}\r\n`, bytes, "\r\n0\r\n\r\n"].map((it) =>
    Buffer.from(it),
  );
  return Buffer.concat([Buffer.from(head), ...(chunked ? chunk : [bytes])]);
}

/** Sends bytes, and reads answers until the server closes. @param isEnded True to send no more. */
export async function exchange(
  server: Server,
  bytes: Buffer,
  { isEnded = false } = {},
): Promise<RawAnswer[]> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let text = "";
  socket.setEncoding("latin1").on("data", (data) => (text += data));
  socket.write(bytes);
  if (isEnded) socket.end();
  await once(socket, "end");
  socket.destroy();
  return [...split(text)];
}

function* split(text: string): Generator<RawAnswer> {
  for (let rest = text; rest !== ""; ) {
    const end = rest.indexOf("\r\n\r\n") + 4;
    const [statusLine, ...lines] = rest.slice(0, end - 4).split("\r\n");
    const headers = Object.fromEntries(
      lines.map((line) => {
        const [name, ...value] = line.split(": ");
        return [name!.toLowerCase(), value.join(": ")];
      }),
    );
    delete headers.date;
    // The last answer of a connection may be sent in chunks, whose sizes are left in its body.
    const isLast = headers["transfer-encoding"] === "chunked";
    const length = isLast ? Number.POSITIVE_INFINITY : Number(headers["content-length"] ?? 0);
    yield {
      status: Number(statusLine!.split(" ")[1]),
      headers,
      body: rest.slice(end, end + length),
    };
    rest = rest.slice(end + length);
  }
}
