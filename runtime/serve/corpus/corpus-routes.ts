import { Hono } from "hono";
import { cors } from "hono/cors";
import { hasCode } from "../../../corpus/error.ts";
import type { CorpusDownload } from "../../docs/corpus-download.ts";
import type { Bytes } from "../../docs/execute/output.ts";
import {
  clientOf,
  type Env,
  headersOf,
  isKnown,
  JSON_TYPE,
  type ReadHeader,
  type Reply,
  respond,
  toResponse,
} from "../../docs/http/reply.ts";
import { createSending, cut } from "../../docs/http/sending.ts";
import { chooseEncoding, type Encoding } from "../../http/negotiation.ts";
import { type ByteRange, parseRange } from "../../http/range.ts";

/** Where the corpus file is served, to other tools. */
export const CORPUS_PATH = "/corpus.json";

/** A larger file is sent as it is: its compressed form would take too much memory. */
const MAX_COMPRESSED_BYTES = 2 ** 28;

interface CorpusRoutesOptions {
  /** Returns the file of the corpus in use; null if its bytes cannot be read again. */
  readonly download: () => CorpusDownload | null;
  readonly onError: (error: unknown) => void;
}

interface FileRequest {
  readonly method: string;
  readonly header: ReadHeader;
}

/** The corpus file by GET, for any page. */
export function createCorpusRoutes(options: CorpusRoutesOptions): Hono<Env> {
  const app = new Hono<Env>();
  app.options(CORPUS_PATH, cors({ origin: "*", allowMethods: ["GET"] }));
  app.get(CORPUS_PATH, (context) => {
    const { header } = clientOf(context);
    return respond(context, answer({ method: context.req.method, header }, options));
  });
  app.all(CORPUS_PATH, () => {
    const headers = { Allow: "GET, HEAD, OPTIONS" };
    return toResponse(refuse("The method must be GET.", { status: 405, headers }));
  });
  return app;
}

async function answer(
  request: FileRequest,
  { download, onError }: CorpusRoutesOptions,
): Promise<Reply> {
  const served = download();
  if (served === null) return unavailable();
  const release = served.retain();
  try {
    const form = await chooseForm(served, request.header("accept-encoding"));
    const { status, headers, range } = headFor(request, form);
    if (range === null) return { status, headers, body: null };
    const length = range.end - range.start;
    const body = createSending(form.read(range), { length, release: served.retain(), onError });
    return { status, headers, body };
  } catch (error) {
    if (hasCode(error, "corpus-unreadable")) return unavailable();
    throw error;
  } finally {
    release();
  }
}

/** The file as it is, or compressed. */
interface Form {
  readonly encoding: Encoding | null;
  readonly etag: string;
  readonly size: number;
  read(range: ByteRange): AsyncGenerator<Bytes, void>;
}

async function chooseForm(served: CorpusDownload, accepted: string | undefined): Promise<Form> {
  const { sha256, size } = served;
  await served.checkUnchanged();
  const encoding = size > MAX_COMPRESSED_BYTES ? null : chooseEncoding(accepted);
  if (encoding === null) {
    return { encoding, etag: `"${sha256}"`, size, read: (range) => served.read(range) };
  }
  const bytes = await served.compress(encoding);
  return {
    encoding,
    // Two forms are two representations (RFC 9110, section 8.8.3.3).
    etag: `"${sha256}-${encoding}"`,
    size: bytes.length,
    read: ({ start, end }) => cut(bytes.subarray(start, end)),
  };
}

/** @returns range: the bytes to send; null for none */
function headFor(
  { method, header }: FileRequest,
  { encoding, etag, size }: Form,
): Pick<Reply, "status" | "headers"> & { readonly range: ByteRange | null } {
  const headers: Record<string, string> = {
    ...headersOf(JSON_TYPE),
    "Access-Control-Expose-Headers": "Accept-Ranges, Content-Range, ETag",
    "Accept-Ranges": "bytes",
    "Cache-Control": "public, max-age=0, must-revalidate",
    ETag: etag,
    Vary: "Accept-Encoding",
  };
  if (encoding !== null) headers["Content-Encoding"] = encoding;
  if (isKnown(etag, header("if-none-match"))) return { status: 304, headers, range: null };
  const isSame = (header("if-range") ?? etag) === etag;
  const range = method === "GET" && isSame ? parseRange(header("range"), size) : null;
  if (range === null) return { status: 200, headers, range: { start: 0, end: size } };
  if (range === "unsatisfiable") {
    headers["Content-Range"] = `bytes */${size}`;
    return { status: 416, headers, range: null };
  }
  headers["Content-Range"] = `bytes ${range.start}-${range.end - 1}/${size}`;
  return { status: 206, headers, range };
}

function unavailable(): Reply {
  const message = "The file of this corpus was changed or removed after it was loaded.";
  return refuse(message, { status: 503, headers: { "Retry-After": "1" } });
}

function refuse(message: string, { status, headers }: Pick<Reply, "status" | "headers">): Reply {
  return {
    status,
    headers: { ...headersOf(JSON_TYPE), ...headers },
    body: JSON.stringify({ message }),
  };
}
