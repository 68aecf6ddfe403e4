import { PartnerError } from "./partner-error.ts";

/** Notices are much smaller. */
const MAX_BYTES = 64 * 1024;

/**
 * Reads the body of a request, unchanged.
 *
 * @throws {TypeError} if it has been read already
 * @throws {PartnerError} `notice-invalid` if it is too large
 */
export async function readBody(request: Request): Promise<Uint8Array> {
  if (request.bodyUsed) {
    throw new TypeError("The notice handler needs a request whose body has not been read.");
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  for (let part = await readPart(reader); part; part = await readPart(reader)) {
    length += part.length;
    chunks.push(part);
    if (length > MAX_BYTES) {
      await reader!.cancel();
      throw new PartnerError("notice-invalid", `The request has more than ${MAX_BYTES} bytes.`);
    }
  }
  const body = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.length;
  }
  return body;
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** Reads what has arrived. @returns undefined at the end */
async function readPart(reader: Reader | undefined): Promise<Uint8Array | undefined> {
  try {
    return (await reader?.read())?.value;
  } catch (cause) {
    throw new PartnerError("notice-invalid", "The request ended before its body did.", { cause });
  }
}
