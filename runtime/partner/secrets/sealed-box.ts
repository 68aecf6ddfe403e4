import { createDecipheriv, hkdfSync } from "node:crypto";
import { decodeProtectedHeader, FlattenedEncrypt } from "jose";
import { DocgateError } from "../../../corpus/error.ts";
import { isBase64url } from "./base64.ts";

const KEY_BYTES = 32;
/** AES-256-GCM as JWE has it (RFC 7518 §5.3). */
const HEADER = { alg: "dir", enc: "A256GCM" };
const IV_BYTES = 12;
const TAG_BYTES = 16;
const MEMBERS = ["protected", "aad", "iv", "ciphertext", "tag"] as const;

type SealedParts = Readonly<Record<(typeof MEMBERS)[number], string>>;

/** Seals texts under one key, each bound to the record that it belongs to. */
export interface SealedBox {
  /** Identifies the key without revealing anything about it. */
  readonly keyId: string;
  /** @param identity names record and field; never empty */
  seal(identity: string, plaintext: string): Promise<string>;
  /** @throws {DocgateError} `sealed-value` if it was not sealed under this key for this identity */
  open(identity: string, sealed: string): Promise<string>;
}

/** Derives an independent key for one purpose: HKDF with SHA-256 (RFC 5869). */
export function deriveKey(key: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", key, "", `docgate/${purpose}`, KEY_BYTES));
}

/**
 * Creates a box over a 32-byte key: AES-256-GCM as JWE in its flattened JSON form (RFC 7516
 * §7.2.2), the only form that takes the identity as additional authenticated data.
 */
export function createSealedBox(key: Uint8Array): SealedBox {
  const contentKey = deriveKey(key, "content");
  const keyId = deriveKey(key, "key-id").subarray(0, 8).toString("base64url");

  async function seal(identity: string, plaintext: string): Promise<string> {
    if (identity === "") throw new TypeError("A sealed value needs the identity of its record.");
    const jwe = await new FlattenedEncrypt(Buffer.from(plaintext))
      .setProtectedHeader({ ...HEADER, kid: keyId })
      .setAdditionalAuthenticatedData(Buffer.from(identity))
      .encrypt(contentKey);
    return JSON.stringify(jwe, [...MEMBERS]);
  }

  async function open(identity: string, sealed: string): Promise<string> {
    const parts = parseSealed(sealed);
    const sealedUnder = parts && keyIdOf(parts);
    if (!parts || sealedUnder === undefined) throw refuse(identity, "it is not a sealed value");
    if (sealedUnder !== keyId) {
      throw refuse(identity, `it is sealed under key "${sealedUnder}", expected "${keyId}"`);
    }
    if (parts.aad !== Buffer.from(identity).toString("base64url")) {
      throw refuse(identity, "it belongs to another record");
    }
    const plaintext = decrypt(parts, contentKey);
    if (plaintext === undefined) throw refuse(identity, "it was changed");
    return plaintext;
  }

  return { keyId, seal, open };
}

/**
 * Decrypts on this thread: Web Crypto imports the key and decrypts on others, which takes three times
 * as long, inside the transaction of a handshake (`npm run bench -- --chain`).
 *
 * @returns undefined if the value was not sealed under this key
 */
function decrypt(parts: SealedParts, key: Uint8Array): string | undefined {
  const [iv, ciphertext, tag] = [parts.iv, parts.ciphertext, parts.tag].map((part) =>
    Buffer.from(part, "base64url"),
  ) as [Buffer, Buffer, Buffer];
  const { alg, enc } = decodeProtectedHeader(parts);
  if (alg !== HEADER.alg || enc !== HEADER.enc) return undefined;
  if (iv.length !== IV_BYTES || tag.length !== TAG_BYTES) return undefined;
  const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(`${parts.protected}.${parts.aad}`)).setAuthTag(tag);
  const plaintext = decipher.update(ciphertext);
  try {
    decipher.final();
  } catch {
    // The tag does not fit: the only way in which this fails.
    return undefined;
  }
  return plaintext.toString();
}

/** Returns the id of the key that a value is sealed under; undefined if the value is not sealed. */
export function sealedUnder(sealed: string): string | undefined {
  const parts = parseSealed(sealed);
  return parts ? keyIdOf(parts) : undefined;
}

/** Accepts exactly the members that {@link SealedBox.seal} writes, each in canonical spelling. */
function parseSealed(sealed: string): SealedParts | undefined {
  let value: unknown;
  try {
    value = JSON.parse(sealed);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const parts = value as Record<string, unknown>;
  const complete = MEMBERS.every((name) => {
    const part = parts[name];
    return typeof part === "string" && isBase64url(part);
  });
  if (!complete || Object.keys(parts).length !== MEMBERS.length) return undefined;
  return parts as SealedParts;
}

function keyIdOf(parts: SealedParts): string | undefined {
  try {
    const { kid } = decodeProtectedHeader(parts);
    return typeof kid === "string" ? kid : undefined;
  } catch {
    return undefined;
  }
}

function refuse(identity: string, reason: string): DocgateError {
  return new DocgateError("sealed-value", `Cannot open the sealed value "${identity}": ${reason}.`);
}
