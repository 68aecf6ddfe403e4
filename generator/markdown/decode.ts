/** Decodes UTF-8, several times faster than a TextDecoder. */
export function decode({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString();
}
