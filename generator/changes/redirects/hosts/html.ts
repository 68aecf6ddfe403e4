import { type PrintedRedirect, pathOf } from "../printed.ts";

/** A page that stands where another one was. */
export interface StandIn {
  /** Path in the published site. */
  readonly file: string;
  readonly html: string;
}

/**
 * Returns a page for each address that a host without redirects can serve in its place. That of a
 * folder is also at the address of its index.
 */
export function printHtml(pages: readonly PrintedRedirect[]): StandIn[] {
  const indexes = new Set(pages.map(({ from }) => `${from}index`));
  return pages
    .filter(({ from }) => !indexes.has(from))
    .map(({ from, to }) => ({
      file: `${decodeURIComponent(pathOf(from))}/index.html`.slice(1),
      html: to === null ? gonePage() : movedPage(to),
    }));
}

/** The script keeps the fragment, which a refresh would lose. */
function movedPage(to: string): string {
  const target = escapeHtml(to);
  const script = `location.replace(${escapeScript(JSON.stringify(to))}${to.includes("#") ? "" : "+location.hash"})`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Moved</title>
<link rel="canonical" href="${target}">
<meta name="robots" content="noindex">
<script>${script}</script>
<meta http-equiv="refresh" content="0; url=${target}">
<p>This page is now at <a href="${target}">${target}</a>.</p>
</html>
`;
}

function gonePage(): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Gone</title>
<meta name="robots" content="noindex">
<p>This page is gone for good.</p>
</html>
`;
}

function escapeHtml(text: string): string {
  const names: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
  };
  return text.replace(/[&<>"]/g, (character) => names[character]!);
}

/** Escapes what could end a script, or a line in it. */
export function escapeScript(json: string): string {
  return json.replace(
    /[<\u2028\u2029]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
