import { Buffer } from "node:buffer";

/**
 * Reads a request's body. A body above the limit is not read to its end, so its answer must close
 * the connection.
 *
 * @returns null above the limit
 * @throws the error of the body's stream if the client disconnects
 */
export async function readBody(
  request: Request,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const length = request.headers.get("Content-Length");
  if (Number(length) > maxBytes) return null;
  // The adapter reads a whole body from the connection, without the streams of a `Request`.
  if (length !== null) {
    const bytes = new Uint8Array(await request.arrayBuffer());
    return bytes.length > maxBytes ? null : bytes;
  }
  const { body } = request;
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
