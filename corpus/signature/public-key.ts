import { DocgateError } from "../error.ts";

/** A key's name, which also stands before the key where people write it down. */
export const KEY_NAME = /^[A-Za-z0-9._-]{1,64}$/;
/** 32 bytes as base64url. */
export const KEY_BYTES = /^[A-Za-z0-9_-]{43}$/;

/** An Ed25519 public key, under the name that its owner gave it. */
export interface PublicKey {
  readonly name: string;
  readonly jwk: { readonly kty: "OKP"; readonly crv: "Ed25519"; readonly x: string };
}

/**
 * Parses a public key in the form `NAME:base64url`.
 *
 * @throws {DocgateError} `setting` if it has another form
 */
export function parsePublicKey(text: string): PublicKey {
  const [name = "", x = "", ...rest] = text.split(":");
  if (!KEY_NAME.test(name) || !KEY_BYTES.test(x) || rest.length > 0) {
    const shown = KEY_NAME.test(name) ? ` for "${name}"` : "";
    throw new DocgateError(
      "setting",
      `A trusted key must be NAME:KEY, as "docgate keygen" prints it, but the value${shown} is not.`,
    );
  }
  return { name, jwk: { kty: "OKP", crv: "Ed25519", x } };
}
