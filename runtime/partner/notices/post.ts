import { request } from "node:http";
import type { Socket } from "node:net";
import { AttemptError } from "./outcome.ts";

export interface PostOptions {
  /** An open connection, with TLS for an https URL; closed after this request. */
  readonly socket: Socket;
  readonly url: URL;
  readonly body: string;
  /** Sent besides those of every notice. */
  readonly headers: Readonly<Record<string, string>>;
  /** Size of the answer, head and body, above which the connection is closed. */
  readonly maxAnswerBytes: number;
}

/** Maximum size of an answer's head. */
const MAX_HEAD_BYTES = 16_384;

/**
 * Sends one POST and reads the answer until it ends, is too large, or the socket is destroyed. Once
 * the head of the final answer has arrived, its status counts, whatever follows. The body is not
 * kept or decoded.
 *
 * @returns the status
 * @throws {AttemptError} `closed` or `protocol`, if there was no final answer
 */
export function post({ socket, url, body, headers, maxAnswerBytes }: PostOptions): Promise<number> {
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
      headers: { ...headersOf(url, body), ...headers },
      // Without an agent, which would connect by itself and look up the name again.
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

/** Leaves out Authorization, Cookie and Referer: notices are not authenticated (PIA §6). */
function headersOf(url: URL, body: string): Record<string, string> {
  return {
    Host: url.host,
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(body)),
    "User-Agent": "docgate",
    Connection: "close",
  };
}
