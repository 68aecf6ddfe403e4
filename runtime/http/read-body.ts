import { Buffer } from "node:buffer";
import type { IncomingMessage } from "node:http";

/**
 * Reads a request's body. One above the limit is not read to its end, so the answer to it must close
 * the connection.
 *
 * @returns null above the limit
 * @throws what the body's stream throws when the client hangs up
 */
export async function readBody(
  { headers, body }: Request,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(headers.get("Content-Length")) > maxBytes) return null;
  if (body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks);
    size += value.length;
    // Not cancelled: that would close the connection before the answer is sent.
    if (size > maxBytes) return null;
    chunks.push(value);
  }
}

/**
 * Reads the body of a request of node:http that has a length, for which its limit is known to hold.
 * Made without promises: with them, a kept answer takes two fifths more CPU
 * (`npm run bench -- --requests`, repeated).
 *
 * @param done Called once, with null if the client hangs up before the end.
 */
export function readIncoming(
  request: IncomingMessage,
  done: (body: Uint8Array | null) => void,
): void {
  const chunks: Buffer[] = [];
  let isDone = false;
  const finish = (body: Uint8Array | null) => {
    if (isDone) return;
    isDone = true;
    done(body);
  };
  const giveUp = () => finish(null);
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => finish(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
  request.on("error", giveUp);
  request.on("close", giveUp);
}
