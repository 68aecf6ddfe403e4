import type { Corpus } from "../../corpus/open/corpus.ts";
import type { Doc } from "../../corpus/schema.ts";
import { inSiteOrder } from "../../corpus/site-order.ts";
import type { Addresses } from "./addresses.ts";
import { inParts, MAX_LIST_LENGTH } from "./list-parts.ts";
import { directPagesOf, type Folder, folderOf, sectionsOf } from "./page-folders.ts";
import { descriptionOf, onOneLine } from "./page-markdown.ts";

/** Path of the list of all pages, and of the list of one section. */
export const LLMS_PATH = "/llms.txt";
export const LLMS_FULL_PATH = "/llms-full.txt";

function folderPath({ path }: Folder): string {
  return `/llms/${path.split("/").map(encodeURIComponent).join("/")}.txt`;
}

/**
 * A longer list names the folders in it, each of which has its own list. Something is left of the
 * longest list for what is above the pages.
 */
const MAX_PAGES_LENGTH = MAX_LIST_LENGTH - 2_000;
/** Descriptions, and titles, are cut at this length. */
const MAX_DESCRIPTION = 300;

/**
 * Returns the list of all pages in the format of llms.txt, or that of the sections if it is long.
 *
 * @returns its parts, at least one
 */
export function llmsTxt(corpus: Corpus, addresses: Addresses): readonly string[] {
  const sections = sectionsOf(corpus);
  const head = headOf(corpus, addresses);
  const lists = sections.map(
    (section) => `## ${onOneLine(section.name)}\n\n${listOf(section.docs, addresses)}`,
  );
  const whole = `${[...head, ...lists].join("\n\n")}\n`;
  if (whole.length <= MAX_LIST_LENGTH) return [whole];
  const folders = sections.flatMap((section) => shortestLists(folderOf(section), addresses));
  const lines = folders.map((folder) => linkTo(folder, addresses));
  return inParts([{ title: "Sections", lines }], { head, address: addresses.route(LLMS_PATH) });
}

/**
 * Returns the list of all pages of a folder; if it is long, that of the folders in it, and of the
 * pages directly in it.
 *
 * @returns its parts, at least one
 */
export function folderTxt(
  { meta }: Corpus,
  { folder, addresses }: { readonly folder: Folder; readonly addresses: Addresses },
): readonly string[] {
  const name = onOneLine(folder.path);
  const [, ...shorter] = shortestLists(folder, addresses);
  const pages = shorter.length > 0 ? directPagesOf(folder) : folder.docs;
  const size = `${countPages(folder.docs.length)}. All sections: ${addresses.route(LLMS_PATH)}`;
  const groups = [
    { title: "Folders", lines: shorter.map((each) => linkTo(each, addresses)) },
    { title: name, lines: pages.map((doc) => entryOf(doc, addresses)) },
  ];
  return inParts(
    groups.filter(({ lines }) => lines.length > 0),
    {
      head: [`# ${onOneLine(meta.name)}: ${name}`, `> ${size}`],
      address: addresses.route(folderPath(folder)),
    },
  );
}

/** Returns a folder and, if its list is long, the folders in it, and so on. */
function shortestLists(folder: Folder, addresses: Addresses): readonly Folder[] {
  const isLong = listOf(folder.docs, addresses).length > MAX_PAGES_LENGTH;
  const inner = isLong ? folder.folders.flatMap((each) => shortestLists(each, addresses)) : [];
  return [folder, ...inner];
}

function linkTo(folder: Folder, addresses: Addresses): string {
  const address = addresses.route(folderPath(folder));
  return `- [${linkText(folder.path)}](${address}): ${countPages(folder.docs.length)}`;
}

/** Returns what the docs are, and how agents read them. */
function headOf(corpus: Corpus, addresses: Addresses): readonly string[] {
  const { meta } = corpus;
  return [
    `# ${onOneLine(meta.name)}`,
    `> ${onOneLine(meta.description)}`,
    `${countPages(inSiteOrder(corpus).length)}, each as Markdown at its address below; with \`?section=ANCHOR\`, ` +
      "only the part below one heading. " +
      `All pages in one file: ${addresses.route(LLMS_FULL_PATH)}`,
  ];
}

/** Returns the pages as a list of links to their Markdown. */
export function listOf(docs: readonly Doc[], addresses: Addresses): string {
  return docs.map((doc) => entryOf(doc, addresses)).join("\n");
}

function entryOf(doc: Doc, addresses: Addresses): string {
  const link = `- [${linkText(cut(doc.title))}](${addresses.markdown(doc)})`;
  const description = descriptionOf(doc, addresses);
  return description === "" ? link : `${link}: ${cut(description)}`;
}

export function countPages(count: number): string {
  return count === 1 ? "1 page" : `${count} pages`;
}

function linkText(text: string): string {
  return onOneLine(text).replace(/[[\]\\]/g, "\\$&");
}

function cut(text: string): string {
  return text.length <= MAX_DESCRIPTION ? text : `${text.slice(0, MAX_DESCRIPTION - 1).trimEnd()}…`;
}
