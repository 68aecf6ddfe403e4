import type { Transform } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import type { Encoding } from "./negotiation.ts";

type Bytes = Uint8Array<ArrayBuffer>;

export interface CompressOptions {
  /** Quality of brotli. Default: 4, which is about as fast as gzip. */
  readonly quality?: number;
  /**
   * Logarithm of brotli's window. Default: 18; with brotli's own default, each compression takes
   * several megabytes.
   */
  readonly windowBits?: number;
}

const DEFAULT_QUALITY = 4;
const DEFAULT_WINDOW_BITS = 18;

/** Compresses a body that is held in memory. */
export function compress(
  body: Bytes,
  { encoding, ...options }: CompressOptions & { readonly encoding: Encoding },
): Promise<Bytes> {
  if (encoding === "gzip") return promisify(gzip)(body);
  const params = {
    ...brotliParams(options),
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return promisify(brotliCompress)(body, { params });
}

/** Creates a stream that compresses its input. */
export function createCompressor(encoding: Encoding, options: CompressOptions = {}): Transform {
  if (encoding === "gzip") return createGzip();
  return createBrotliCompress({ params: brotliParams(options) });
}

function brotliParams({
  quality = DEFAULT_QUALITY,
  windowBits = DEFAULT_WINDOW_BITS,
}: CompressOptions): Readonly<Record<number, number>> {
  return {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: windowBits,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
}
