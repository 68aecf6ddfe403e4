/**
 * Thrown while a file is read in the layout in which docgate writes it, where it is in another one
 * or not a corpus. The file is then read as any JSON is, which also tells what is wrong with it.
 */
export class OtherLayoutError extends Error {
  override readonly name = "OtherLayoutError";
}

/** Parses JSON that docgate wrote, if it is that. */
export function parsePart(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // The only error of JSON.parse.
    throw new OtherLayoutError("It has a part that is not JSON.");
  }
}

/** @returns what reading gives; null for a file in another layout */
export function unlessOther<Read>(read: () => Read): Read | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof OtherLayoutError) return null;
    throw error;
  }
}
