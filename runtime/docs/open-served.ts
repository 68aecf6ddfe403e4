import { DocgateError } from "../../corpus/error.ts";
import type { OpenedFile } from "../../corpus/read/open-written.ts";
import { openFile } from "../../corpus/read/read.ts";
import type { SignedStatement } from "../../corpus/signature/verify.ts";

/**
 * A corpus file that may be served.
 *
 * @internal
 */
export interface ServedFile extends OpenedFile {
  /** Who signed it; null if no key is required. */
  readonly signed: SignedStatement | null;
}

/** A corpus must be signed with one of these keys. */
export interface Trust {
  /** Public keys in the form `NAME:KEY`. */
  readonly keys: readonly string[];
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
}

/** @internal */
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
 *
 * @internal
 */
export async function openServed(file: string, options: OpenServedOptions): Promise<ServedFile> {
  const { trust, previous } = options;
  if (trust === null) return { ...(await openFile(file, previous)), signed: null };
  // Loaded only where keys are trusted.
  const { verifyFile } = await import("../../corpus/signature/verify-file.ts");
  const { requireSigned } = await import("../../corpus/signature/verify.ts");
  const signed = await verifyFile(file, { keys: trust.keys, nowMs: trust.now() });
  requireSuccessor(file, { signed, previous });
  const opened = await openFile(file, previous);
  // The file may have been replaced since it was hashed.
  requireSigned(signed, { file, digest: opened.corpus.sha256 });
  return { ...opened, signed };
}

function requireSuccessor(
  file: string,
  {
    signed,
    previous,
  }: { readonly signed: SignedStatement; readonly previous: ServedFile | undefined },
): void {
  const { sequence } = signed.statement;
  const least = previous?.signed?.statement.sequence ?? 0;
  if (sequence >= least) return;
  const message = `Corpus "${file}" has sequence ${sequence}, but the one that is served has ${least}: it is older. Publish a newer one, or restart docgate to serve this one.`;
  throw new DocgateError("corpus-signature", message);
}
