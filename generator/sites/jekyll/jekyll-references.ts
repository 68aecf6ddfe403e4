import { existsSync } from "node:fs";
import { join } from "node:path";
import type { FindReference, ReferencePage } from "../model.ts";
import type { JekyllSource } from "./jekyll-source.ts";

/** The beginning of a reference to a post that gives its name, not its path. */
const POST = "post:";

/**
 * Finds pages as Jekyll's tags `link` and `post_url` do: posts by their names, others by
 * their paths from the site's source.
 *
 * @param folder location of the site's source
 */
export function jekyllReferences(
  pages: readonly ReferencePage[],
  { source, folder }: { readonly source: JekyllSource; readonly folder: string },
): FindReference {
  const byPath = new Map(pages.map(({ path }) => [source.placeOf(path).path, path]));
  const posts = new Map<string, string>();
  for (const { path } of pages) {
    const place = source.placeOf(path);
    const name = place.path.replace(/\.[^./]*$/, "");
    if (place.collection === "posts") posts.set(name.replace(/(^|\/)_posts\//, "$1"), path);
  }
  return (reference) => {
    if (reference.startsWith(POST)) {
      const path = posts.get(reference.slice(POST.length).replace(/^\//, ""));
      return path === undefined ? { isServed: false } : { path };
    }
    const target = reference.replace(/^\//, "");
    const path = byPath.get(target);
    return path === undefined ? { isServed: existsSync(join(folder, target)) } : { path };
  };
}
