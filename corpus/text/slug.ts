/** Returns the id of a page: its path without the extension, which every page has. */
export function idOf(path: string): string {
  return path.slice(0, path.lastIndexOf("."));
}

/** Returns the slug of a page: where a site renders it. @param base as in a corpus's metadata */
export function slugOf(id: string, base: string): string {
  return `${base}/${encodePath(id)}`;
}

/** Returns a slug without what a site may leave out of it: a final slash, `.html`. */
export function bareSlugOf(slug: string): string {
  return slug.replace(/\.html$/, "").replace(/\/+$/, "") || "/";
}

/** Returns where the Markdown of a page is served. */
export function markdownSlugOf(slug: string): string {
  const bare = bareSlugOf(slug);
  return bare === "/" ? "/index.md" : `${bare}.md`;
}

/** Percent-encodes the characters that a URL path cannot contain (RFC 3986 section 3.3). */
export function encodePath(path: string): string {
  return encodeURI(path).replace(/[?#]/g, encodeURIComponent);
}

/** Returns a path without percent-encoding, apart from that of its separators; as it is if it is encoded wrongly. */
export function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    // It throws for nothing else.
    return path;
  }
}

/** Percent-encodes a base, the beginning of every slug; it may be encoded already. */
export function encodeBase(base: string): string {
  return base.replace(/[^!-~]+/g, encodeURIComponent);
}
