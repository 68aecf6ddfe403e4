import { Parser } from "htmlparser2";
import { decode } from "../../markdown/decode.ts";
import { type Excess, sizeExcess } from "../../markdown/page-limits.ts";
import type { HtmlPage } from "./html-page.ts";
import { HtmlReader } from "./html-reader.ts";

/** Elements in each other; browsers stop at this depth too. */
export const MAX_HTML_DEPTH = 512;

/**
 * Reads one HTML file: what readers see, its headings with their ids, and what it says about itself.
 * Nothing in it is executed. The time is proportional to its size, whatever it contains.
 *
 * @returns the page, or the limit that it exceeds
 */
export function readHtml(
  bytes: Uint8Array,
  { maxPageBytes }: { readonly maxPageBytes: number },
): HtmlPage | Excess {
  const excess = sizeExcess(bytes, maxPageBytes);
  if (excess !== null) return excess;
  const reader = new HtmlReader();
  const parser = new Parser({
    onopentag(name, attributes) {
      reader.open(name, attributes);
      if (reader.depth > MAX_HTML_DEPTH) parser.pause();
    },
    ontext: (data) => reader.read(data),
    onclosetag: () => reader.close(),
  });
  parser.end(decode(bytes));
  if (reader.depth > MAX_HTML_DEPTH) return tooDeep();
  return reader.page();
}

function tooDeep(): Excess {
  return { message: `Elements are nested deeper than ${MAX_HTML_DEPTH}`, line: 1 };
}
