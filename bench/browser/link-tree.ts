import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createRandom } from "../../test/support/random.ts";

export interface LinkTreeOptions {
  readonly root: string;
  readonly pages: number;
  /** Number of links to other pages on each page. */
  readonly linksPerPage: number;
  /** Seed of the random numbers: the same seed gives the same tree. */
  readonly seed: number;
}

const FOLDERS = 12;
/** Share of the links that stay in the section, and of those that lead to a few hubs. */
const SHARE = { section: 0.75, hub: 0.1 };
const PAGES_PER_HUB = 200;
/** Maximum distance of links inside a section, in pages of the section. */
const REACH = 25;

/**
 * Writes a tree of short pages linked like documentation: mostly to near pages of the section,
 * often to a few hubs, sometimes to any page.
 */
export async function writeLinkTree(options: LinkTreeOptions): Promise<void> {
  const { root, pages, linksPerPage, seed } = options;
  const random = createRandom(seed);
  for (let folder = 0; folder < FOLDERS; folder++) {
    await mkdir(join(root, `section-${folder}`), { recursive: true });
  }
  for (let page = 0; page < pages; page++) {
    const targets = new Set<number>();
    while (targets.size < linksPerPage) {
      const target = chooseTarget({ page, pages, random });
      if (target !== page) targets.add(target);
    }
    const links = Array.from(targets, (target) => `[${target}](../${pathOf(target)})`);
    await writeFile(join(root, pathOf(page)), `# Page ${page}\n\nSee ${links.join(", ")}.\n`);
  }
}

function pathOf(page: number): string {
  return `section-${page % FOLDERS}/page-${page}.md`;
}

interface Choice {
  readonly page: number;
  readonly pages: number;
  readonly random: () => number;
}

function chooseTarget({ page, pages, random }: Choice): number {
  const kind = random();
  if (kind < SHARE.section) {
    const step = Math.round((random() - 0.5) * 2 * REACH) * FOLDERS;
    const target = page + step;
    return target >= 0 && target < pages ? target : page;
  }
  if (kind < SHARE.section + SHARE.hub) {
    return Math.floor((random() * pages) / PAGES_PER_HUB) * PAGES_PER_HUB;
  }
  return Math.floor(random() * pages);
}
