import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { explainUnreadable } from "../file-error.ts";
import { parsePublicKey } from "./public-key.ts";
import { requireSignatures, signatureFileOf } from "./read-signatures.ts";
import { requireSigned, type SignedStatement, verifySignatures } from "./verify.ts";

interface VerifyFileOptions {
  /** Public keys in the form `NAME:KEY`. */
  readonly keys: readonly string[];
  /** The present time, in milliseconds since 1970. */
  readonly nowMs: number;
}

/**
 * Verifies that a trusted key has signed a corpus file. The file is hashed, but not read otherwise.
 *
 * @throws {DocgateError} `corpus-signature` with the reason if none has
 */
export async function verifyFile(
  file: string,
  { keys, nowMs }: VerifyFileOptions,
): Promise<SignedStatement> {
  const trusted = keys.map(parsePublicKey);
  const sha256 = await hashFile(file);
  const text = await requireSignatures(file);
  const signed = await verifySignatures(text, { file: signatureFileOf(file), trusted, nowMs });
  requireSigned(signed, { file, sha256 });
  return signed;
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file, { highWaterMark: 2 ** 20 }), hash).catch((error) => {
    throw explainUnreadable(error, file);
  });
  return hash.digest("hex");
}
