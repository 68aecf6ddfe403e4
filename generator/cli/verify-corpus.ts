import { createHash } from "node:crypto";
import { readBytes } from "../../corpus/read/read-bytes.ts";
import { parsePublicKey } from "../../corpus/signature/public-key.ts";
import { requireSignatures, signatureFileOf } from "../../corpus/signature/read-signatures.ts";
import { requireSigned, type Signed, verifySignatures } from "../../corpus/signature/verify.ts";

interface VerifyOptions {
  /** Public keys in the form `NAME:KEY`. */
  readonly trust: readonly string[];
  readonly nowMs: number;
}

/**
 * Verifies that a trusted key has signed a corpus file.
 *
 * @returns who signed what and when, in lines
 * @throws {DocgateError} `corpus-signature` with the reason if none has
 */
export async function verifyCorpusFile(
  corpus: string,
  { trust, nowMs }: VerifyOptions,
): Promise<string[]> {
  const trusted = trust.map(parsePublicKey);
  const { bytes } = await readBytes(corpus);
  const text = await requireSignatures(corpus);
  const signed = await verifySignatures(text, { file: signatureFileOf(corpus), trusted, nowMs });
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  requireSigned(signed, { file: corpus, sha256 });
  return describeSigned(corpus, signed);
}

function describeSigned(corpus: string, { statement, signers }: Signed): string[] {
  const { issuedAt, expiresAt, sequence, commit, sha256 } = statement;
  return [
    `${corpus} is signed by ${signers.join(", ")}.`,
    `  signed at  ${issuedAt}`,
    `  expires    ${expiresAt ?? "never"}`,
    `  sequence   ${sequence}`,
    ...(commit === undefined ? [] : [`  commit     ${commit}`]),
    `  sha256     ${sha256}`,
  ];
}
