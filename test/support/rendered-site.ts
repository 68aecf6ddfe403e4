import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { Parser } from "htmlparser2";
import { pageTextOf, VisibleText } from "../../corpus/marks.ts";
import type { CorpusContent, Doc } from "../../corpus/schema.ts";

/** A page as readers get it, whatever made it. */
export interface RenderedPage {
  /** Depth, id and text of each heading. */
  readonly headings: readonly (readonly [depth: number, id: string, text: string])[];
  /** The words of all else, sorted, without punctuation: their order on the page may differ. */
  readonly words: string;
}

/** Pages by address. */
export type RenderedSite = Readonly<Record<string, RenderedPage>>;

/** The name and attributes of an element. */
export interface ElementStart {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

interface RenderedSiteOptions {
  /** Tells whether an element is not part of the text. */
  readonly isLeftOut: (element: ElementStart) => boolean;
}

/** Reads the pages that a generator has written. */
export async function readRenderedSite(
  folder: string,
  options: RenderedSiteOptions,
): Promise<RenderedSite> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const pages: Record<string, RenderedPage> = {};
  for (const file of files) {
    if (!file.name.endsWith(".html")) continue;
    const location = join(file.parentPath, file.name);
    const path = relative(folder, location).split(sep).join("/");
    const address = `/${path.replace(/(?:^|(?<=\/))index\.html$/, "")}`;
    pages[address] = readRenderedPage(await readFile(location, "utf8"), options);
  }
  return pages;
}

function readRenderedPage(html: string, { isLeftOut }: RenderedSiteOptions): RenderedPage {
  const headings: [number, string, string][] = [];
  let text = "";
  let heading: [number, string, string] | null = null;
  /** How many elements are open since one that is left out; 0 outside of one. */
  let depth = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (depth > 0 || isLeftOut({ name, attributes })) depth++;
      else if (/^h[1-6]$/.test(name)) heading = [Number(name[1]), attributes.id ?? "", ""];
      else if (!INLINE.test(name)) text += " ";
    },
    ontext(part) {
      if (depth > 0) return;
      if (heading === null) text += part;
      else heading[2] += part;
    },
    onclosetag(name) {
      if (depth > 0) depth--;
      else if (heading !== null && /^h[1-6]$/.test(name)) {
        headings.push([heading[0], heading[1], oneLine(heading[2])]);
        heading = null;
      } else if (!INLINE.test(name)) text += " ";
    },
  });
  parser.end(html);
  return { headings, words: sortedWords(text) };
}

const INLINE = /^(?:a|abbr|b|code|del|em|i|ins|kbd|mark|span|strong|sub|sup)$/;

/** Reads what docgate knows of the same pages. */
export function readCorpus({ docs, meta }: CorpusContent): RenderedSite {
  return Object.fromEntries(
    docs.map((doc) => [decodeURI(doc.slug.slice(meta.base.length)), readDoc(doc)]),
  );
}

function readDoc(doc: Doc): RenderedPage {
  const text = pageTextOf(doc);
  const headings = doc.headings.map(({ depth, anchor, text: shown }) => {
    return [depth, anchor, oneLine(shown)] as const;
  });
  const seen = new VisibleText({ text, marks: doc.marks }).read({ start: 0, end: text.length });
  return { headings, words: sortedWords(seen) };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function sortedWords(text: string): string {
  return text
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .sort()
    .join(" ");
}
