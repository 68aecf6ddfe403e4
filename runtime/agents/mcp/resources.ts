import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
} from "@modelcontextprotocol/server";
import type { Doc } from "../../../corpus/schema.ts";
import { inSiteOrder } from "../../../corpus/site-order.ts";
import type { Library } from "./library.ts";
import { inOneLine } from "./one-line.ts";

const SCHEME = "docs://";
const TEMPLATE_URI = `${SCHEME}{+path}`;
const MIME_TYPE = "text/markdown";
const PAGE_SIZE = 100;
/** Maximum number of completions, by the protocol. */
const MAX_COMPLETIONS = 100;
const MAX_TITLE = 200;

export const TEMPLATE = {
  name: "page",
  title: "Page of the documentation",
  uriTemplate: TEMPLATE_URI,
  mimeType: MIME_TYPE,
};

/** Lists a hundred pages. @param cursor of the answer before; undefined for the first pages */
export function listResources({ corpus }: Library, cursor: string | undefined) {
  const version = corpus.sha256.slice(0, 8);
  const from = cursor === undefined ? 0 : readCursor(cursor, version);
  const next = from + PAGE_SIZE;
  const docs = inSiteOrder(corpus);
  return {
    resources: docs.slice(from, next).map(describe),
    ...(next < docs.length && { nextCursor: `${version}.${next}` }),
  };
}

function readCursor(cursor: string, version: string): number {
  const [, of, position] = /^([0-9a-f]{8})\.(\d{1,9})$/.exec(cursor) ?? [];
  if (of === version) return Number(position);
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    "The cursor is not one of this corpus. List again without a cursor.",
  );
}

function describe({ id, title }: Doc) {
  return { uri: uriOf(id), name: id, title: inOneLine(title, MAX_TITLE), mimeType: MIME_TYPE };
}

function uriOf(id: string): string {
  return SCHEME + encodeURI(id).replace(/[?#]/g, encodeURIComponent);
}

/** Reads a page as its `.md` route gives it. @throws {ResourceNotFoundError} */
export function readResource(library: Library, uri: string) {
  const place = uri.startsWith(SCHEME) ? library.find(uri.slice(SCHEME.length)) : undefined;
  if (!place) throw new ResourceNotFoundError(uri);
  return {
    contents: [{ uri, mimeType: MIME_TYPE, text: library.pageMarkdown(place.passage.doc) }],
  };
}

interface CompleteParams {
  readonly ref: { readonly type: string; readonly uri?: string };
  readonly argument: { readonly name: string; readonly value: string };
}

/** Completes the path of the template: ids that begin so, then ids that contain it. */
export function completePath({ corpus }: Library, { ref, argument }: CompleteParams) {
  if (ref.type !== "ref/resource" || ref.uri !== TEMPLATE_URI || argument.name !== "path") {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `Only the argument "path" of the resource template ${TEMPLATE_URI} can be completed.`,
    );
  }
  const value = argument.value.toLowerCase();
  const ids = inSiteOrder(corpus).map(({ id }) => id);
  const starting = ids.filter((id) => id.toLowerCase().startsWith(value));
  const others = ids.filter((id) => {
    const at = id.toLowerCase().indexOf(value);
    return at > 0;
  });
  const all = [...starting, ...others];
  const values = all.slice(0, MAX_COMPLETIONS);
  return { completion: { values, total: all.length, hasMore: all.length > values.length } };
}
