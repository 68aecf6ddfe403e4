import type { Corpus } from "../../corpus/open/corpus.ts";
import type { Doc } from "../../corpus/schema.ts";
import type { Addresses } from "./addresses.ts";
import { type Folder, folderOf, sectionsOf } from "./page-folders.ts";
import { descriptionOf, onOneLine } from "./page-markdown.ts";

/** Path of the list of all pages, and of the list of one section. */
export const LLMS_PATH = "/llms.txt";
export const LLMS_FULL_PATH = "/llms-full.txt";

function folderPath({ path }: Folder): string {
  return `/llms/${path.split("/").map(encodeURIComponent).join("/")}.txt`;
}

/** A longer list of all pages names the sections only, each of which has its own list. */
const MAX_LIST_LENGTH = 50_000;
/** Descriptions are cut at this length. */
const MAX_DESCRIPTION = 300;

/** Returns the list of all pages in the format of llms.txt, or that of the sections if it is long. */
export function llmsTxt(corpus: Corpus, addresses: Addresses): string {
  const sections = sectionsOf(corpus.docs);
  const head = headOf(corpus, addresses);
  const lists = sections.map(
    (section) => `## ${onOneLine(section.name)}\n\n${listOf(section.docs, addresses)}`,
  );
  const whole = `${[head, ...lists].join("\n\n")}\n`;
  if (whole.length <= MAX_LIST_LENGTH) return whole;
  const folders = sections.flatMap((section) => shortestLists(folderOf(section), addresses));
  return `${head}\n\n## Sections\n\n${linksTo(folders, addresses)}\n`;
}

/** Returns the list of all pages of a folder. If it is long, it begins with the folders in it. */
export function folderTxt(
  { meta }: Corpus,
  { folder, addresses }: { readonly folder: Folder; readonly addresses: Addresses },
): string {
  const name = onOneLine(folder.path);
  const [, ...shorter] = shortestLists(folder, addresses);
  const size = `${countPages(folder.docs.length)}. All sections: ${addresses.route(LLMS_PATH)}`;
  const parts = [
    `# ${onOneLine(meta.name)}: ${name}`,
    `> ${size}`,
    ...(shorter.length > 0 ? ["## Folders", linksTo(shorter, addresses)] : []),
    `## ${name}`,
    listOf(folder.docs, addresses),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** Returns a folder and, if its list is long, the folders in it, and so on. */
function shortestLists(folder: Folder, addresses: Addresses): readonly Folder[] {
  const isLong = listOf(folder.docs, addresses).length > MAX_LIST_LENGTH;
  const inner = isLong ? folder.folders.flatMap((each) => shortestLists(each, addresses)) : [];
  return [folder, ...inner];
}

function linksTo(folders: readonly Folder[], addresses: Addresses): string {
  const lines = folders.map((folder) => {
    const address = addresses.route(folderPath(folder));
    return `- [${linkText(folder.path)}](${address}): ${countPages(folder.docs.length)}`;
  });
  return lines.join("\n");
}

/** Returns what the docs are, and how agents read them. */
function headOf({ meta, docs }: Corpus, addresses: Addresses): string {
  return [
    `# ${onOneLine(meta.name)}`,
    `> ${onOneLine(meta.description)}`,
    `${countPages(docs.length)}, each as Markdown at its address below; with \`?section=ANCHOR\`, ` +
      "only the part below one heading. " +
      `All pages in one file: ${addresses.route(LLMS_FULL_PATH)}`,
  ].join("\n\n");
}

/** Returns the pages as a list of links to their Markdown. */
export function listOf(docs: readonly Doc[], addresses: Addresses): string {
  return docs.map((doc) => entryOf(doc, addresses)).join("\n");
}

function entryOf(doc: Doc, addresses: Addresses): string {
  const link = `- [${linkText(doc.title)}](${addresses.markdown(doc)})`;
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
