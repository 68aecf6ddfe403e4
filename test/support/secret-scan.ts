import { createHash } from "node:crypto";

export interface Secret {
  readonly name: string;
  readonly value: string | Uint8Array;
  /** The places in which the secret belongs. Default: none. */
  readonly belongsIn?: RegExp;
}

/** Searches bytes for secrets, in every form in which they might have got there. */
export interface SecretScanner {
  /** @returns the matches, as `name, as spelling, in place` */
  scan(place: string, bytes: Uint8Array): string[];
}

export function createScanner(secrets: readonly Secret[]): SecretScanner {
  const prepared = secrets.map((secret) => ({ ...secret, spellings: spellingsOf(secret.value) }));
  return {
    scan(place, bytes) {
      const text = Buffer.from(bytes).toString("latin1");
      return prepared
        .filter(({ belongsIn }) => !belongsIn?.test(place))
        .flatMap(({ name, spellings }) =>
          Object.entries(spellings)
            .filter(([, spelling]) => holds(text, spelling))
            .map(([spelling]) => `${name}, as ${spelling}, in ${place}`),
        );
    },
  };
}

/** A shorter secret counts only as a whole word, because longer words may contain it by chance. */
const SHORT = 8;

function holds(text: string, spelling: string): boolean {
  if (spelling.length > SHORT) return text.includes(spelling);
  return new RegExp(`(?<![0-9A-Za-z])${spelling}(?![0-9A-Za-z])`).test(text);
}

/** Returns every form of a secret, as text of one character for each byte. */
export function spellingsOf(value: string | Uint8Array): Readonly<Record<string, string>> {
  const bytes = Buffer.from(value);
  const hex = bytes.toString("hex");
  return {
    "plain text": bytes.toString("latin1"),
    "hexadecimal digits": hex,
    "capital hexadecimal digits": hex.toUpperCase(),
    "percent signs": hex.replaceAll(/../g, "%$&"),
    "capital percent signs": hex.toUpperCase().replaceAll(/../g, "%$&"),
    ...(typeof value === "string" && textSpellings(value)),
    ...base64Spellings(bytes),
    ...digestSpellings(bytes),
  };
}

function textSpellings(text: string): Record<string, string> {
  return {
    "URL component": encodeURIComponent(text),
    "JSON text": JSON.stringify(text).slice(1, -1),
    "UTF-16": Buffer.from(text, "utf16le").toString("latin1"),
  };
}

/** Encodes a secret in base64 in three ways, by its position in the encoded text. */
function base64Spellings(bytes: Buffer): Record<string, string> {
  const spellings: Record<string, string> = {};
  for (const before of [0, 1, 2]) {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    // Only characters that depend on the secret alone, six bits each.
    const from = Math.ceil((before * 8) / 6);
    const to = Math.floor(((before + bytes.length) * 8) / 6);
    const part = encoded.slice(from, to);
    spellings[`base64 at ${before}`] = part;
    spellings[`base64url at ${before}`] = part.replaceAll("+", "-").replaceAll("/", "_");
  }
  return spellings;
}

/** Returns digests without a key, which would let an attacker test candidates (ATTACK-I124). */
function digestSpellings(bytes: Buffer): Record<string, string> {
  const spellings: Record<string, string> = {};
  for (const algorithm of ["md5", "sha1", "sha256", "sha512"]) {
    const digest = createHash(algorithm).update(bytes).digest();
    spellings[`${algorithm} bytes`] = digest.toString("latin1");
    for (const encoding of ["hex", "base64", "base64url"] as const) {
      spellings[`${algorithm} ${encoding}`] = digest.toString(encoding).replace(/=+$/, "");
    }
  }
  return spellings;
}
