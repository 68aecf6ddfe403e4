import { isMarkdown } from "./is-markdown.ts";
import type { FoundLink } from "./links.ts";

/** Addresses with these ends are pages of other parts of a site, or made by its build. */
const PAGE = /\.(?:html?|xhtml|php|aspx?|jsp|cgi)$/i;
/** The end of a name of a file; `v1.3` has none. */
const EXTENSION = /\.(?=[^./]*[a-z])[a-z0-9]{1,8}$/i;
/** Files that no build makes, and no address is called after. */
const PLAIN_FILE =
  /\.(?:pdf|zip|t?gz|bz2|xz|7z|png|jpe?g|gif|svg|webp|avif|bmp|mp[34]|webm|mov|ogg|wav|csv|xlsx?|docx?|pptx?|odt)$/i;

/** Tells whether a link names a file that is not a page, judging by its name. */
export function namesDownload({ kind, target }: FoundLink): boolean {
  const [path = ""] = target.split(/[?#]/, 1);
  if (kind !== "url" || !EXTENSION.test(path) || PAGE.test(path) || isMarkdown(path)) return false;
  return !/^\/|:\/\//.test(path) || PLAIN_FILE.test(path);
}
