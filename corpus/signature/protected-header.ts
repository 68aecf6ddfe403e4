import { decodeProtectedHeader } from "jose";

/**
 * Returns the name of the key that a signature says it was made with.
 *
 * @returns undefined for a header that is not JSON or has no name
 */
export function keyName(header: string): string | undefined {
  try {
    const { kid } = decodeProtectedHeader({ protected: header });
    return typeof kid === "string" ? kid : undefined;
  } catch (error) {
    // The error for a header that cannot be read.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
