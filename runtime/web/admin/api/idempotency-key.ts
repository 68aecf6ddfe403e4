/**
 * Makes one key for all attempts at one create. Not `crypto.randomUUID`, which exists only over
 * https and on the local machine.
 */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
