import { posix } from "node:path";
import { compareCodePoints } from "../../../corpus/text/order.ts";
import type { NavItem, PageFacts } from "../model.ts";
import type { CategoryFile } from "./category-files.ts";
import { docIdOf, isCategoryIndex, type SplitName } from "./doc-address.ts";
import type { CategoryLink, SidebarItem } from "./sidebars.ts";

/** A doc, with its path from the folder of its docs. */
interface Doc extends PageFacts {
  readonly id: string;
  /** Path from the docs root. */
  readonly source: string;
}

interface SidebarTreeOptions {
  readonly categories: ReadonlyMap<string, CategoryFile>;
  readonly split: SplitName;
  /** Path from the folder of the docs to that of the pages' paths. */
  readonly pathOf: (page: PageFacts) => string;
}

/** An entry of a generated sidebar with what it is sorted by. */
interface Sortable {
  readonly item: NavItem;
  readonly position: number | undefined;
  readonly source: string;
}

/** A folder of docs. */
interface Folder {
  readonly docs: Doc[];
  readonly folders: Map<string, Folder>;
}

/** Makes the navigation of docs of their sidebars, generating what these leave to the folders. */
export class SidebarTree {
  readonly #options: SidebarTreeOptions;
  readonly #docs: readonly Doc[];
  readonly #byId: ReadonlyMap<string, Doc>;

  constructor(pages: readonly PageFacts[], options: SidebarTreeOptions) {
    this.#options = options;
    this.#docs = pages.map((page) => {
      const path = options.pathOf(page);
      return { ...page, path, source: page.path, id: docIdOf({ ...page, path }, options.split) };
    });
    this.#byId = new Map(this.#docs.map((doc) => [doc.id, doc]));
  }

  items(items: readonly SidebarItem[]): NavItem[] {
    return items.flatMap((item) => {
      if (item.type === "folder") return this.#generated(item.path);
      if (item.type === "doc") {
        const doc = this.#byId.get(item.id);
        return doc === undefined ? [] : [navOf(doc, item.label)];
      }
      return this.#category(item.label, { link: item.link, items: this.items(item.items) });
    });
  }

  #category(
    label: string,
    { link, items }: { readonly link: CategoryLink | null; readonly items: readonly NavItem[] },
  ): NavItem[] {
    const doc = link !== null && "doc" in link ? this.#byId.get(link.doc) : undefined;
    if (doc === undefined && items.length === 0) return [];
    return [{ title: label, path: doc?.source ?? null, items }];
  }

  #generated(path: string): NavItem[] {
    const root: Folder = { docs: [], folders: new Map() };
    for (const doc of this.#docs) {
      const folder = posix.dirname(doc.path);
      const below = path === "." ? folder : posix.relative(path, folder) || ".";
      if (below === ".." || below.startsWith("../")) continue;
      let place = root;
      for (const name of below === "." ? [] : below.split("/")) {
        const next = place.folders.get(name) ?? { docs: [], folders: new Map() };
        place.folders.set(name, next);
        place = next;
      }
      place.docs.push(doc);
    }
    return this.#sorted(root, path);
  }

  /** @param except the doc that is the page of the folder */
  #sorted({ docs, folders }: Folder, path: string, except?: Doc): NavItem[] {
    const entries: Sortable[] = docs
      .filter((doc) => doc !== except)
      .map((doc) => ({
        item: navOf(doc, null),
        position: this.#positionOf(doc),
        source: posix.basename(doc.path),
      }));
    for (const [name, folder] of folders) entries.push(this.#folder(folder, { name, path }));
    return entries
      .sort(
        (left, right) =>
          (left.position ?? Number.POSITIVE_INFINITY) -
            (right.position ?? Number.POSITIVE_INFINITY) ||
          compareCodePoints(left.source, right.source),
      )
      .map(({ item }) => item);
  }

  #folder(
    folder: Folder,
    { name, path: parent }: { readonly name: string; readonly path: string },
  ): Sortable {
    const path = posix.join(parent, name);
    const category = this.#options.categories.get(path);
    const page = this.#pageOf(folder, category);
    const { name: shown, number } = this.#options.split(name);
    const items = this.#sorted(folder, path, page);
    const label = category?.label ?? (page && (labelOf(page) ?? page.title)) ?? shown;
    return {
      item: { title: label, path: page?.source ?? null, items },
      position: category?.position ?? (page && this.#positionOf(page)) ?? number ?? undefined,
      source: name,
    };
  }

  /** Returns the doc that is the page of a folder. */
  #pageOf({ docs }: Folder, category: CategoryFile | undefined): Doc | undefined {
    const { doc: id, hasOtherLink = false } = category ?? {};
    if (id !== undefined) {
      return docs.find((doc) => posix.basename(doc.id) === id) ?? this.#byId.get(id);
    }
    return hasOtherLink ? undefined : docs.find(({ path }) => isCategoryIndex(path));
  }

  #positionOf({ facts, path }: Doc): number | undefined {
    const { sidebar_position: position } = facts;
    if (typeof position === "number") return position;
    const name = posix.basename(path).replace(/\.mdx?$/, "");
    return this.#options.split(name).number ?? undefined;
  }
}

function navOf(doc: Doc, label: string | null): NavItem {
  return { title: label ?? labelOf(doc) ?? null, path: doc.source, items: [] };
}

function labelOf({ facts }: Doc): string | undefined {
  return typeof facts.sidebar_label === "string" ? facts.sidebar_label : undefined;
}

/** Keys of the frontmatter that the tree reads. */
export const SIDEBAR_KEYS = ["sidebar_position", "sidebar_label"];
