import type { CryptoKey } from "jose";
import type { NoticeKeys } from "./notice-keys.ts";
import { bytesOf, type NoticeScheme, type NoticeSignatures } from "./verify-notice.ts";

const SECRET = /^whsec_([A-Za-z0-9+/]{32,86}={0,2})$/;
const HMAC = { name: "HMAC", hash: "SHA-256" };
const HMAC_BYTES = 32;
const ED25519_BYTES = 64;

/**
 * `v1`: HMAC-SHA256 with the secret of the webhook.
 *
 * @throws {TypeError} if it is not such a secret; the message does not contain it
 */
export function secretScheme(secret: unknown): NoticeScheme {
  const key = importSecret(secret);
  return {
    version: "v1",
    async isSigned(content, { signatures }) {
      for (const text of signatures) {
        const signature = bytesOf(text, HMAC_BYTES);
        if (signature && (await crypto.subtle.verify(HMAC, await key, signature, content))) {
          return true;
        }
      }
      return false;
    },
  };
}

function importSecret(secret: unknown): Promise<CryptoKey> {
  const [, base64] = SECRET.exec(typeof secret === "string" ? secret : "") ?? [];
  if (base64 === undefined || base64.length % 4 !== 0) {
    throw new TypeError(
      'secret must be the secret of the webhook, "whsec_…": is its environment variable set?',
    );
  }
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return crypto.subtle.importKey("raw", bytes, HMAC, false, ["verify"]);
}

/** `v1a`: Ed25519 with the keys that docgate publishes. */
export function keyScheme(keys: NoticeKeys): NoticeScheme {
  return {
    version: "v1a",
    async isSigned(content, given) {
      const known = await keys.current();
      if (await isSignedByAny(content, { ...given, keys: known })) return true;
      // While a key is replaced, its id can be here before the key is.
      const isNewKey = given.kids.some((kid) => !known.has(kid));
      return isNewKey && isSignedByAny(content, { ...given, keys: await keys.latest() });
    },
  };
}

interface SignaturesAndKeys extends NoticeSignatures {
  readonly keys: ReadonlyMap<string, CryptoKey>;
}

async function isSignedByAny(
  content: Uint8Array<ArrayBuffer>,
  { signatures, kids, keys }: SignaturesAndKeys,
): Promise<boolean> {
  for (const [kid, key] of keys) {
    const signature = bytesOf(signatures[kids.indexOf(kid)] ?? "", ED25519_BYTES);
    if (signature && (await crypto.subtle.verify("Ed25519", key, signature, content))) return true;
  }
  return false;
}
