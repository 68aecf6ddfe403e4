import { posix } from "node:path";
import { idOf } from "../../../corpus/text/slug.ts";
import type { PageFacts } from "../model.ts";
import { createBlogAddresses } from "./blog.ts";
import type { DocsPlace } from "./docs-place.ts";
import { createLanguages } from "./languages.ts";
import type { MkdocsFile } from "./settings-file.ts";

/** The addresses of a site's pages, without its base. */
export interface Addresses {
  /** Keys of the frontmatter that they depend on. */
  readonly keys: readonly string[];
  readonly drafts: readonly string[];
  readonly elsewhere: readonly string[];
  readonly addressOf: (page: PageFacts) => string;
  /** Returns the path of a page in the site's docs. */
  readonly inDocs: (path: string) => string;
  /** Returns the address of a file by its path in the site's docs. */
  readonly ofFile: (path: string) => string;
  readonly fallbackOf: (address: string) => string | null;
}

export function createAddresses(file: MkdocsFile, place: DocsPlace): Addresses {
  const isFolder = file.data.use_directory_urls !== false;
  const languages = createLanguages(file);
  const blog = createBlogAddresses(file);
  const ofFile = (path: string) => {
    const { path: shown, prefix } = languages.placeOf(path);
    return `${prefix}${addressOfFile(shown, isFolder)}`;
  };
  const inDocs = (path: string) => `${place.inDocs}${path.slice(place.inRoot.length)}`;
  return {
    inDocs,
    keys: blog.keys,
    drafts: blog.drafts,
    elsewhere: blog.elsewhere,
    fallbackOf: languages.fallbackOf,
    ofFile,
    addressOf: (page) => {
      const path = inDocs(page.path);
      const address = blog.addressOf({ ...page, path });
      if (address === null) return ofFile(path);
      return isFolder ? `${address}/` : `${address}.html`;
    },
  };
}

/** Index pages have the address of their folder; without directory addresses, that of its file. */
function addressOfFile(path: string, isFolder: boolean): string {
  const id = idOf(path);
  const name = posix.basename(id);
  const isIndex = name === "index" || name === "README";
  const folder = posix.dirname(id) === "." ? "" : `/${posix.dirname(id)}`;
  if (isIndex) return isFolder ? `${folder}/` : `${folder}/index.html`;
  return `${folder}/${name}${isFolder ? "/" : ".html"}`;
}
