/** A part of a body: from the first byte to the one after the last. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Parses a `Range` header (RFC 9110, section 14.2).
 *
 * @param size of the body
 * @returns Null for the whole body, also if the header cannot be parsed or asks for several parts;
 *   "unsatisfiable" if it asks for nothing that is there.
 */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | "unsatisfiable" | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? "") ?? [];
  if (first === undefined || last === undefined || first + last === "") return null;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size };
  }
  const start = Number(first);
  const end = last === "" ? size : Math.min(Number(last) + 1, size);
  if (last !== "" && Number(last) < start) return null;
  return start >= size ? "unsatisfiable" : { start, end };
}
