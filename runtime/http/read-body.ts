import { Buffer } from "node:buffer";
import type { IncomingMessage } from "node:http";

/**
 * Reads a request's body. A body above the limit is not read to its end, so its answer must close
 * the connection.
 *
 * @returns null above the limit
 * @throws the error of the body's stream if the client disconnects
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
 * Reads the body of a node:http request whose length is known to be within the limit. It avoids
 * promises: with them, a cached answer takes two fifths more CPU (`npm run bench -- --requests`,
 * repeated).
 *
 * @param done Called once, with null if the client disconnects before the end.
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
