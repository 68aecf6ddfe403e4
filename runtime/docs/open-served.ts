import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { DocgateError } from "../../corpus/error.ts";
import type { OpenedFile } from "../../corpus/read/open-written.ts";
import { openFile } from "../../corpus/read/read.ts";
import { explainUnreadable } from "../../corpus/read/read-bytes.ts";
import { parsePublicKey } from "../../corpus/signature/public-key.ts";
import { requireSignatures, signatureFileOf } from "../../corpus/signature/read-signatures.ts";
import type { Signed } from "../../corpus/signature/verify.ts";

/** A corpus file that may be served. */
export interface ServedFile extends OpenedFile {
  /** Who signed it; null if no key is required. */
  readonly signed: Signed | null;
}

/** The keys of which one must have signed a corpus. */
export interface Trust {
  /** Public keys in the form `NAME:KEY`. */
  readonly keys: readonly string[];
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
}

export interface OpenServedOptions {
  /** Null: any corpus is served. */
  readonly trust: Trust | null;
  /** The corpus that is served now, whose unchanged parts are reused. */
  readonly previous?: ServedFile;
}

/**
 * Opens a corpus file to serve it. If keys are trusted, nothing of the file is read before its
 * signature is found to be valid and not older than the one of the corpus that is served now.
 *
 * @throws {DocgateError} if the corpus is not intact, or not signed by a trusted key
 */
export async function openServed(file: string, options: OpenServedOptions): Promise<ServedFile> {
  const { trust, previous } = options;
  if (trust === null) return { ...(await openFile(file, previous)), signed: null };
  const signed = await verifyFile(file, trust);
  requireSuccessor(file, { signed, previous });
  const opened = await openFile(file, previous);
  const { requireSigned } = await loadVerifier();
  // The file may have been replaced since it was hashed.
  requireSigned(signed, { file, digest: opened.corpus.sha256 });
  return { ...opened, signed };
}

/**
 * Verifies that a trusted key has signed a file.
 *
 * @throws {DocgateError} `corpus-signature` with the reason if none has
 */
export async function verifyFile(file: string, { keys, now }: Trust): Promise<Signed> {
  const { requireSigned, verifySignatures } = await loadVerifier();
  const sha256 = await hashFile(file);
  const signed = await verifySignatures(await requireSignatures(file), {
    file: signatureFileOf(file),
    trusted: keys.map(parsePublicKey),
    nowMs: now(),
  });
  requireSigned(signed, { file, sha256 });
  return signed;
}

/** Loads the code that verifies only where keys are trusted. */
function loadVerifier() {
  return import("../../corpus/signature/verify.ts");
}

function requireSuccessor(
  file: string,
  { signed, previous }: { readonly signed: Signed; readonly previous: ServedFile | undefined },
): void {
  const { sequence } = signed.statement;
  const least = previous?.signed?.statement.sequence ?? 0;
  if (sequence >= least) return;
  const message = `Corpus "${file}" has sequence ${sequence}, but the one that is served has ${least}: it is older. Publish a newer one, or restart docgate to serve this one.`;
  throw new DocgateError("corpus-signature", message);
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file, { highWaterMark: 2 ** 20 }), hash).catch((error) => {
    throw explainUnreadable(error, file);
  });
  return hash.digest("hex");
}
