/** A key for the tries of one create. Not `crypto.randomUUID`, which there is only over https and on the same machine. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
