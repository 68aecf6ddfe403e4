import type { Transform } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import type { Encoding } from "./negotiation.ts";

type Bytes = Uint8Array<ArrayBuffer>;

export interface CompressOptions {
  /** Quality of brotli. Default: 4, which is about as fast as gzip. */
  readonly quality?: number;
}

const DEFAULT_QUALITY = 4;

/** Compresses a body that is held in memory. */
export function compress(
  body: Bytes,
  { encoding, quality = DEFAULT_QUALITY }: CompressOptions & { readonly encoding: Encoding },
): Promise<Bytes> {
  if (encoding === "gzip") return promisify(gzip)(body);
  const params = {
    ...brotliParams(quality),
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return promisify(brotliCompress)(body, { params });
}

/** Creates a stream that compresses its input. */
export function createCompressor(encoding: Encoding): Transform {
  if (encoding === "gzip") return createGzip();
  return createBrotliCompress({ params: brotliParams(DEFAULT_QUALITY) });
}

/** With brotli's default window, each compression takes several megabytes. */
function brotliParams(quality: number): Readonly<Record<number, number>> {
  return {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: 18,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
}
