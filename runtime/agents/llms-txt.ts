import type { Corpus } from "../../corpus/open/corpus.ts";
import type { Doc } from "../../corpus/schema.ts";
import { compareCodePoints } from "../../corpus/text/order.ts";
import type { Addresses } from "./addresses.ts";
import { onOneLine } from "./page-markdown.ts";

/** Path of the list of all pages, and of the list of one section. */
export const LLMS_PATH = "/llms.txt";
export const LLMS_FULL_PATH = "/llms-full.txt";

function sectionPath(name: string): string {
  return `/llms/${encodeURIComponent(name)}.txt`;
}

/** A longer list names the sections only, each of which has its own list. */
const MAX_LIST_LENGTH = 50_000;
/** Descriptions are cut at this length. */
const MAX_DESCRIPTION = 300;

/** A section, with its pages in order of path. */
export interface Section {
  readonly name: string;
  readonly docs: readonly Doc[];
}

/** Returns the sections in order, the pages outside of all folders first. */
export function sectionsOf(docs: readonly Doc[]): readonly Section[] {
  return [...Map.groupBy(docs, ({ section }) => section)]
    .map(([name, members]) => ({ name, docs: members }))
    .sort(
      (left, right) =>
        Number(right.name === "root") - Number(left.name === "root") ||
        compareCodePoints(left.name, right.name),
    );
}

/** Returns the list of all pages in the format of llms.txt, or that of the sections if it is long. */
export function llmsTxt(corpus: Corpus, addresses: Addresses): string {
  const sections = sectionsOf(corpus.docs);
  const head = headOf(corpus, addresses);
  const lists = sections.map(
    (section) => `## ${onOneLine(section.name)}\n\n${listOf(section.docs, addresses)}`,
  );
  const whole = `${[head, ...lists].join("\n\n")}\n`;
  if (whole.length <= MAX_LIST_LENGTH) return whole;
  const names = sections.map(({ name, docs }) => {
    const address = addresses.route(sectionPath(name));
    return `- [${linkText(name)}](${address}): ${countPages(docs.length)}`;
  });
  return `${head}\n\n## Sections\n\n${names.join("\n")}\n`;
}

/** Returns the list of the pages of one section. */
export function sectionTxt(
  { meta }: Corpus,
  { section, addresses }: { readonly section: Section; readonly addresses: Addresses },
): string {
  const title = `# ${onOneLine(meta.name)}: ${onOneLine(section.name)}`;
  const all = `All sections: ${addresses.route(LLMS_PATH)}`;
  return `${title}\n\n> ${countPages(section.docs.length)}. ${all}\n\n## ${onOneLine(section.name)}\n\n${listOf(section.docs, addresses)}\n`;
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
  const description = doc.description === null ? "" : onOneLine(doc.description);
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
