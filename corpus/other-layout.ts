import { DocgateError, hasCode } from "./error.ts";

/** Parses JSON that docgate wrote. @throws {DocgateError} `corpus-layout` if it is not JSON */
export function parsePart(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // The only error of JSON.parse.
    throw new DocgateError("corpus-layout", "It has a part that is not JSON.");
  }
}

/** @returns what reading gives; null for a file that is not in the layout that docgate writes */
export function unlessOther<Read>(read: () => Read): Read | null {
  try {
    return read();
  } catch (error) {
    if (hasCode(error, "corpus-layout")) return null;
    throw error;
  }
}
