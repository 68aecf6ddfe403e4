import { randomBytes, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

/** The prefix of each kind of secret, by which readers and scanners recognise it (CHAIN-C1). */
export const SECRET_PREFIXES = {
  apiKey: "dgk_",
  clientSecret: "dgs_",
  adminToken: "dga_",
} as const;

export type SecretPrefix = (typeof SECRET_PREFIXES)[keyof typeof SECRET_PREFIXES];

const SIGNING_SECRET_PREFIX = "whsec_";
const SIGNING_SECRET_BYTES = 32;

/** The prefix of client ids, which are identifiers, not secrets. */
export const CLIENT_ID_PREFIX = "dgc_";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const CONTRACT_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ23456789";

/** 43 characters of base62 are 256.03 bits. */
const BODY_LENGTH = 43;
/** 62^6 is above 2^32: six characters hold every CRC-32. */
const CHECKSUM_LENGTH = 6;
const CLIENT_ID_LENGTH = 20;
const DISPLAY_LENGTH = 8;
const CODE_BYTES = 32;
const PIN_DIGITS = 6;
const SECRET_BODY = /^[0-9A-Za-z]+$/;

/**
 * Creates a secret: the prefix, 256 random bits in letters and digits, and a checksum (CHAIN-C1).
 *
 * @example
 * createSecret(SECRET_PREFIXES.apiKey); // "dgk_" and 49 characters
 */
export function createSecret(prefix: SecretPrefix): string {
  const text = prefix + randomText(BASE62, BODY_LENGTH);
  return text + checksum(text);
}

/**
 * Checks that a text can be a secret of this kind: prefix, length, alphabet and checksum.
 *
 * It detects a mistyped secret without asking the store (ATTACK-D38). It proves nothing else.
 */
export function isWellFormed(secret: string, prefix: SecretPrefix): boolean {
  if (secret.length !== prefix.length + BODY_LENGTH + CHECKSUM_LENGTH) return false;
  if (!secret.startsWith(prefix) || !SECRET_BODY.test(secret.slice(prefix.length))) return false;
  const text = secret.slice(0, -CHECKSUM_LENGTH);
  return secret === text + checksum(text);
}

/** Returns the only form of a raw key that lists show: its prefix and the next eight characters. */
export function displayPrefix(key: string): string {
  return key.slice(0, SECRET_PREFIXES.apiKey.length + DISPLAY_LENGTH);
}

/** Creates a client id: the prefix and 20 letters and digits. */
export function createClientId(): string {
  return CLIENT_ID_PREFIX + randomText(BASE62, CLIENT_ID_LENGTH);
}

/**
 * Creates a secret that signs notices, in the form of Standard Webhooks: 256 random bits in base64.
 */
export function createSigningSecret(): string {
  return SIGNING_SECRET_PREFIX + randomBytes(SIGNING_SECRET_BYTES).toString("base64");
}

/** Returns the key in a secret that {@link createSigningSecret} made. */
export function signingKeyIn(signingSecret: string): Buffer {
  return Buffer.from(signingSecret.slice(SIGNING_SECRET_PREFIX.length), "base64");
}

/** Matches the results of {@link createCode}: 43 URL-safe characters. */
export const CODE_PATTERN = /^[A-Za-z0-9_-]{43}$/;

/** Creates 256 random bits for certificate codes, challenges and sessions (ATTACK-E58). */
export function createCode(): string {
  return randomBytes(CODE_BYTES).toString("base64url");
}

/** Creates a passcode: six digits, each of the million equally likely (CHAIN-C10). */
export function createPin(): string {
  return String(randomInt(10 ** PIN_DIGITS)).padStart(PIN_DIGITS, "0");
}

/**
 * Checks that a value has the form of a passcode: a string of six ASCII digits, nothing else
 * (ATTACK-G94).
 */
export function isPin(value: unknown): value is string {
  return typeof value === "string" && /^[0-9]{6}$/.test(value);
}

/** The length of the results of {@link createContractKey}. */
export const CONTRACT_KEY_LENGTH = 19;

/** Creates a contract's key: four groups of four from A-Z2-9 (CHAIN-C12). */
export function createContractKey(): string {
  const text = randomText(CONTRACT_ALPHABET, 16);
  return text.match(/.{4}/g)!.join("-");
}

/** Creates a recovery code: two groups of five from A-Z2-9, about 50 bits. */
export function createRecoveryCode(): string {
  return randomText(CONTRACT_ALPHABET, 10).match(/.{5}/g)!.join("-");
}

/** Computes six characters from everything before them, so that one wrong letter is detected. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = BASE62[rest % BASE62.length] + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}

/** Picks random characters, each equally likely: bytes that would favour some are discarded. */
function randomText(alphabet: string, length: number): string {
  const fair = 256 - (256 % alphabet.length);
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < fair && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}
