import type { SignedStatement } from "../../corpus/signature/verify.ts";
import { verifyFile } from "../../corpus/signature/verify-file.ts";

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
  return describeSigned(corpus, await verifyFile(corpus, { keys: trust, nowMs }));
}

function describeSigned(corpus: string, { statement, signers }: SignedStatement): string[] {
  const { issuedAt, expiresAt, sequence, edition, commit, sha256 } = statement;
  return [
    `${corpus} is signed by ${signers.join(", ")}.`,
    `  signed at  ${issuedAt}`,
    `  expires    ${expiresAt ?? "never"}`,
    `  sequence   ${sequence}`,
    ...(edition === undefined ? [] : [`  edition    ${edition}`]),
    ...(commit === undefined ? [] : [`  commit     ${commit}`]),
    `  sha256     ${sha256}`,
  ];
}
