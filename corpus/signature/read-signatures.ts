import { open } from "node:fs/promises";
import { DocgateError } from "../error.ts";
import { explainFileError } from "../file-error.ts";

/** Larger files are refused unread: a statement has a few hundred bytes, a signature about 200. */
const MAX_SIGNATURE_BYTES = 2 ** 16;

/** Returns the place of a corpus's signatures: next to it. */
export function signatureFileOf(corpus: string): string {
  return `${corpus}.sig`;
}

/**
 * Reads the signature file of a corpus.
 *
 * @returns null if there is none
 * @throws {DocgateError} `file` if it cannot be read, `corpus-signature` if it is too large
 */
export async function readSignatures(corpus: string): Promise<string | null> {
  const file = signatureFileOf(corpus);
  try {
    const handle = await open(file);
    try {
      const { size } = await handle.stat();
      if (size > MAX_SIGNATURE_BYTES) {
        const message = `"${file}" has ${size} bytes, but a signature file has at most ${MAX_SIGNATURE_BYTES}. Sign the corpus again.`;
        throw new DocgateError("corpus-signature", message);
      }
      return await handle.readFile("utf8");
    } finally {
      await handle.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw explainFileError(error, { use: "read", file });
  }
}

/**
 * Reads the signature file of a corpus, which must have one.
 *
 * @throws {DocgateError} `corpus-signature` if there is none
 */
export async function requireSignatures(corpus: string): Promise<string> {
  const text = await readSignatures(corpus);
  if (text !== null) return text;
  const message = `Corpus "${corpus}" has no signature: there is no file "${signatureFileOf(corpus)}". Sign it with "docgate sign", or get the signature from its publisher.`;
  throw new DocgateError("corpus-signature", message);
}
