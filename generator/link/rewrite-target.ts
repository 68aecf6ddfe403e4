import { posix } from "node:path";
import { encodeBase } from "../../corpus/text/slug.ts";
import { isMarkdown } from "../markdown/is-markdown.ts";
import type { FoundLink } from "../markdown/links.ts";
import type { Page } from "./page.ts";

/** Where the pages are on the site. */
export interface SitePlace {
  /** URL path of the docs, without a trailing slash. */
  readonly base: string;
  readonly siteUrl: string | null;
}

interface RewriteOptions extends SitePlace {
  /** The path of the page that contains the link. */
  readonly from: string;
  /** The page that the link should lead to. Undefined: as before. */
  readonly page: Page | undefined;
  /** The fragment that the link should have, null for none. Undefined: as before. */
  readonly fragment: string | null | undefined;
}

/**
 * Writes the destination of a link to another place, in the form that its author chose: relative or
 * not, with an extension or without, percent-encoded or not. What need not change stays as it is.
 *
 * @returns null if a link of this form cannot lead there
 */
export function rewriteTarget(
  { kind, target }: FoundLink,
  { page, fragment, ...place }: RewriteOptions,
): string | null {
  if (kind === "wiki") return fragment === undefined && page ? rewriteWiki(target, page) : null;
  const [, path = "", query = "", hash = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(target)!;
  const newPath = page === undefined ? path : rewritePath(path, { ...place, page });
  return newPath + query + (fragment === undefined ? hash : rewriteHash(hash, fragment));
}

/** Names the page by its id; some characters would have a meaning there. */
function rewriteWiki(target: string, { id }: Page): string | null {
  const hash = target.indexOf("#");
  return /[[\]|#^\n]/.test(id) ? null : id + (hash < 0 ? "" : target.slice(hash));
}

/** Keeps a text directive. */
function rewriteHash(hash: string, fragment: string | null): string {
  const directive = /:~:.*$/s.exec(hash)?.[0] ?? "";
  const anchor = fragment === null ? "" : encodeLike(hash, fragment);
  return anchor + directive === "" ? "" : `#${anchor}${directive}`;
}

interface PathOptions extends SitePlace {
  readonly from: string;
  readonly page: Page;
}

function rewritePath(path: string, { from, page, base, siteUrl }: PathOptions): string {
  const form = inFormOf(path, page);
  const start = startOf(path, { base, siteUrl });
  if (start !== null) return `${start}/${encodeLike(path, form)}`;
  const slash = form === "" || form.endsWith("/") ? "/" : "";
  const relative = posix.relative(posix.dirname(from), form) || ".";
  const text = encodeLike(path, relative) + slash;
  const needsDot = path.startsWith("./") || /^[^/]*:/.test(text);
  return needsDot && !text.startsWith(".") ? `./${text}` : text;
}

/** Returns what is before the path of the page; null for a path that is relative to a page. */
function startOf(path: string, { base, siteUrl }: SitePlace): string | null {
  const origin = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/]*/i.exec(path)?.[0];
  if (origin === undefined && !path.startsWith("/")) return null;
  const site = siteUrl === null ? "" : new URL(siteUrl).pathname.replace(/\/+$/, "");
  const start = origin === undefined ? "" : origin + site;
  const withBase = [base, encodeBase(base)].map((each) => start + each);
  return withBase.find((each) => `${path}/`.startsWith(`${each}/`)) ?? start;
}

const INDEX = /(?:^|\/)(?:index|readme)$/i;

/** Returns the path of a page: as a folder, as a file or without extension, like another path. */
function inFormOf(path: string, page: Page): string {
  if (isMarkdown(path) || path === "") return page.path;
  if (path.endsWith(".html")) return `${page.id}.html`;
  const folder = page.id.replace(INDEX, "");
  if (path.endsWith("/")) return folder === "" ? "" : `${folder}/`;
  return INDEX.test(path) ? page.id : folder || page.id;
}

/** The characters that not every kind of link can contain, in a part of a URL. */
const UNSAFE = /[\s<>"'`()[\]\\^{|}&%?#\p{Cc}]/gu;
const UNSAFE_OR_FOREIGN = new RegExp(`${UNSAFE.source}|[^\\0-\\x7f]`, "gu");

/** Percent-encodes as much as the written text does: its parentheses are known to be in pairs. */
export function encodeLike(written: string, text: string): string {
  const pattern = /%[\da-f]{2}/i.test(written) ? UNSAFE_OR_FOREIGN : UNSAFE;
  const areParenthesesKept = parenthesesOf(written) === parenthesesOf(text);
  return text.replace(pattern, (character) =>
    areParenthesesKept && /[()]/.test(character) ? character : percentEncode(character),
  );
}

function parenthesesOf(text: string): string {
  return text.replace(/[^()]/g, "");
}

function percentEncode(character: string): string {
  return encodeURIComponent(character).replace(
    /['()]/,
    (one) => `%${one.charCodeAt(0).toString(16)}`,
  );
}
