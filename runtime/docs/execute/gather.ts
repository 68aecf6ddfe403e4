import { type Bytes, join, Output } from "./output.ts";

/** A larger answer is not held in memory: it is measured, and written again while it is sent. */
export const MAX_HELD_BYTES = 2 ** 21;

/** Approximate size of the parts in which output is taken, each a fraction of a turn. */
const PART_BYTES = 2 ** 15;

/** Maximum number of UTF-8 bytes for a UTF-16 unit. */
const MAX_UTF8_BYTES = 3;

/** Parts up to this size are sent as one; in larger ones, bodies are not copied. */
const MAX_COPIED_BYTES = 4 * PART_BYTES;

/** An answer that is too large to hold in memory. */
export interface LargeJson {
  /** Size in UTF-8, in bytes. */
  readonly size: number;
  /** Writes the answer from its start. */
  write(): Generator<Bytes, void>;
}

export type Json = string | Bytes | LargeJson;

export function isLarge(json: Json): json is LargeJson {
  return typeof json === "object" && !(json instanceof Uint8Array);
}

/** Starts writing an answer, the same each time. */
export type Begin = (output: Output) => void;

/**
 * Assembles an answer, one part per step.
 *
 * @param begin Called a second time if the answer is large.
 * @returns null if the answer is larger than `maxBytes`; writing stops at that size
 */
export function* gather(
  begin: Begin,
  { maxBytes }: { readonly maxBytes: number },
): Generator<undefined, Json | null> {
  const output = new Output();
  let held: (string | Bytes)[] = [];
  let size = 0;
  const takePart = () => {
    const part = output.take();
    size += part.size;
    held = size > MAX_HELD_BYTES ? [] : held.concat(part.parts);
  };
  begin(output);
  do {
    if (output.length < PART_BYTES) continue;
    takePart();
    if (size > maxBytes) return null;
    yield;
  } while (output.advance());
  const isShort = size === 0 && output.length * MAX_UTF8_BYTES <= maxBytes;
  if (isShort && output.isText) return output.text;
  takePart();
  if (size > maxBytes) return null;
  if (size > MAX_HELD_BYTES) return { size, write: () => write(begin) };
  return join({ parts: held, size });
}

function* write(begin: Begin): Generator<Bytes, void> {
  const output = new Output();
  begin(output);
  do {
    if (output.length >= PART_BYTES) yield* takeParts(output);
  } while (output.advance());
  yield* takeParts(output);
}

function* takeParts(output: Output): Generator<Bytes> {
  const written = output.take();
  if (written.size <= MAX_COPIED_BYTES) yield join(written);
  else for (const part of written.parts) yield typeof part === "string" ? Buffer.from(part) : part;
}
