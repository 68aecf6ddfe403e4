import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createRandom } from "./random.ts";
import { makeVocabulary } from "./vocabulary.ts";

export interface TreeOptions {
  readonly root: string;
  readonly pages: number;
  /** Mean size of a page in bytes. Lengths vary as much as those of real pages. */
  readonly pageBytes: number;
  /** Seed of the random numbers: the same seed gives the same tree. */
  readonly seed: number;
}

const WORDS = 100_000;
const SECTIONS = 12;
const TOPICS = 7;
/** Number of files written at a time. */
const BATCH = 64;

/** Generates the text of one tree. */
interface Writer {
  readonly random: () => number;
  /** Returns words with frequencies as uneven as in real text (Zipf's law). */
  words(count: number): string;
  /** Returns the path of any page of the tree from any other. */
  link(): string;
}

/**
 * Writes a tree of cross-linked Markdown pages: frontmatter, headings, paragraphs, lists, tables,
 * code, some accents, emoji and Chinese.
 */
export async function writeTree({ root, pages, pageBytes, seed }: TreeOptions): Promise<void> {
  const random = createRandom(seed);
  const vocabulary = makeVocabulary({ size: WORDS, seed });
  // If the logarithm of the rank is uniformly distributed, the frequency is inversely proportional
  // to the rank.
  const word = (): string => vocabulary[Math.floor(WORDS ** random()) - 1]!;
  const writer: Writer = {
    random,
    words: (count) => Array.from({ length: count }, word).join(" "),
    link: () => `../../${pathOf(Math.floor(random() * pages))}`,
  };
  await makeFolders(root, pages);
  for (let first = 0; first < pages; first += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, pages - first) }, (_, i) => first + i);
    const texts = batch.map((page) =>
      makePage(writer, { page, bytes: lengthOf(pageBytes, random) }),
    );
    await Promise.all(batch.map((page, i) => writeFile(join(root, pathOf(page)), texts[i]!)));
  }
}

/** Returns the path of a page, always two folders deep, so that a link is the same from each. */
function pathOf(page: number): string {
  return `section-${page % SECTIONS}/topic-${page % TOPICS}/page-${page}.md`;
}

async function makeFolders(root: string, pages: number): Promise<void> {
  const firsts = Array.from({ length: Math.min(pages, SECTIONS * TOPICS) }, (_, page) => page);
  const folders = new Set(firsts.map((page) => dirname(join(root, pathOf(page)))));
  for (const folder of folders) await mkdir(folder, { recursive: true });
}

/** Returns a third to several times the mean: few pages are long. */
function lengthOf(mean: number, random: () => number): number {
  return mean * (0.3 - 0.7 * Math.log(1 - random()));
}

function makePage(writer: Writer, { page, bytes }: { page: number; bytes: number }): string {
  const { random, words } = writer;
  const title = capitalize(words(2 + Math.floor(random() * 3)));
  const lines = ["---", `title: ${title} ${page}`, `description: ${capitalize(words(9))}.`, "---"];
  const parts = [`${lines.join("\n")}\n\n# ${title}\n`, paragraph(writer)];
  let length = parts.join("\n").length;
  while (length < bytes) {
    const part = random() < 0.25 ? heading(writer) : block(writer);
    parts.push(part);
    length += Buffer.byteLength(part) + 1;
  }
  return parts.join("\n");
}

function heading({ random, words }: Writer): string {
  const marks = "#".repeat(2 + Math.floor(random() * 3));
  return `${marks} ${capitalize(words(2 + Math.floor(random() * 4)))}\n`;
}

function block(writer: Writer): string {
  const { random } = writer;
  const kind = random();
  if (kind < 0.7) return paragraph(writer);
  if (kind < 0.82) return list(writer);
  if (kind < 0.94) return code(writer);
  if (kind < 0.98) return tableOf(writer);
  return chinese(writer);
}

function paragraph(writer: Writer): string {
  const { random } = writer;
  return `${Array.from({ length: 2 + Math.floor(random() * 4) }, () => sentence(writer)).join(" ")}\n`;
}

function sentence({ random, words, link }: Writer): string {
  const start = capitalize(words(4 + Math.floor(random() * 8)));
  const kind = random();
  if (kind < 0.15) return `${start}, see [${words(2)}](${link()}).`;
  if (kind < 0.3) return `${start} \`${words(1)}\` ${words(3)}.`;
  if (kind < 0.4) return `${start}, **${words(2)}**; ${words(4)}!`;
  if (kind < 0.41) return `${start} 🎉.`;
  return `${start}, ${words(5)}.`;
}

function list({ random, words }: Writer): string {
  const items = Array.from({ length: 3 + Math.floor(random() * 4) }, () => `- ${words(6)}`);
  return `${items.join("\n")}\n`;
}

function code({ random, words }: Writer): string {
  const lines = Array.from({ length: 2 + Math.floor(random() * 5) }, () => {
    const [name, call, value] = words(3).split(" ");
    return `const ${name} = ${call}("${value}", ${Math.floor(random() * 1000)});`;
  });
  return `\`\`\`js\n${lines.join("\n")}\n\`\`\`\n`;
}

function tableOf({ words }: Writer): string {
  const row = (): string => `| ${words(1)} | ${words(3)} |`;
  return `${row()}\n| --- | --- |\n${row()}\n${row()}\n`;
}

/** Returns common characters in random order, without spaces. */
function chinese({ random }: Writer): string {
  const character = (): string => String.fromCodePoint(0x4e00 + Math.floor(1500 ** random()));
  return `${Array.from({ length: 20 + Math.floor(random() * 40) }, character).join("")}。\n`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
