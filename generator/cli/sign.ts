import { createHash } from "node:crypto";
import { open, readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { formatAddressList } from "../../corpus/addresses/address-list.ts";
import { DocgateError } from "../../corpus/error.ts";
import { explainFileError } from "../../corpus/file-error.ts";
import { verifyCorpus } from "../../corpus/open/verify.ts";
import { readBytes } from "../../corpus/read/read-bytes.ts";
import {
  describePublicKey,
  generateKey,
  type PrivateKey,
  parsePrivateKey,
} from "../../corpus/signature/private-key.ts";
import { readSignatures, signatureFileOf } from "../../corpus/signature/read-signatures.ts";
import { addSignature, signStatement } from "../../corpus/signature/sign.ts";
import {
  parseSignatureFile,
  payloadOf,
  type SignatureFile,
} from "../../corpus/signature/signature-file.ts";
import {
  datesOf,
  parseStatement,
  type Statement,
  validDays,
} from "../../corpus/signature/statement.ts";
import { replaceFile } from "../../corpus/write/replace-file.ts";

/** A key that others can read is refused, and is never written with more than this. */
const OWNER_ONLY = 0o600;

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables in which CI services name the commit, in the order in which they are tried. */
const COMMIT_VARIABLES = [
  "GITHUB_SHA",
  "CI_COMMIT_SHA",
  "BITBUCKET_COMMIT",
  "CIRCLE_SHA1",
  "BUILD_SOURCEVERSION",
  "GIT_COMMIT",
];

/**
 * Writes a new private key to a file that must not exist yet.
 *
 * @returns the public key as text
 * @throws {DocgateError} if the name is unusable or the file cannot be made
 */
export async function makeKey(name: string, file: string): Promise<string> {
  const key = await generateKey(name);
  try {
    const handle = await open(file, "wx", OWNER_ONLY);
    try {
      await handle.writeFile(`${JSON.stringify(key)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") {
      const message = `"${file}" exists already. Name another file with --out: a key is never overwritten.`;
      throw new DocgateError("file", message);
    }
    throw explainFileError(error, { use: "write", file });
  }
  return describePublicKey(key);
}

interface SignOptions {
  /** Where the private key is: a file, or `env:VARIABLE`. */
  readonly key: string;
  /** Default: 0, or that of the statement to which a signature is added. */
  readonly sequence: number | undefined;
  /** Default: for ever, or as the statement to which a signature is added. */
  readonly days: number | undefined;
  readonly env: Environment;
  readonly nowMs: number;
}

/**
 * Signs a corpus. If it is signed already, a signature is added to the same statement; signatures
 * of other bytes are replaced.
 *
 * @returns the outcome in words
 */
export async function signCorpus(corpus: string, options: SignOptions): Promise<string> {
  const key = await readKey(options.key, options.env);
  const file = signatureFileOf(corpus);
  const statement = await stateCorpus(corpus, options);
  const before = await readSignatures(corpus);
  const signed = before === null ? null : sameStatement(before, { file, statement, options });
  const content = await (signed ? addSignature(signed, key) : signStatement(statement, key));
  await replaceFile(file, Buffer.from(`${JSON.stringify(content, null, 2)}\n`));
  const names =
    content.signatures.length === 1 ? "1 signature" : `${content.signatures.length} signatures`;
  return `${corpus} is signed by ${key.kid}: ${file} has ${names}.`;
}

/** Makes the statement about a corpus, which must be intact. */
async function stateCorpus(
  corpus: string,
  { sequence = 0, days, env, nowMs }: SignOptions,
): Promise<Statement> {
  const { bytes } = await readBytes(corpus);
  const content = verifyCorpus(bytes, corpus);
  const commit = COMMIT_VARIABLES.map((name) => env[name]).find(Boolean);
  return {
    format: content.formatVersion,
    file: basename(corpus),
    sha256: sha256Of(bytes),
    digest: content.sha256,
    addresses: sha256Of(formatAddressList(content)),
    sequence,
    ...datesOf({ issuedAtMs: nowMs, days: days ?? null }),
    ...(content.meta.edition && { edition: content.meta.edition.name }),
    ...(commit === undefined ? {} : { commit }),
  };
}

function sha256Of(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

interface SameOptions {
  readonly file: string;
  /** The statement that would be signed if there were none. */
  readonly statement: Statement;
  readonly options: Pick<SignOptions, "sequence" | "days">;
}

/**
 * Returns the signatures to add one to; null if they are over another corpus.
 *
 * @throws {DocgateError} `setting` if their statement says something other than the options
 */
function sameStatement(
  text: string,
  { file, statement, options }: SameOptions,
): SignatureFile | null {
  const signed = parseSignatureFile(text, file);
  const known = parseStatement(payloadOf(signed));
  if (known?.sha256 !== statement.sha256) return null;
  const { sequence = known.sequence, days = validDays(known) } = options;
  if (sequence === known.sequence && days === validDays(known)) return signed;
  const until = known.expiresAt === null ? "does not expire" : `expires at ${known.expiresAt}`;
  throw new DocgateError(
    "setting",
    `"${file}" already signs this corpus with sequence ${known.sequence} and ${until}; all its signatures must agree. Leave --sequence and --expires out, or delete the file first.`,
  );
}

/**
 * Reads a private key from a file that nobody else can read, or from an environment variable.
 *
 * @throws {DocgateError} if there is none; the message never shows its value
 */
async function readKey(place: string, env: Environment): Promise<PrivateKey> {
  const [, variable] = /^env:(.*)$/s.exec(place) ?? [];
  if (variable === undefined) return parsePrivateKey(await readKeyFile(place), `"${place}"`);
  const value = env[variable];
  if (value) return parsePrivateKey(value, `The variable ${variable}`);
  const message = `The variable ${variable} has no private key. Set it to the content of a file that "docgate keygen" wrote.`;
  throw new DocgateError("setting", message);
}

async function readKeyFile(file: string): Promise<string> {
  try {
    const { mode } = await stat(file);
    if ((mode & 0o077) !== 0) {
      const message = `Others can read the private key in "${file}". Make a new one if they may have, and protect it: chmod 600 ${file}`;
      throw new DocgateError("setting", message);
    }
    return await readFile(file, "utf8");
  } catch (error) {
    throw explainFileError(error, { use: "read", file });
  }
}
