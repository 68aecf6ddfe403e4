import { FlattenedSign, importJWK } from "jose";
import type { PrivateKey } from "./private-key.ts";
import { keyName } from "./protected-header.ts";
import { payloadOf, type SignatureFile, TYPE } from "./signature-file.ts";
import type { Statement } from "./statement.ts";

/** Signs a statement; the result has one signature. */
export function signStatement(statement: Statement, key: PrivateKey): Promise<SignatureFile> {
  return signPayload(new TextEncoder().encode(JSON.stringify(statement)), key);
}

/** Adds a signature over the same statement, or replaces the one of the same key. */
export async function addSignature(signed: SignatureFile, key: PrivateKey): Promise<SignatureFile> {
  const { payload, signatures } = await signPayload(payloadOf(signed), key);
  const others = signed.signatures.filter(({ protected: header }) => keyName(header) !== key.kid);
  return { payload, signatures: [...others, ...signatures] };
}

async function signPayload(payload: Uint8Array, key: PrivateKey): Promise<SignatureFile> {
  const signed = await new FlattenedSign(payload)
    .setProtectedHeader({ alg: "EdDSA", kid: key.kid, typ: TYPE })
    .sign(await importJWK(key, "EdDSA"));
  const { protected: header = "", signature } = signed;
  return { payload: signed.payload, signatures: [{ protected: header, signature }] };
}
