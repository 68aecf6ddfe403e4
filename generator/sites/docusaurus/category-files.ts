import { join, posix } from "node:path";
import { hasCode } from "../../../corpus/error.ts";
import { filesBelow } from "../data/files/files-below.ts";
import { readData } from "../data/read-data.ts";

/** The settings of a folder in `_category_.json` or `_category_.yml`. */
export interface CategoryFile {
  readonly label: string | undefined;
  readonly position: number | undefined;
  /** The doc that is its page, by its id or the last part of it; undefined if it is not said. */
  readonly doc: string | undefined;
  /** True if it has a page that lists its docs, or no page: a doc is not its page by its name. */
  readonly hasOtherLink: boolean;
  /** True if it has a page that lists its docs. */
  readonly isGenerated: boolean;
  /** The address of that page below the docs; undefined if it follows from the label. */
  readonly slug: string | undefined;
}

/** The Markdown files and the categories of a folder of docs. */
export interface FolderFiles {
  /** Paths from the folder, in code-point order. */
  readonly paths: readonly string[];
  /** Categories by the path of their folder. */
  readonly categories: ReadonlyMap<string, CategoryFile>;
}

/** Reads which files a folder of docs has. A file of a category that has a mistake counts as none. */
export async function readFolder(location: string): Promise<FolderFiles> {
  const files = filesBelow(location, /^_category_\.(?:json|ya?ml)$|\.mdx?$/);
  const categories = new Map<string, CategoryFile>();
  for (const path of files.filter((each) => !/\.mdx?$/.test(each))) {
    const category = await readCategory(join(location, path), path);
    const folder = posix.dirname(path);
    if (category !== null) categories.set(folder === "." ? "" : folder, category);
  }
  return { paths: files.filter((path) => /\.mdx?$/.test(path)), categories };
}

async function readCategory(location: string, name: string): Promise<CategoryFile | null> {
  try {
    const data = (await readData({ location, name })) as Readonly<Record<string, unknown>> | null;
    const { label, position, link } = data ?? {};
    const { type, id, slug } = (link ?? {}) as Readonly<Record<string, unknown>>;
    return {
      label: typeof label === "string" ? label : undefined,
      position: typeof position === "number" ? position : undefined,
      doc: type === "doc" && typeof id === "string" ? id : undefined,
      hasOtherLink: link === null || type === "generated-index",
      isGenerated: type === "generated-index",
      slug: typeof slug === "string" ? slug : undefined,
    };
  } catch (error) {
    if (!hasCode(error, "file", "setting")) throw error;
    return null;
  }
}
