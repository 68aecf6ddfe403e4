import { decodeUtf8 } from "../bytes.ts";
import { DocgateError } from "../error.ts";
import { FORMAT_VERSION } from "../layout.ts";
import { type CorpusFile, corpusShape } from "../schema.ts";
import { placeOf } from "../shape.ts";
import { digest } from "./digest.ts";

/**
 * Checks that bytes are an intact corpus of this format version: JSON, version, hash, shape.
 *
 * @param file names the bytes in messages
 * @throws {DocgateError} if they are not; its code says why
 */
export function verifyCorpus(bytes: Uint8Array, file: string): CorpusFile {
  const value = parseJson(bytes, file);
  const { formatVersion, sha256 } = value;
  if (typeof formatVersion !== "number" || typeof sha256 !== "string") {
    throw new DocgateError(
      "corpus-foreign",
      `"${file}" is not a docgate corpus: it has no "formatVersion" and "sha256".`,
    );
  }
  if (formatVersion !== FORMAT_VERSION) {
    throw new DocgateError(
      "corpus-version",
      `Corpus "${file}" has format version ${formatVersion}, expected ${FORMAT_VERSION}: ` +
        "generate it again with this version of docgate.",
    );
  }
  if (digest(bytes, sha256) !== sha256) {
    throw new DocgateError(
      "corpus-hash",
      `Corpus "${file}" was changed after it was generated: its content does not match its SHA-256.`,
    );
  }
  const fault = corpusShape.fault(value);
  if (fault !== null) {
    throw new DocgateError(
      "corpus-shape",
      `Corpus "${file}" has an unexpected shape at ${placeOf(fault)}: expected ${fault.expected}.`,
    );
  }
  return value as unknown as CorpusFile;
}

function parseJson(bytes: Uint8Array, file: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(decodeUtf8(bytes));
  } catch {
    throw new DocgateError(
      "corpus-not-json",
      `"${file}" is not a corpus: it is truncated or not JSON.`,
    );
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new DocgateError(
      "corpus-foreign",
      `"${file}" is not a docgate corpus: expected a JSON object.`,
    );
  }
  return value as Record<string, unknown>;
}
