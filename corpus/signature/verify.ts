import { errors, flattenedVerify, importJWK } from "jose";
import { DocgateError } from "../error.ts";
import { printable } from "../text/printable.ts";
import { keyName } from "./protected-header.ts";
import type { PublicKey } from "./public-key.ts";
import { parseSignatureFile, payloadOf, type SignatureFile, TYPE } from "./signature-file.ts";
import { parseStatement, type Statement } from "./statement.ts";

/** EdDSA with Ed25519, under both of its names (RFC 8037 and RFC 9864). */
const ALGORITHMS = ["EdDSA", "Ed25519"];

/** A statement that at least one trusted key has signed. */
export interface SignedStatement {
  readonly statement: Statement;
  /** Names of the trusted keys whose signatures are valid, in the order of the file. */
  readonly signers: readonly string[];
}

export interface VerifyOptions {
  /** Name of the signature file, for messages. */
  readonly file: string;
  readonly trusted: readonly PublicKey[];
  /** The present time, in milliseconds since 1970. */
  readonly nowMs: number;
}

/**
 * Verifies a signature file. One valid signature of a trusted key is enough; the statement must not
 * have expired. {@link requireSigned} compares a corpus with the statement.
 *
 * @throws {DocgateError} `corpus-signature` with the reason
 */
export async function verifySignatures(
  text: string,
  options: VerifyOptions,
): Promise<SignedStatement> {
  const { file, trusted, nowMs } = options;
  const signed = parseSignatureFile(text, file);
  const signers = await validSigners(signed, trusted);
  if (signers.length === 0) throw noSigner(signed, options);
  const statement = parseStatement(payloadOf(signed));
  if (statement === null) {
    const message = `"${file}" signs something other than a corpus. Sign the corpus with "docgate sign".`;
    throw new DocgateError("corpus-signature", message);
  }
  const { expiresAt } = statement;
  if (expiresAt !== null && Date.parse(expiresAt) <= nowMs) {
    const message = `The signature in "${file}" expired at ${expiresAt}. Sign the corpus again.`;
    throw new DocgateError("corpus-signature", message);
  }
  return { statement, signers };
}

/**
 * Requires a corpus to be the one that a statement is about.
 *
 * @param corpus The name of its file, for the message, and one of its hashes.
 * @throws {DocgateError} `corpus-signature` if it has other bytes
 */
export function requireSigned(
  { statement, signers }: SignedStatement,
  { file, ...hash }: { readonly file: string } & Partial<Pick<Statement, "sha256" | "digest">>,
): void {
  const { sha256 = statement.sha256, digest = statement.digest } = hash;
  if (sha256 === statement.sha256 && digest === statement.digest) return;
  throw new DocgateError(
    "corpus-signature",
    `Corpus "${file}" does not have the bytes that ${listed(signers)} signed at ${statement.issuedAt}. Get the corpus and its signature again from their publisher, or sign the corpus.`,
  );
}

/**
 * Requires a list of addresses to be that of the corpus that a statement is about.
 *
 * @param list The name of its file, for the message, and the hash of its bytes.
 * @throws {DocgateError} `corpus-signature` if it has other bytes, or the statement does not name it
 */
export function requireSignedAddresses(
  { statement, signers }: SignedStatement,
  { file, sha256 }: { readonly file: string; readonly sha256: string },
): void {
  if (statement.addresses === sha256) return;
  const difference =
    statement.addresses === undefined
      ? `"${file}" is not signed: its publisher signed the corpus with an older docgate.`
      : `"${file}" does not have the bytes that ${listed(signers)} signed at ${statement.issuedAt}.`;
  const remedy = "Get it and its signature again from their publisher, or sign the corpus again.";
  throw new DocgateError("corpus-signature", `${difference} ${remedy}`);
}

async function validSigners(
  { payload, signatures }: SignatureFile,
  trusted: readonly PublicKey[],
): Promise<string[]> {
  const signers = new Set<string>();
  for (const { protected: header, signature } of signatures) {
    for (const key of trusted.filter(({ name }) => name === keyName(header))) {
      if (await isValid({ payload, protected: header, signature }, key)) signers.add(key.name);
    }
  }
  return [...signers];
}

interface OneSignature {
  readonly payload: string;
  readonly protected: string;
  readonly signature: string;
}

/** Verifies with the trusted key alone: a key in the header is ignored. */
async function isValid(signature: OneSignature, { jwk }: PublicKey): Promise<boolean> {
  try {
    const key = await importJWK(jwk, "EdDSA");
    const { protectedHeader } = await flattenedVerify(signature, key, { algorithms: ALGORITHMS });
    return protectedHeader?.typ === TYPE;
  } catch (error) {
    if (error instanceof errors.JOSEError) return false;
    throw error;
  }
}

/** Explains why no signature counts. */
function noSigner({ signatures }: SignatureFile, { file, trusted }: VerifyOptions): DocgateError {
  const names = signatures.map(
    ({ protected: header }) => keyName(header) ?? "a key without a name",
  );
  const known = names.filter((given) => trusted.some(({ name }) => name === given));
  if (known.length > 0) {
    const message = `The signature of ${listed(known)} in "${file}" is not valid: it was made with another key, or what it signs was changed. Get the corpus and its signature again from their publisher.`;
    return new DocgateError("corpus-signature", message);
  }
  const expected = listed(trusted.map(({ name }) => name));
  const message = `"${file}" is signed by ${listed(names)}, but trusted is only ${expected}. Trust the publisher's key, or sign the corpus with a trusted one.`;
  return new DocgateError("corpus-signature", message);
}

function listed(names: readonly string[]): string {
  return names.map((name) => `"${printable(name)}"`).join(", ");
}
