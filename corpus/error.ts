/** Why a file was refused. */
export type CorpusErrorCode = "unreadable" | "not-json" | "foreign" | "version" | "hash" | "shape";

/** A file that is no intact corpus of this format version. The message is one line. */
export class CorpusError extends Error {
  override readonly name = "CorpusError";
  readonly code: CorpusErrorCode;

  constructor(code: CorpusErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
