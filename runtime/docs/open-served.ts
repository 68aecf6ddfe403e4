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
  /** The edition that the file must have; null for any public one, or none. */
  readonly edition: string | null;
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
  if (trust === null) {
    const opened = await openFile(file, previous);
    requireEdition(opened, { file, ...options });
    return { ...opened, signed: null };
  }
  // Loaded only where keys are trusted.
  const { verifyFile } = await import("../../corpus/signature/verify-file.ts");
  const { requireSigned } = await import("../../corpus/signature/verify.ts");
  const signed = await verifyFile(file, { keys: trust.keys, nowMs: trust.now() });
  requireSuccessor(file, { signed, previous });
  const opened = await openFile(file, previous);
  // The file may have been replaced since it was hashed.
  requireSigned(signed, { file, digest: opened.corpus.sha256 });
  requireEdition(opened, { file, signed: signed.statement.edition, ...options });
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

interface EditionOptions extends Pick<OpenServedOptions, "edition"> {
  readonly file: string;
  /** The edition that the signature names. Default: the corpus's own. */
  readonly signed?: string | undefined;
}

/** @throws {DocgateError} `corpus-edition` if it is of another edition, or not for everyone */
function requireEdition(
  { corpus: { meta } }: OpenedFile,
  { file, edition: expected, ...options }: EditionOptions,
): void {
  const { edition } = meta;
  const name = edition?.name ?? null;
  const { signed = name } = options;
  if ((expected !== null && name !== expected) || signed !== name) {
    // The edition that it is of may be one that not everyone may know.
    const message =
      expected === null || name === expected
        ? `Corpus "${file}" is signed as another edition. Sign it again.`
        : `Corpus "${file}" is not of edition "${expected}". Generate that one into this file, or give --corpus the name that its meta.edition has.`;
    throw new DocgateError("corpus-edition", message);
  }
  if (edition?.access !== "contract") return;
  const message = `Corpus "${file}" is of an edition that only partners may read: it is never served to everyone.`;
  throw new DocgateError("corpus-edition", message);
}
