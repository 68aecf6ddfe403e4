import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createRandom } from "./random.ts";

export interface TreeOptions {
  readonly root: string;
  readonly pages: number;
  /** The same seed gives the same tree. */
  readonly seed: number;
}

const WORDS = 3000;
const FOLDERS = 12;

/** Writes a tree of cross-linked pages whose words are as unevenly frequent as in real text. */
export async function writeTree({ root, pages, seed }: TreeOptions): Promise<void> {
  const random = createRandom(seed);
  const vocabulary = Array.from({ length: WORDS }, () => makeWord(random));
  const word = (): string => vocabulary[Math.floor(WORDS ** random()) - 1]!;
  const words = (count: number): string => Array.from({ length: count }, word).join(" ");
  const pathOf = (page: number): string => `section-${page % FOLDERS}/page-${page}.md`;

  for (let folder = 0; folder < FOLDERS; folder++) {
    await mkdir(join(root, `section-${folder}`), { recursive: true });
  }
  for (let page = 0; page < pages; page++) {
    const sections = Array.from({ length: 3 + Math.floor(random() * 6) }, () => {
      const target = Math.floor(random() * pages);
      return `## ${words(4)}\n\n${words(80)}. See [${words(2)}](../${pathOf(target)}).\n\n${words(40)}.\n`;
    });
    const text = `---\ntitle: ${words(3)} ${page}\ndescription: ${words(9)}\n---\n\n# ${words(3)}\n\n${sections.join("\n")}`;
    await writeFile(join(root, pathOf(page)), text);
  }
}

function makeWord(random: () => number): string {
  const length = 2 + Math.floor(random() * 9);
  const letter = (): string => String.fromCharCode(97 + Math.floor(random() * 26));
  return Array.from({ length }, letter).join("");
}
