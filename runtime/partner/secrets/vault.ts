import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from "node:crypto";
import { DocgateError } from "../../../corpus/error.ts";
import { MASTER_KEY_BYTES } from "./parse-master-key.ts";
import { createSealedBox, deriveKey, type SealedBox, sealedUnder } from "./sealed-box.ts";

const ROOT_IDENTITY = "root-key";

/** The uses of keyed hashes; a hash for one purpose is worthless for another. */
export const HASH_PURPOSES = [
  "api-key",
  "client-secret",
  "admin-token",
  "code",
  "challenge",
  "pin",
  "session",
  "refresh-token",
  "setup-link",
  "invitation",
  "partner-link",
  "partner-session",
  "recovery-code",
  "password-state",
  "address",
  "idempotency",
  "domain-proof",
] as const;

export type HashPurpose = (typeof HASH_PURPOSES)[number];

/** All secrets of an installation that depend on its keys, which are held in memory only. */
export interface Vault {
  /**
   * Computes the keyed hash of a secret: HMAC-SHA-256, 43 characters of base64url. Deterministic,
   * so a secret can be looked up by it; a copy of the store without the master key is worthless.
   *
   * A passcode has only a million values: hash it joined to its challenge, `${challengeId}:${pin}`.
   */
  hash(purpose: HashPurpose, secret: string): string;
  /** Compares two hashes in constant time. */
  equals(a: string, b: string): boolean;
  /**
   * Encrypts a text with AES-256-GCM for one record only.
   *
   * @param identity permanent name of record and field, as in `certificates/<id>/private-key`
   */
  seal(identity: string, plaintext: string): Promise<string>;
  /** @throws {DocgateError} `sealed-value` if the text was changed, or has another identity */
  open(identity: string, sealed: string): Promise<string>;
}

/**
 * Creates the installation's root key, sealed under the master key, for the first start.
 *
 * All hashes and sealed values depend on the root key, and only the root key on the master key: so
 * a new master key encrypts one value again, in one step, and no hash becomes invalid.
 */
export async function createRootKey(master: Uint8Array): Promise<string> {
  return masterBox(master).seal(ROOT_IDENTITY, randomBytes(MASTER_KEY_BYTES).toString("base64url"));
}

export interface VaultOptions {
  readonly master: Uint8Array;
  /** The stored result of {@link createRootKey}. */
  readonly wrapped: string;
}

/**
 * Opens the installation's vault.
 *
 * @throws {DocgateError} `wrong-master-key` if the root key is sealed under another master key
 * @throws {DocgateError} `sealed-value` if the sealed root key was changed
 */
export async function openVault({ master, wrapped }: VaultOptions): Promise<Vault> {
  const root = await unwrap(master, wrapped);
  const { seal, open } = createSealedBox(deriveKey(root, "sealed-values"));
  const hashKeys = new Map(
    // As key objects, because preparing a key from bytes takes five times as long as the hash.
    HASH_PURPOSES.map((purpose) => [purpose, createSecretKey(deriveKey(root, `hash/${purpose}`))]),
  );

  function hash(purpose: HashPurpose, secret: string): string {
    return createHmac("sha256", hashKeys.get(purpose)!).update(secret).digest("base64url");
  }

  return { hash, equals, seal, open };
}

export interface RewrapOptions {
  readonly from: Uint8Array;
  readonly to: Uint8Array;
  readonly wrapped: string;
}

/**
 * Seals the root key under a new master key; the old one then opens nothing.
 *
 * Safe to repeat: a root key already sealed under the new key is returned as it is. It does not
 * help against a *leaked* master key if the finder also has an old copy of the store, because the
 * root key does not change.
 *
 * @throws {DocgateError} `wrong-master-key` if neither key opens it
 * @throws {DocgateError} `sealed-value` if the sealed root key was changed
 */
export async function rewrapRootKey({ from, to, wrapped }: RewrapOptions): Promise<string> {
  if (sealedUnder(wrapped) === masterBox(to).keyId) {
    await unwrap(to, wrapped);
    return wrapped;
  }
  const root = await unwrap(from, wrapped);
  return masterBox(to).seal(ROOT_IDENTITY, root.toString("base64url"));
}

/** Creates a master key in the form that `parseMasterKey` reads. */
export function createMasterKey(): string {
  return randomBytes(MASTER_KEY_BYTES).toString("base64url");
}

/** Returns the id of a master key, which reveals nothing about it. */
export function masterKeyId(master: Uint8Array): string {
  return masterBox(master).keyId;
}

function masterBox(master: Uint8Array): SealedBox {
  if (master.length !== MASTER_KEY_BYTES) {
    throw new TypeError(`A master key has ${MASTER_KEY_BYTES} bytes, not ${master.length}.`);
  }
  return createSealedBox(deriveKey(master, "master"));
}

async function unwrap(master: Uint8Array, wrapped: string): Promise<Buffer> {
  const box = masterBox(master);
  const keyId = sealedUnder(wrapped);
  if (keyId !== undefined && keyId !== box.keyId) {
    throw new DocgateError(
      "wrong-master-key",
      `Cannot open the store: the given master key has the id "${box.keyId}", expected "${keyId}", ` +
        "the one that the store's secrets are sealed under.",
    );
  }
  return Buffer.from(await box.open(ROOT_IDENTITY, wrapped), "base64url");
}

function equals(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
