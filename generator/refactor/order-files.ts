import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, posix, relative, sep } from "node:path";
import { encodeBase, idOf } from "../../corpus/text/slug.ts";
import type { Fix } from "../config/problem.ts";
import { applyFixes } from "../fix/apply-fixes.ts";
import { createLineFinder } from "../markdown/line-finder.ts";
import type { ParsedFile } from "../markdown/parse.ts";
import { siteFolders } from "../sites/data/files/find-files.ts";
import { changeMeta } from "./meta-files.ts";
import type { OpenTree } from "./open-tree.ts";
import type { PathMoves } from "./path-moves.ts";
import type { ChangedText, Obstacle } from "./plan.ts";

interface OrderOptions {
  readonly paths: PathMoves;
  /** Each page with what it is after the refactoring. */
  readonly pages: ReadonlyMap<ParsedFile, ParsedFile>;
}

interface OrderChanges {
  readonly texts: readonly ChangedText[];
  readonly obstacles: readonly Obstacle[];
}

/** Files that say the order of pages: those that are data, and those that are programs. */
const DATA = /^(?:mkdocs\.ya?ml|docs\.json|mint\.json|sidebars\.json)$/;
const CODE =
  /^(?:sidebars\.[cm]?[jt]s|astro\.config\.[cm]?[jt]s|_meta(?:\.global)?\.[jt]sx?|config\.[cm]?[jt]s)$/;
/** Where a file of this name belongs to a site. */
const CONFIG = /^config\.[cm]?[jt]s$/;

/** A file that may name pages, by its path from the docs root. */
interface OrderFile {
  readonly path: string;
  readonly text: string;
}

/** Writes the new names of pages in the files that say their order. Programs are only read. */
export function orderChanges(tree: OpenTree, { paths, pages }: OrderOptions): OrderChanges {
  if (paths.moves.length === 0 || tree.config.site.isDocument) return { texts: [], obstacles: [] };
  const names = newNames(tree, pages);
  const texts: ChangedText[] = [];
  const obstacles: Obstacle[] = [];
  for (const file of orderFiles(tree)) {
    const named = namesIn(file.text).filter(({ text }) => names.has(text));
    if (DATA.test(posix.basename(file.path))) {
      const edits = named.map(({ text, range }): Fix => ({ range, text: names.get(text)! }));
      if (edits.length === 0) continue;
      const after = applyFixes(file.text, edits);
      texts.push({ path: file.path, before: file.text, after, edits });
    } else obstacles.push(...named.map((name) => obstacleAt(name, file)));
  }
  return { texts: [...texts, ...changeMeta(tree, paths)], obstacles };
}

/** Returns the new name of each page that moves, by each way in which the order of pages may name it. */
function newNames(
  { config }: OpenTree,
  pages: ReadonlyMap<ParsedFile, ParsedFile>,
): Map<string, string> {
  const { site } = config;
  const names = new Map<string, string>();
  for (const [before, after] of pages) {
    if (before.path === after.path) continue;
    const [old, now] = [before, after].map((page) => {
      const slug = site.slugOf(page);
      const address = slug.slice(encodeBase(site.base).length).replace(/^\/+|\/+$/g, "");
      const { docsFolder } = site.ofPages;
      const own = [page.path, idOf(page.path), address];
      const below = own.slice(0, 2).map((name) => posix.join(docsFolder, name));
      return [...own, ...own.map((name) => `/${name}`), ...below, slug, `${slug}/`];
    });
    for (const [at, name] of old!.entries()) {
      const isName = /[^/]/.test(name) && name !== now![at];
      if (isName && !names.has(name)) names.set(name, now![at]!);
    }
  }
  return names;
}

/** Reads the files that say the order of pages, in the docs root and in the folders around it. */
function orderFiles({ root }: OpenTree): OrderFile[] {
  const folders = siteFolders(root)
    .levels.flat()
    .flatMap((each) => [each, join(each, ".vitepress")]);
  return folders.flatMap((folder) => {
    if (!existsSync(folder)) return [];
    const isVitepress = basename(folder) === ".vitepress";
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .filter(
        ({ name }) => DATA.test(name) || (CODE.test(name) && CONFIG.test(name) === isVitepress),
      )
      .map(({ name }) => {
        const location = join(folder, name);
        const path = relative(root, location).split(sep).join("/");
        return { path, text: readFileSync(location, "utf8") };
      });
  });
}

/** A text in a file that may be the name of a page. */
interface Name {
  readonly text: string;
  readonly range: readonly [start: number, end: number];
}

/** A text between quotes, or the plain value of a line of YAML. */
const NAME =
  /"((?:[^"\\\r\n]|\\.)*)"|'((?:[^'\\\r\n]|\\.)*)'|`([^`\\$\r\n]*)`|(?<=^[ \t]*(?:-[ \t]+)?(?:[^#'"\r\n]*?:[ \t]+)?)([^\s'"`[\]{},#:-][^\s'"#]*)(?=[ \t]*(?:#.*)?$)/gm;

function namesIn(text: string): Name[] {
  return Array.from(text.matchAll(NAME), ({ index, 1: double, 2: single, 3: back, 4: plain }) => {
    const name = double ?? single ?? back ?? plain ?? "";
    const start = index + (plain === undefined ? 1 : 0);
    return { text: name, range: [start, start + name.length] as const };
  });
}

function obstacleAt({ text, range }: Name, file: OrderFile): Obstacle {
  const { row, column } = createLineFinder(file.text)(range[0]);
  const message = `"${text}" says the order of pages in a program, which is not rewritten`;
  return { file: file.path, line: row + 1, column: column + 1, message };
}
