import { createHash } from "node:crypto";
import type { HonoRequest } from "hono";
import { isKnown } from "../../docs/http/reply.ts";
import { compress } from "../../http/compress.ts";
import { chooseEncoding, type Encoding } from "../../http/negotiation.ts";
import type { BuiltPage } from "../assets.ts";

/** The HTML for the comments of these names in a built page. */
export interface PageParts {
  /** The title and what else depends on the corpus in the head. Default: what was built. */
  readonly head?: string;
  readonly bar: string;
  /** Default: the page's own script makes it. */
  readonly content?: string;
}

/** Shorter pages are not compressed. */
const MIN_COMPRESSED_BYTES = 1400;

/** Returns the address of `/` relative to a path, so that the server may have a path prefix. */
export function rootOf(path: string): string {
  return "../".repeat(path.split("/").length - 2) || "./";
}

/**
 * Fills a built page and sends it: compressed, and only if the client does not have it yet. A page
 * whose script makes its content is short; it has no tag, so that no proxy keeps it.
 */
export async function sendPage(
  req: HonoRequest,
  { status, headers, html }: BuiltPage,
  parts: PageParts,
): Promise<Response> {
  const page = fill(html.replaceAll('="./', `="${rootOf(req.path)}`), parts);
  return send(req, { status, headers, text: page, hasTag: parts.content !== undefined });
}

/** Sends what programs are given at the address of a page, with the same headers for caches. */
export function sendDescription(
  req: HonoRequest,
  { status, headers }: BuiltPage,
  value: object,
): Promise<Response> {
  const { "Cache-Control": cacheControl } = headers;
  return send(req, {
    status,
    headers: { "Content-Type": "application/json", "Cache-Control": cacheControl! },
    text: JSON.stringify(value),
    hasTag: true,
  });
}

interface Content extends Pick<BuiltPage, "status" | "headers"> {
  readonly text: string;
  readonly hasTag: boolean;
}

async function send(
  req: HonoRequest,
  { status, headers, text, hasTag }: Content,
): Promise<Response> {
  const body = Buffer.from(text);
  const encoding =
    body.length < MIN_COMPRESSED_BYTES ? null : chooseEncoding(req.header("Accept-Encoding"));
  const head = new Headers({ ...headers, Vary: "Accept, Accept-Encoding" });
  if (hasTag) {
    const tag = tagOf(body, encoding);
    head.set("ETag", tag);
    if (status === 200 && isKnown(tag, req.header("If-None-Match"))) {
      return new Response(null, { status: 304, headers: head });
    }
  }
  if (encoding === null) return new Response(body, { status, headers: head });
  head.set("Content-Encoding", encoding);
  return new Response(await compress(body, { encoding }), { status, headers: head });
}

/** Two forms of one page are two representations (RFC 9110 section 8.8.3.3). */
function tagOf(body: Buffer, encoding: Encoding | null): string {
  const hash = createHash("sha256").update(body).digest("base64url");
  return encoding === null ? `"${hash}"` : `"${hash}-${encoding}"`;
}

function fill(html: string, parts: PageParts): string {
  return html.replace(
    /<!-- (head|bar|content) -->/g,
    (_, name: keyof PageParts) => parts[name] ?? "",
  );
}
