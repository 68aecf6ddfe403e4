import { type FileHandle, open } from "node:fs/promises";
import { createFileHash } from "../digest.ts";
import { explainUnreadable } from "../file-error.ts";

/** While one piece of this size is read, the pieces before it are hashed. */
const PIECE_BYTES = 2 ** 21;

/** A file in memory. */
export interface FileBytes {
  readonly bytes: Buffer;
  /** The file's hash, if the file is in docgate's layout. */
  readonly digest: string;
}

/** @throws {DocgateError} `corpus-unreadable` if the file cannot be read */
export async function readBytes(file: string): Promise<FileBytes> {
  try {
    const handle = await open(file);
    try {
      return await readHandle(handle);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw explainUnreadable(error, file);
  }
}

async function readHandle(handle: FileHandle): Promise<FileBytes> {
  const { size } = await handle.stat();
  const bytes = Buffer.from(new ArrayBuffer(size, { maxByteLength: size }), 0, size);
  const hash = createFileHash();
  const read = (at: number) => handle.read(bytes, at, Math.min(PIECE_BYTES, size - at), null);
  let length = 0;
  for (let reading = read(0); length < size; ) {
    const { bytesRead } = await reading;
    if (bytesRead === 0) break;
    const start = length;
    length += bytesRead;
    reading = read(length);
    hash.update(bytes.subarray(start, length));
  }
  // The rest of a file that has no size, such as a pipe, or has grown.
  const rest = await handle.readFile();
  if (length === size && rest.length === 0) return { bytes, digest: hash.digest() };
  const whole = Buffer.concat([bytes.subarray(0, length), rest]);
  return { bytes: whole, digest: createFileHash().update(whole).digest() };
}
