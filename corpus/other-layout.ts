import { DocgateError, hasCode } from "./error.ts";

/** Parses JSON that docgate wrote. @throws {DocgateError} `corpus-layout` if it is not JSON */
export function parsePart(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // JSON.parse throws no other error.
    throw new DocgateError("corpus-layout", "A part of it is not JSON.");
  }
}

/** @returns the result of reading; null for a file that is not in docgate's layout */
export function nullIfOtherLayout<Read>(read: () => Read): Read | null {
  try {
    return read();
  } catch (error) {
    if (hasCode(error, "corpus-layout")) return null;
    throw error;
  }
}
