import { type CryptoKey, importJWK, type JWK } from "jose";
import { PartnerError } from "./partner-error.ts";
import { send } from "./send.ts";

const PATH = "/.well-known/docgate-notice-keys.json";
/** docgate waits 5 seconds for the answer to a notice. */
const TIMEOUT_MS = 4_000;
/** A key that docgate has removed is not trusted for longer than this. */
const MAX_AGE_MS = 5 * 60 * 1000;
/** Forged notices cannot make this server ask docgate more often. */
const MIN_INTERVAL_MS = 10_000;

type Keys = ReadonlyMap<string, CryptoKey>;

/** The public keys that verify notices, by their id. */
export interface NoticeKeys {
  /**
   * Returns the keys, which were read at most five minutes ago.
   *
   * @throws {PartnerError} `notice-keys-unavailable`
   */
  current(): Promise<Keys>;
  /** Does the same, but reads them again first if it is some time since they were last read. */
  latest(): Promise<Keys>;
}

/** Reads the keys from docgate when they are needed, and keeps them. */
export function createNoticeKeys(baseUrl: string): NoticeKeys {
  let keys: Keys = new Map();
  let freshUntil = 0;
  let nextReadAt = 0;
  let lastRead: Promise<void> | undefined;

  async function read(): Promise<void> {
    keys = await readKeys(baseUrl);
    freshUntil = Date.now() + MAX_AGE_MS;
  }

  async function latest(): Promise<Keys> {
    if (Date.now() >= nextReadAt) {
      nextReadAt = Date.now() + MIN_INTERVAL_MS;
      lastRead = read();
    }
    await lastRead;
    return keys;
  }

  return { latest, current: async () => (Date.now() < freshUntil ? keys : latest()) };
}

async function readKeys(baseUrl: string): Promise<Keys> {
  const request = { baseUrl, path: PATH, timeoutMs: TIMEOUT_MS };
  const { status, body } = await send(request).catch((cause) => {
    throw unavailable(baseUrl, { cause });
  });
  const found = (body as { keys?: unknown } | null)?.keys;
  if (status !== 200 || !Array.isArray(found)) throw unavailable(baseUrl);
  const usable = (found as JWK[]).filter(({ kty, crv }) => kty === "OKP" && crv === "Ed25519");
  return new Map(await Promise.all(usable.map(importKey)));
}

async function importKey({ kid = "", kty, crv, x }: JWK): Promise<[string, CryptoKey]> {
  return [kid, (await importJWK({ kty, crv, x } as JWK, "Ed25519")) as CryptoKey];
}

function unavailable(baseUrl: string, options?: ErrorOptions): PartnerError {
  const message = `The keys that verify notices cannot be read from ${baseUrl}${PATH}.`;
  return new PartnerError("notice-keys-unavailable", message, options);
}
