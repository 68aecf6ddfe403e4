import { posix } from "node:path";
import GithubSlugger from "github-slugger";
import type { CategoryFile } from "./category-files.ts";
import type { SplitName } from "./doc-address.ts";
import type { SidebarItem } from "./sidebars.ts";

interface GeneratedOptions {
  readonly categories: ReadonlyMap<string, CategoryFile>;
  readonly split: SplitName;
}

/** Returns the addresses below the docs of the pages that list the docs of a category. */
export function generatedPagesOf(
  sidebars: readonly SidebarItem[],
  { categories, split }: GeneratedOptions,
): string[] {
  const slugger = new GithubSlugger();
  const addresses: string[] = [];
  const add = (label: string, slug: string | undefined) => {
    addresses.push(posix.join("/", slug ?? `category/${slugger.slug(label)}`));
  };
  const visit = (item: SidebarItem) => {
    if (item.type === "folder") {
      for (const [path, { label, isGenerated, slug }] of categories) {
        const isInside = item.path === "." || `${path}/`.startsWith(`${item.path}/`);
        const name = split(posix.basename(path)).name;
        if (isGenerated && isInside && path !== "" && path !== item.path) add(label ?? name, slug);
      }
    } else if (item.type === "category") {
      const { link } = item;
      if (link !== null && "slug" in link) add(item.label, link.slug);
      for (const each of item.items) visit(each);
    }
  };
  for (const item of sidebars) visit(item);
  return addresses;
}
