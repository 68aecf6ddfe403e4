import { base64url } from "jose";
import { z } from "zod";
import { DocgateError } from "../error.ts";

/** Type of the JWS, in the protected header of each signature. */
export const TYPE = "docgate-corpus+jws";

const encoded = z.string().regex(/^[A-Za-z0-9_-]+$/);

/** A JWS in the general JSON serialisation (RFC 7515, section 7.2.1). */
const signatureFileSchema = z.object({
  payload: encoded,
  signatures: z.array(z.object({ protected: encoded, signature: encoded })).min(1),
});

export type SignatureFile = z.infer<typeof signatureFileSchema>;

/**
 * Parses the content of a signature file. Unprotected headers are dropped: nobody has signed them.
 *
 * @throws {DocgateError} `corpus-signature` if it is not one
 */
export function parseSignatureFile(text: string, file: string): SignatureFile {
  try {
    return signatureFileSchema.parse(JSON.parse(text));
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof z.ZodError)) throw error;
    throw new DocgateError(
      "corpus-signature",
      `"${file}" is not a signature file: it is truncated or of another kind. Delete it, and sign the corpus again.`,
    );
  }
}

/** Returns the bytes that the signatures are over. */
export function payloadOf({ payload }: SignatureFile): Uint8Array {
  return base64url.decode(payload);
}
