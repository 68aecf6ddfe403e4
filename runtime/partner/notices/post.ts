import { request } from "node:http";
import type { Socket } from "node:net";
import { AttemptError } from "./outcome.ts";

export interface PostOptions {
  /** An open connection, with TLS if the URL has it; it is used for this and then closed. */
  readonly socket: Socket;
  readonly url: URL;
  readonly body: string;
  /** The connection is closed when more than this came, head and body. */
  readonly maxAnswerBytes: number;
}

/** A head with more than this is not HTTP as it is meant. */
const MAX_HEAD_BYTES = 16_384;

/**
 * Sends one POST and reads the answer until it ends, or is too much, or the socket is destroyed.
 * Once the head of the final answer is there, its status counts, whatever comes after it. The body is
 * neither kept nor decoded.
 *
 * @returns the status
 * @throws {AttemptError} `closed` or `protocol`, if there was no final answer
 */
export function post({ socket, url, body, maxAnswerBytes }: PostOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    let status: number | undefined;
    let word: "closed" | "protocol" = "closed";
    let answerBytes = 0;

    function breakOff(): void {
      word = "protocol";
      socket.destroy();
    }

    request({
      method: "POST",
      path: `${url.pathname}${url.search}`,
      headers: headersOf(url, body),
      // Without an agent: an agent would connect by itself, and look up the name again.
      createConnection: () => socket,
      maxHeaderSize: MAX_HEAD_BYTES,
    })
      .on("socket", () => {
        socket.on("data", ({ length }: Buffer) => {
          answerBytes += length;
          if (answerBytes > maxAnswerBytes) breakOff();
        });
      })
      .on("response", (response) => {
        status = response.statusCode;
        response.on("error", () => {}).resume();
      })
      .on("upgrade", breakOff)
      .on("error", ({ code }: NodeJS.ErrnoException) => {
        if (code?.startsWith("HPE_")) word = "protocol";
      })
      .on("close", () => {
        if (status === undefined) reject(new AttemptError(word));
        else resolve(status);
      })
      .end(body);
  });
}

/** No Authorization, no Cookie, no Referer: notices carry no authentication (PIA §6). */
function headersOf(url: URL, body: string): Record<string, string> {
  return {
    Host: url.host,
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(body)),
    "User-Agent": "docgate",
    Connection: "close",
  };
}
