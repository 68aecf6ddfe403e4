import { type Bodies, insertBodies, piecesOf, sizeOf } from "./body-slots.ts";

export type Bytes = Uint8Array<ArrayBuffer>;

/** A larger answer is not held in memory: it is measured, and written again while it is sent. */
export const MAX_HELD_BYTES = 2 ** 21;

/** An answer is put together in parts of about this size. */
export const PART_BYTES = 2 ** 15;

/** JSON that is being written. */
export interface Texts {
  /** Each with its bodies, which are in the list when the text is given. */
  readonly texts: Iterable<string>;
  readonly bodies: Bodies;
}

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

/**
 * Puts an answer together, a step each time.
 *
 * @param open Starts to write it: a second time if it is large.
 * @returns null if it is larger than `maxBytes`, of which no more than that is looked at
 */
export function* gather(
  open: () => Texts,
  { maxBytes }: { readonly maxBytes: number },
): Generator<undefined, Json | null> {
  const { texts, bodies } = open();
  const parts: (string | Bytes)[] = [];
  let text = "";
  let size = 0;
  const takePart = () => {
    size += sizeOf({ text, bodies });
    if (size <= MAX_HELD_BYTES) parts.push(insertBodies({ text, bodies }));
    else parts.length = 0;
    text = "";
    clear(bodies);
  };
  for (const more of texts) {
    text += more;
    if (isPart(text, bodies)) takePart();
    if (size > maxBytes) return null;
    yield;
  }
  takePart();
  if (size > maxBytes) return null;
  if (size > MAX_HELD_BYTES) return { size, write: () => write(open()) };
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts.map(toBytes));
}

function* write({ texts, bodies }: Texts): Generator<Bytes | undefined, void> {
  let text = "";
  for (const more of texts) {
    text += more;
    if (isPart(text, bodies)) {
      yield* bytesOf({ text, bodies });
      text = "";
      clear(bodies);
    } else yield;
  }
  yield* bytesOf({ text, bodies });
}

function isPart(text: string, bodies: Bodies): boolean {
  return text.length + bodies.bytes >= PART_BYTES;
}

/** A page may be large, and be selected many times: then its body is not copied. */
function* bytesOf(part: { readonly text: string; readonly bodies: Bodies }): Generator<Bytes> {
  if (sizeOf(part) <= 4 * PART_BYTES) yield toBytes(insertBodies(part));
  else yield* piecesOf(part) as Generator<Bytes>;
}

function toBytes(part: string | Bytes): Bytes {
  return typeof part === "string" ? Buffer.from(part) : part;
}

function clear(bodies: Bodies): void {
  bodies.list.length = 0;
  bodies.bytes = 0;
}
