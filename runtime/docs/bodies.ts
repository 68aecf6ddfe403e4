/** Stands in a text for a body; no JSON holds it. */
export const BODY_PLACE = "\0";

/**
 * Puts bodies, which are bytes already, into their places in a text.
 *
 * @param text JSON with {@link BODY_PLACE} for each body.
 * @returns its UTF-8; the text itself where there is no body
 */
export function insertBodies(
  text: string,
  bodies: readonly Uint8Array[],
): string | Buffer<ArrayBuffer> {
  if (bodies.length === 0) return text;
  const frame = Buffer.from(text);
  const length = bodies.reduce((sum, body) => sum + body.length - BODY_PLACE.length, frame.length);
  const whole = Buffer.allocUnsafe(length);
  let read = 0;
  let written = 0;
  for (const body of bodies) {
    const place = frame.indexOf(BODY_PLACE, read);
    written += frame.copy(whole, written, read, place);
    whole.set(body, written);
    written += body.length;
    read = place + BODY_PLACE.length;
  }
  frame.copy(whole, written, read);
  return whole;
}
