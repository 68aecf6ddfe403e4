import { exportJWK, generateKeyPair } from "jose";
import { z } from "zod";
import { DocgateError } from "../error.ts";
import { KEY_BYTES, KEY_NAME } from "./public-key.ts";

const privateKeySchema = z.object({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  kid: z.string().regex(KEY_NAME),
  x: z.string().regex(KEY_BYTES),
  d: z.string().regex(KEY_BYTES),
});

/** An Ed25519 private key as a JWK; `kid` is its name. */
export type PrivateKey = z.infer<typeof privateKeySchema>;

/**
 * Generates a key.
 *
 * @throws {DocgateError} `setting` if the name is not usable
 */
export async function generateKey(name: string): Promise<PrivateKey> {
  if (!KEY_NAME.test(name)) {
    throw new DocgateError(
      "setting",
      `A key's name must have 1 to 64 letters, digits, dots, hyphens or underscores, but it is "${name}".`,
    );
  }
  const { privateKey } = await generateKeyPair("EdDSA", { crv: "Ed25519", extractable: true });
  const { kty, crv, x, d } = await exportJWK(privateKey);
  return privateKeySchema.parse({ kty, crv, kid: name, x, d });
}

/**
 * Parses a private key as JSON.
 *
 * @param place names the key in messages, which never show its value
 * @throws {DocgateError} `setting` if it is not an Ed25519 key with a name
 */
export function parsePrivateKey(text: string, place: string): PrivateKey {
  try {
    return privateKeySchema.parse(JSON.parse(text));
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof z.ZodError)) throw error;
    // The cause is left out, because it may quote the key.
    throw new DocgateError(
      "setting",
      `${place} is not a private key. Expected the JSON that "docgate keygen" writes.`,
    );
  }
}

/** Returns a key as people exchange it: `NAME:base64url`. */
export function describePublicKey({ kid, x }: PrivateKey): string {
  return `${kid}:${x}`;
}
