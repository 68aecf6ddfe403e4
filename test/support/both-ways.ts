import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, vi } from "vitest";
import type { Docs } from "../../runtime/docs/execute/queries.ts";
import { createServer, type Fetch } from "../../runtime/http/server.ts";
import { type AnsweredRequest, createRequests } from "../../runtime/observe/requests.ts";
import { createService } from "../../runtime/serve/app.ts";
import { createAssets } from "../../runtime/serve/assets.ts";
import { DEFAULTS } from "../../runtime/serve/settings.ts";

/** A request as bytes. */
export interface Sent {
  readonly method?: string;
  readonly target?: string;
  readonly headers?: Record<string, string | string[]>;
  /** Sent with its length. Default: not `chunked`. */
  readonly body?: string | Buffer;
  readonly chunked?: boolean;
}

/** Serves docs with the direct handler and without it, for the tests of one `describe`. */
export function serveBothWays(docs: () => Docs) {
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
  const { app, handleNode } = createService(
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
  /** For each request, true if the direct handler took it. */
  const taken: boolean[] = [];
  const fetch: Fetch = (request, env) => app.fetch(request, env);
  const servers = {
    short: createServer({
      fetch,
      handleNode(request, response) {
        taken.push(handleNode(request, response));
        return taken.at(-1)!;
      },
    }),
    long: createServer({ fetch }),
  };

  beforeAll(async () => {
    for (const server of Object.values(servers)) {
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
    }
  });
  afterAll(() => {
    for (const server of Object.values(servers)) server.close();
  });

  /** The answer, and what observers are told, both ways. */
  async function send(sent: Sent) {
    const before = accesses.length;
    const short = await exchange(servers.short, textOf(sent));
    const long = await exchange(servers.long, textOf(sent));
    const [shortAccess, longAccess] = accesses.slice(before);
    return { short: [short, shortAccess], long: [long, longAccess] };
  }

  return { app, servers, taken, accesses, faulty, onError, state, send };
}

interface Answer {
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
}: Sent): Buffer {
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
): Promise<Answer[]> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let text = "";
  socket.setEncoding("latin1").on("data", (data) => (text += data));
  socket.write(bytes);
  if (isEnded) socket.end();
  await once(socket, "end");
  socket.destroy();
  return [...split(text)];
}

function* split(text: string): Generator<Answer> {
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
    const length = Number(headers["content-length"] ?? 0);
    yield {
      status: Number(statusLine!.split(" ")[1]),
      headers,
      body: rest.slice(end, end + length),
    };
    rest = rest.slice(end + length);
  }
}
