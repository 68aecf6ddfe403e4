import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { DocgateError } from "../../corpus/error.ts";
import { readSignatures, signatureFileOf } from "../../corpus/signature/read-signatures.ts";
import { isSystemError } from "../../corpus/system-error.ts";
import { createCompressor } from "../http/compress.ts";
import type { Encoding } from "../http/negotiation.ts";
import type { ByteRange } from "../http/range.ts";
import type { Bytes } from "./execute/output.ts";
import { stampOf } from "./file-stamp.ts";

const PART_BYTES = 2 ** 18;

interface DownloadOptions {
  readonly sha256: string;
  /** The stamp of the file before the corpus was loaded from it. */
  readonly stamp: string;
}

interface OpenedParts {
  readonly file: string;
  readonly handle: FileHandle;
  /** The content of the signature file. */
  readonly signature: string | null;
}

/**
 * The file from which the corpus in use was loaded. It stays open: when another file replaces it, its
 * bytes can still be read.
 */
export class CorpusDownload {
  readonly sha256: string;
  readonly size: number;
  readonly #file: string;
  readonly #handle: FileHandle;
  readonly #stamp: string;
  readonly #compressed = new Map<Encoding, Promise<Bytes>>();
  /** The signature file when it was last about this corpus. */
  #signature: string | null;
  #users = 1;

  private constructor(
    { file, handle, signature }: OpenedParts,
    { sha256, stamp, size }: DownloadOptions & { size: number },
  ) {
    this.#file = file;
    this.#handle = handle;
    this.#signature = signature;
    this.#stamp = stamp;
    this.sha256 = sha256;
    this.size = size;
  }

  /** @returns null if the file is no longer the loaded one, or cannot be read again */
  static async open(
    file: string,
    { sha256, stamp }: DownloadOptions,
  ): Promise<CorpusDownload | null> {
    const handle = await open(file).catch(nullIfUnreadable);
    if (handle === null) return null;
    const stat = await handle.stat();
    if (stat.isFile() && stampOf(stat) === stamp) {
      const signature = await readIfPossible(file);
      return new CorpusDownload({ file, handle, signature }, { sha256, stamp, size: stat.size });
    }
    await handle.close();
    return null;
  }

  /**
   * Returns the content of the signature file next to it. Once another corpus and its signature are
   * in their place, the signature of this one is kept.
   *
   * @returns null if there is no signature that is about this corpus
   */
  async signature(): Promise<string | null> {
    // Loaded only here, because most corpora are not signed.
    const { signedDigest } = await import("../../corpus/signature/signed-digest.ts");
    const name = signatureFileOf(this.#file);
    const isOfThis = (text: string | null): boolean =>
      text !== null && signedDigest(text, name) === this.sha256;
    const now = await readIfPossible(this.#file);
    if (isOfThis(now)) this.#signature = now;
    return isOfThis(this.#signature) ? this.#signature : null;
  }

  /** Keeps the file open until the returned function is called. */
  retain(): () => void {
    this.#users++;
    return () => this.#release();
  }

  /** Closes the file once nothing reads it. */
  close(): void {
    this.#release();
  }

  #release(): void {
    this.#users--;
    if (this.#users === 0) void this.#handle.close();
  }

  /**
   * Reads a part of the file. The last bytes are only given if the file has not been written to.
   *
   * @throws {DocgateError} `corpus-unreadable` if it has been
   */
  async *read({ start, end }: ByteRange): AsyncGenerator<Bytes, void> {
    await this.checkUnchanged();
    for (let at = start; at < end; ) {
      const part = new Uint8Array(Math.min(PART_BYTES, end - at));
      const { bytesRead } = await this.#handle.read(part, 0, part.length, at);
      at += bytesRead;
      if (bytesRead === 0 || at === end) await this.checkUnchanged();
      yield part.subarray(0, bytesRead);
    }
  }

  /** @throws {DocgateError} `corpus-unreadable` if the file was written to after it was loaded */
  async checkUnchanged(): Promise<void> {
    if (stampOf(await this.#handle.stat()) === this.#stamp) return;
    throw new DocgateError(
      "corpus-unreadable",
      "The corpus file was written to after it was loaded. Replace it by renaming another file.",
    );
  }

  /** Compresses the file the first time, and keeps the result in memory. */
  compress(encoding: Encoding): Promise<Bytes> {
    const known = this.#compressed.get(encoding) ?? this.#compressNow(encoding);
    this.#compressed.set(encoding, known);
    return known;
  }

  async #compressNow(encoding: Encoding): Promise<Bytes> {
    const release = this.retain();
    const parts: Uint8Array[] = [];
    try {
      await pipeline(
        Readable.from(this.read({ start: 0, end: this.size }), { objectMode: false }),
        createCompressor(encoding, { windowBits: WINDOW_BITS }),
        async (compressed) => {
          for await (const part of compressed) parts.push(part);
        },
      );
      return Buffer.concat(parts);
    } catch (error) {
      this.#compressed.delete(encoding);
      throw error;
    } finally {
      release();
    }
  }
}

/** As large as brotli has it: similar pages, such as versions of one, may be far apart. */
const WINDOW_BITS = 24;

/** Reads the signature file of a corpus; null if there is none that can be read. */
function readIfPossible(file: string): Promise<string | null> {
  return readSignatures(file).catch((error: unknown) => {
    if (error instanceof DocgateError) return null;
    throw error;
  });
}

function nullIfUnreadable(error: unknown): null {
  if (isSystemError(error)) return null;
  throw error;
}
