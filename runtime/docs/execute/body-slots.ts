/** Stands in a text for a body; no JSON holds it. */
export const BODY_PLACE = "\0";

/** The bodies of docs, which are bytes already, in the order of their places in a text. */
export interface Bodies {
  readonly list: Uint8Array[];
  /** Of all of them. */
  bytes: number;
}

/** JSON with {@link BODY_PLACE} for each body. */
export interface TextWithBodies {
  readonly text: string;
  readonly bodies: Bodies;
}

/** The size of the whole, in UTF-8. */
export function sizeOf({ text, bodies }: TextWithBodies): number {
  return Buffer.byteLength(text) + bodies.bytes - bodies.list.length * BODY_PLACE.length;
}

/**
 * Puts bodies into their places.
 *
 * @returns its UTF-8; the text itself where there is no body
 */
export function insertBodies({ text, bodies }: TextWithBodies): string | Buffer<ArrayBuffer> {
  if (bodies.list.length === 0) return text;
  const frame = Buffer.from(text);
  const whole = Buffer.allocUnsafe(frame.length + bodies.bytes - bodies.list.length);
  let read = 0;
  let written = 0;
  for (const body of bodies.list) {
    const place = frame.indexOf(BODY_PLACE, read);
    written += frame.copy(whole, written, read, place);
    whole.set(body, written);
    written += body.length;
    read = place + BODY_PLACE.length;
  }
  frame.copy(whole, written, read);
  return whole;
}

/** The same in pieces, in which no body is copied: for bodies that are large. */
export function* piecesOf({ text, bodies }: TextWithBodies): Generator<Uint8Array> {
  const between = text.split(BODY_PLACE);
  for (const [index, piece] of between.entries()) {
    if (index > 0) yield bodies.list[index - 1]!;
    yield Buffer.from(piece);
  }
}
