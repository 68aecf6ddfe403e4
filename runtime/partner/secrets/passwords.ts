import { createHash, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { createLimiter, type LimiterOptions, type Requester } from "./limiter.ts";

/** Longest password that can be set, in UTF-16 code units; a longer one never verifies. */
export const MAX_PASSWORD_CHARACTERS = 1024;

/** Work of one hash (RFC 7914 §2). */
export interface ScryptCost {
  /** Binary logarithm of N. */
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

/**
 * One of the equally strong settings of the OWASP Password Storage Cheat Sheet. Of these it is the
 * one with N = 2^15, not 2^17 and p = 1, for it needs 32 MiB instead of 128 MiB for each hash that
 * runs, in about the same time.
 */
export const DEFAULT_COST: ScryptCost = { ln: 15, r: 8, p: 3 };

const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Above what the default needs; a stored hash that asks for more is refused. */
const MAX_MEMORY_BYTES = 64 * 2 ** 20;
/** What waits longer than a minute is given up by most who ask. */
const MAX_WAITING = { network: 250, side: 1000 };

/** Of docgate itself: passwords that are set by who has been let in, in a line of their own. */
const OWN: Requester = { side: "administrators", network: "" };

const STORED =
  /^\$scrypt-sha512\$ln=(?<ln>\d{1,2}),r=(?<r>\d{1,2}),p=(?<p>\d{1,2})\$(?<salt>[A-Za-z0-9+/]{22})\$(?<hash>[A-Za-z0-9+/]{43})$/;

export interface PasswordsOptions {
  /** How many hashes are computed at once, see {@link passwordConcurrency}. */
  readonly concurrency: number;
  /** How many may wait. Default: 250 of a network, 1000 of a side. */
  readonly maxWaiting?: LimiterOptions["maxWaiting"];
  /** Ends the wait of all: no more hashes are begun. */
  readonly signal?: AbortSignal;
  /** Work of new hashes and of {@link Passwords.verifyNothing}. */
  readonly cost?: ScryptCost;
}

/**
 * Passwords are hashed with scrypt, off the event loop, with a salt of their own. They are compared
 * after Unicode NFC, as RFC 8265 §4.2.2 has it, so that the keyboard's way to write an accent does
 * not matter; nothing else of them is changed or cut off.
 */
export interface Passwords {
  /**
   * The text to store: `$scrypt-sha512$ln=15,r=8,p=3$<salt>$<hash>`.
   *
   * @throws {RangeError} above {@link MAX_PASSWORD_CHARACTERS}: validate first
   * @throws {DocgateError} `busy` if too many wait
   */
  hash(password: string): Promise<string>;
  /**
   * @param requester who waits for it, see `createLimiter`; left out, it is docgate itself
   * @throws {DocgateError} `busy` if too many wait
   * @throws {TypeError} if `stored` is not what {@link hash} gave
   */
  verify(password: string, stored: string, requester?: Requester): Promise<boolean>;
  /** Where there is no account: the same work as {@link verify}, and never right (ATTACK-G85). */
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
    // The work is spent on an overlong password too, but not more of it.
    const possible = password.length <= MAX_PASSWORD_CHARACTERS;
    const actual = await limit(requester, () => derive(possible ? password : "", settings));
    return timingSafeEqual(actual, hash) && possible;
  }

  const verifyNothing: Passwords["verifyNothing"] = (password, requester) =>
    verify(password, nobody, requester);
  return { hash, verify, verifyNothing };
}

/**
 * How many hashes may run at once on a machine: one core is left to the event loop, and one of
 * libuv's four threads to name look-ups, files and signatures.
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
  // HMAC fills short keys up with zeros: without a hash before it, scrypt would take a password and
  // the same with NULs at its end for one (RFC 2104 section 2, RFC 7914 section 6).
  const digest = createHash("sha512").update(password.normalize("NFC")).digest();
  return new Promise((resolve, reject) => {
    scrypt(digest, salt, HASH_BYTES, options, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}

/** PHC string format: base64 without padding. */
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
