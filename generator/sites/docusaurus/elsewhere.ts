import { join } from "node:path";
import { idOf } from "../../../corpus/text/slug.ts";
import { filesBelow } from "../data/files/files-below.ts";
import { globText } from "../data/glob-text.ts";
import type { DocsFolder, PlacedFolder } from "./docs-folders.ts";
import type { DocusaurusFile } from "./site-file.ts";

interface ElsewhereOptions {
  readonly file: DocusaurusFile;
  /** The folders of all docs of the site. */
  readonly folders: readonly DocsFolder[];
  /** Those of the tree. */
  readonly placed: readonly PlacedFolder[];
}

/** Returns globs of the addresses that a site serves besides the docs of the tree. */
export function elsewhereOf({ file, folders, placed }: ElsewhereOptions): string[] {
  const own = new Set(placed.map(({ base }) => base));
  const isOwn = (base: string) => Array.from(own).some((each) => `${each}/`.startsWith(`${base}/`));
  const bases = [
    ...folders.map(({ base }) => base),
    ...file.locales.map(({ base }) => withoutSlash(base)),
    ...file.locales.flatMap(({ base }) => file.blogs.map((route) => joined(base, route))),
  ].filter((base) => !isOwn(base));
  const tags = placed.map(({ base, instance }) => joined(base, instance.tags));
  const pages = file.pages.flatMap((folder) => pagesIn(file, folder));
  return [
    ...[...bases, ...tags].flatMap((base) => [globText(base), `${globText(base)}/**`]),
    ...file.locales.flatMap(({ base }) =>
      [...pages, ...FILES, "search", "404"].map((page) => globText(joined(base, page))),
    ),
  ];
}

/** Returns the addresses, from the site's, of pages that are scripts or Markdown. */
function pagesIn(
  { folder }: DocusaurusFile,
  { path, route }: { readonly path: string; readonly route: string },
): string[] {
  return filesBelow(join(folder, path), /\.(?:[jt]sx?|mdx?)$/)
    .filter((file) => !/(?:^|\/)_|\.test\.|\.d\.ts$|(?:^|\/)__tests__\//.test(file))
    .map((file) => joined(route, idOf(file.replace(/\.[jt]sx?$/, ".md"))))
    .map((address) => address.replace(/(?:^|\/)index$/, "") || "/");
}

/** Files that plugins of Docusaurus write. */
const FILES = ["sitemap.xml", "opensearch.xml", "manifest.json", "docgate/**"];

function joined(...parts: readonly string[]): string {
  return withoutSlash(`/${parts.join("/")}`.replace(/\/{2,}/g, "/")) || "/";
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, "");
}
