import { type Bytes, Output } from "./output.ts";

/** A larger answer is not held in memory: it is measured, and written again while it is sent. */
export const MAX_HELD_BYTES = 2 ** 21;

/** What was written is taken in parts of about this size. */
const PART_BYTES = 2 ** 15;

/** Parts up to this size are sent as one; in larger ones, bodies are not copied. */
const MAX_COPIED_BYTES = 4 * PART_BYTES;

/** An answer that is too large to be held. */
export interface LargeJson {
  /** In UTF-8, in bytes. */
  readonly size: number;
  /** Writes it from its start, a step each time; not each step gives a part. */
  write(): Generator<Bytes | undefined, void>;
}

export type Json = string | Bytes | LargeJson;

export function isLarge(json: Json): json is LargeJson {
  return typeof json === "object" && !(json instanceof Uint8Array);
}

/** Begins to write an answer, the same each time. */
export type Begin = (output: Output) => void;

/**
 * Puts an answer together, a step each time.
 *
 * @param begin Called a second time if the answer is large.
 * @returns null if it is larger than `maxBytes`, of which no more than that is looked at
 */
export function* gather(
  begin: Begin,
  { maxBytes }: { readonly maxBytes: number },
): Generator<undefined, Json | null> {
  const output = new Output();
  const held: Bytes[] = [];
  let size = 0;
  const takePart = () => {
    for (const chunk of output.take()) {
      size += chunk.length;
      held.push(chunk);
    }
    if (size > MAX_HELD_BYTES) held.length = 0;
  };
  begin(output);
  do {
    if (output.length >= PART_BYTES) takePart();
    if (size > maxBytes) return null;
    yield;
  } while (output.advance());
  if (size === 0 && output.isText) return output.text;
  takePart();
  if (size > maxBytes) return null;
  if (size > MAX_HELD_BYTES) return { size, write: () => write(begin) };
  return Buffer.concat(held, size);
}

function* write(begin: Begin): Generator<Bytes | undefined, void> {
  const output = new Output();
  begin(output);
  do {
    if (output.length >= PART_BYTES) yield* takeParts(output);
    else yield;
  } while (output.advance());
  yield* takeParts(output);
}

function* takeParts(output: Output): Generator<Bytes> {
  if (output.length > MAX_COPIED_BYTES) yield* output.take();
  else yield Buffer.concat(output.take());
}
