import { once } from "node:events";
import { connect } from "node:net";
import { onTestFinished, vi } from "vitest";

/** An HTTP response as it came over the wire. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** A client that sends exactly the given bytes, when told to. */
export interface RawClient {
  send(text: string): void;
  /** Returns the response to the next request, in order; its body must have a Content-Length. */
  response(): Promise<RawResponse>;
  close(): void;
}

const DEADLINE_MS = 5_000;

/** Opens a connection, which is closed when the test ends. */
export async function connectRaw(url: string): Promise<RawClient> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  let received = "";
  let error: Error | undefined;
  socket.setEncoding("utf8").on("data", (text) => (received += text));
  socket.on("error", (reason) => (error = reason));
  await once(socket, "connect");

  function take(): RawResponse {
    if (error) throw error;
    const [head, ...rest] = received.split("\r\n\r\n");
    const [statusLine, ...lines] = head!.split("\r\n");
    const headers = new Headers(lines.map((line) => line.split(/:\s*/, 2) as [string, string]));
    const body = rest.join("\r\n\r\n");
    const length = Number(headers.get("content-length"));
    if (rest.length === 0 || body.length < length) throw new Error(`Incomplete: ${received}`);
    received = body.slice(length);
    return { status: Number(statusLine!.split(" ")[1]), headers, body: body.slice(0, length) };
  }

  return {
    send: (text) => void socket.write(text),
    response: () => vi.waitFor(take, { timeout: DEADLINE_MS, interval: 5 }),
    close: () => void socket.destroy(),
  };
}

/** Formats a POST to `/graphql`. */
export function postText(body: string): string {
  return [
    "POST /graphql HTTP/1.1",
    "Host: localhost",
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "",
    body,
  ].join("\r\n");
}

/** Formats the same request, with the body as one chunk. */
export function chunkedPostText(body: string): string {
  return [
    "POST /graphql HTTP/1.1",
    "Host: localhost",
    "Content-Type: application/json",
    "Transfer-Encoding: chunked",
    "",
    Buffer.byteLength(body).toString(16),
    body,
    "0",
    "",
    "",
  ].join("\r\n");
}
