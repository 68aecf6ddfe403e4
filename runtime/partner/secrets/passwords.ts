import { createHash, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { createLimiter, type LimiterOptions, type Requester } from "./limiter.ts";

/** Longest password that can be set, in UTF-16 code units; a longer one never verifies. */
export const MAX_PASSWORD_CHARACTERS = 1024;

/** Cost of one hash (RFC 7914 §2). */
export interface ScryptCost {
  /** Binary logarithm of N. */
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

/**
 * One of the equally strong settings of the OWASP Password Storage Cheat Sheet: N = 2^15 with p = 3
 * instead of N = 2^17 with p = 1, because each running hash needs 32 MiB instead of 128 MiB, in
 * about the same time.
 */
export const DEFAULT_COST: ScryptCost = { ln: 15, r: 8, p: 3 };

const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** More than the default needs; a stored hash that needs more is refused. */
const MAX_MEMORY_BYTES = 64 * 2 ** 20;
/** Chosen so that nobody waits longer than about a minute, after which most people give up. */
const MAX_WAITING = { network: 250, side: 1000 };

/** docgate itself: passwords set by signed-in administrators wait in their own line. */
const OWN: Requester = { side: "administrators", network: "", isKnown: true };

const STORED =
  /^\$scrypt-sha512\$ln=(?<ln>\d{1,2}),r=(?<r>\d{1,2}),p=(?<p>\d{1,2})\$(?<salt>[A-Za-z0-9+/]{22})\$(?<hash>[A-Za-z0-9+/]{43})$/;

export interface PasswordsOptions {
  /** Maximum number of hashes computed at once; see {@link passwordConcurrency}. */
  readonly concurrency: number;
  /** Maximum number of hashes waiting. Default: 250 for a network, 1000 for the known or other ones of a side. */
  readonly maxWaiting?: LimiterOptions["maxWaiting"];
  /** Ends all waiting: no more hashes start. */
  readonly signal?: AbortSignal;
  /** Cost of new hashes and of {@link Passwords.verifyNothing}. */
  readonly cost?: ScryptCost;
}

/**
 * Hashes passwords with scrypt, off the event loop, each with its own salt. They are compared after
 * Unicode NFC (RFC 8265 §4.2.2), so that it does not matter how a keyboard encodes an accent;
 * nothing else is changed or cut off.
 */
export interface Passwords {
  /**
   * Returns the text to store: `$scrypt-sha512$ln=15,r=8,p=3$<salt>$<hash>`.
   *
   * @throws {RangeError} above {@link MAX_PASSWORD_CHARACTERS}: validate first
   * @throws {DocgateError} `busy` if too many wait
   */
  hash(password: string): Promise<string>;
  /**
   * @param requester the party that waits, see `createLimiter`. Default: docgate itself.
   * @throws {DocgateError} `busy` if too many wait
   * @throws {TypeError} if `stored` was not returned by {@link hash}
   */
  verify(password: string, stored: string, requester?: Requester): Promise<boolean>;
  /** Does the same work as {@link verify} if there is no account; never true (ATTACK-G85). */
  verifyNothing(password: string, requester?: Requester): Promise<boolean>;
}

export function createPasswords(options: PasswordsOptions): Passwords {
  const { concurrency, maxWaiting = MAX_WAITING, signal, cost = DEFAULT_COST } = options;
  const limit = createLimiter({ concurrency, maxWaiting, signal });
  const nobody = format({ cost, salt: randomBytes(SALT_BYTES), hash: randomBytes(HASH_BYTES) });

  async function hash(password: string): Promise<string> {
    if (password.length > MAX_PASSWORD_CHARACTERS) {
      throw new RangeError(
        `Cannot hash a password of ${password.length} characters, ` +
          `expected at most ${MAX_PASSWORD_CHARACTERS}.`,
      );
    }
    const salt = randomBytes(SALT_BYTES);
    const derived = await limit(OWN, () => derive(password, { cost, salt }));
    return format({ cost, salt, hash: derived });
  }

  async function verify(password: string, stored: string, requester = OWN): Promise<boolean> {
    const { hash, ...settings } = parse(stored);
    // An overlong password costs the same work, but not more.
    const possible = password.length <= MAX_PASSWORD_CHARACTERS;
    const actual = await limit(requester, () => derive(possible ? password : "", settings));
    return timingSafeEqual(actual, hash) && possible;
  }

  const verifyNothing: Passwords["verifyNothing"] = (password, requester) =>
    verify(password, nobody, requester);
  return { hash, verify, verifyNothing };
}

/**
 * Returns how many hashes may run at once on a machine: one core is left to the event loop, and one
 * of libuv's four threads to name look-ups, files and signatures.
 */
export function passwordConcurrency(cores: number): number {
  return Math.min(Math.max(cores - 1, 1), 3);
}

interface Settings {
  readonly cost: ScryptCost;
  readonly salt: Buffer;
}

interface StoredHash extends Settings {
  readonly hash: Buffer;
}

function derive(password: string, { cost: { ln, r, p }, salt }: Settings): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** ln, r, p, maxmem: MAX_MEMORY_BYTES };
  // HMAC pads short keys with zeros: without a hash before it, scrypt would treat a password and
  // the same password followed by NULs as equal (RFC 2104 section 2, RFC 7914 section 6).
  const digest = createHash("sha512").update(password.normalize("NFC")).digest();
  return new Promise((resolve, reject) => {
    scrypt(digest, salt, HASH_BYTES, options, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}

/** Formats a hash as a PHC string: base64 without padding. */
function format({ cost: { ln, r, p }, salt, hash }: StoredHash): string {
  return `$scrypt-sha512$ln=${ln},r=${r},p=${p}$${unpadded(salt)}$${unpadded(hash)}`;
}

function parse(stored: string): StoredHash {
  const groups = STORED.exec(stored)?.groups;
  if (!groups) {
    throw new TypeError(
      "Cannot verify a password: its stored hash is damaged, expected " +
        '"$scrypt-sha512$ln=…,r=…,p=…$salt$hash".',
    );
  }
  const { ln, r, p, salt, hash } = groups;
  return {
    cost: { ln: Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt!, "base64"),
    hash: Buffer.from(hash!, "base64"),
  };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
