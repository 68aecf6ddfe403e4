import { createHash } from "node:crypto";
import { Hono } from "hono";
import { cors } from "hono/cors";
import { signatureFileOf } from "../../../corpus/signature/read-signatures.ts";
import type { CorpusDownload } from "../../docs/corpus-download.ts";
import { headersOf, isKnown, JSON_TYPE, type Reply, toResponse } from "../../docs/http/reply.ts";
import { ADDRESSES_PATH } from "./address-routes.ts";
import { CORPUS_PATH } from "./corpus-routes.ts";

/** Where the signatures of the corpus file are served, which are also over its addresses. */
const SIGNATURE_PATHS = [CORPUS_PATH, ADDRESSES_PATH].map(signatureFileOf);

/**
 * The signature file of the corpus by GET, for any page.
 *
 * @param download returns the file of the corpus in use; null if its bytes cannot be read again
 */
export function createSignatureRoutes(download: () => CorpusDownload | null): Hono {
  const app = new Hono();
  for (const path of SIGNATURE_PATHS) {
    app.options(path, cors({ origin: "*", allowMethods: ["GET"] }));
    app.get(path, async ({ req }) => {
      const text = (await download()?.signature()) ?? null;
      return toResponse(text === null ? missing() : replyWith(text, req.header("if-none-match")));
    });
    app.all(path, () => {
      const headers = { ...headersOf(JSON_TYPE), Allow: "GET, HEAD, OPTIONS" };
      return toResponse({ status: 405, headers, body: messageOf("The method must be GET.") });
    });
  }
  return app;
}

function replyWith(text: string, known: string | undefined): Reply {
  const etag = `"${createHash("sha256").update(text).digest("hex")}"`;
  const headers = {
    ...headersOf(JSON_TYPE),
    "Cache-Control": "public, max-age=0, must-revalidate",
    ETag: etag,
  };
  return isKnown(etag, known)
    ? { status: 304, headers, body: null }
    : { status: 200, headers, body: text };
}

function missing(): Reply {
  const body = messageOf("There is no signature of this corpus.");
  return { status: 404, headers: headersOf(JSON_TYPE), body };
}

function messageOf(message: string): string {
  return JSON.stringify({ message });
}
