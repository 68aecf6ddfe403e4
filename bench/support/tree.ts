import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createRandom } from "../../test/support/random.ts";
import { imports, mdxBlock } from "./mdx-blocks.ts";
import { block, capitalize, heading, paragraph, type Writer } from "./tree-blocks.ts";
import { makeVocabulary } from "./vocabulary.ts";

export interface TreeOptions {
  readonly root: string;
  readonly pages: number;
  /** Mean size of a page in bytes. Lengths vary as much as those of real pages. */
  readonly pageBytes: number;
  /** Seed of the random numbers: the same seed gives the same tree. */
  readonly seed: number;
  /** Default: Markdown, as most trees are. */
  readonly dialect?: Dialect;
}

type Dialect = "md" | "mdx";

const WORDS = 100_000;
const SECTIONS = 12;
const TOPICS = 7;
/** Number of files written at a time. */
const BATCH = 64;

/**
 * Writes a tree of cross-linked Markdown pages: frontmatter, headings, paragraphs, lists, tables,
 * code, some accents, emoji and Chinese. Pages of MDX also have imports, components and JSX.
 */
export async function writeTree({
  root,
  pages,
  pageBytes,
  seed,
  dialect = "md",
}: TreeOptions): Promise<void> {
  const random = createRandom(seed);
  const vocabulary = makeVocabulary({ size: WORDS, seed });
  // If the logarithm of the rank is uniformly distributed, the frequency is inversely proportional
  // to the rank.
  const word = (): string => vocabulary[Math.floor(WORDS ** random()) - 1]!;
  const writer: Writer = {
    random,
    words: (count) => Array.from({ length: count }, word).join(" "),
    link: () => `../../${pathOf(Math.floor(random() * pages), dialect)}`,
  };
  await makeFolders(root, pages);
  for (let first = 0; first < pages; first += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, pages - first) }, (_, i) => first + i);
    const texts = batch.map((page) =>
      makePage(writer, { page, bytes: lengthOf(pageBytes, random), dialect }),
    );
    await Promise.all(
      batch.map((page, i) => writeFile(join(root, pathOf(page, dialect)), texts[i]!)),
    );
  }
}

/** Returns the path of a page, always two folders deep, so that a link is the same from each. */
function pathOf(page: number, dialect: Dialect): string {
  return `section-${page % SECTIONS}/topic-${page % TOPICS}/page-${page}.${dialect}`;
}

async function makeFolders(root: string, pages: number): Promise<void> {
  const firsts = Array.from({ length: Math.min(pages, SECTIONS * TOPICS) }, (_, page) => page);
  const folders = new Set(firsts.map((page) => dirname(join(root, pathOf(page, "md")))));
  for (const folder of folders) await mkdir(folder, { recursive: true });
}

/** Returns a third to several times the mean: few pages are long. */
function lengthOf(mean: number, random: () => number): number {
  return mean * (0.3 - 0.7 * Math.log(1 - random()));
}

function makePage(
  writer: Writer,
  { page, bytes, dialect }: { page: number; bytes: number; dialect: Dialect },
): string {
  const { random, words } = writer;
  const title = capitalize(words(2 + Math.floor(random() * 3)));
  const lines = ["---", `title: ${title} ${page}`, `description: ${capitalize(words(9))}.`, "---"];
  const top = dialect === "mdx" ? `${imports(writer)}\n` : "";
  const parts = [`${lines.join("\n")}\n\n${top}# ${title}\n`, paragraph(writer)];
  const makeBlock = dialect === "mdx" ? mdxBlock : block;
  let length = parts.join("\n").length;
  while (length < bytes) {
    const part = random() < 0.25 ? heading(writer) : makeBlock(writer);
    parts.push(part);
    length += Buffer.byteLength(part) + 1;
  }
  return parts.join("\n");
}
