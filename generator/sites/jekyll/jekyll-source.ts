import { posix } from "node:path";
import picomatch from "picomatch";
import { at, isMap, mapOf, textOf, textsOf } from "../data/values.ts";

/** A file of a Jekyll site, as its path says. */
export interface SourcePlace {
  /** Path from the site's source. */
  readonly path: string;
  /** `pages`, or the name of a collection, such as `posts`; null for a file that is not content. */
  readonly collection: string | null;
  /** True for a post without a date, in `_drafts`. */
  readonly isDraft: boolean;
  /** Path from the folder of its collection, without extension: `guide/install`. */
  readonly name: string;
  /** The folders above `_posts`, which are categories. */
  readonly categories: readonly string[];
}

/** Files that Jekyll never reads, unless `include` names them. */
const EXCLUDED = [
  ...["Gemfile", "Gemfile.lock", "gemfiles", "node_modules", ".sass-cache", ".jekyll-cache"],
  ...["vendor/bundle", "vendor/cache", "vendor/gems", "vendor/ruby"],
];
const DATED = /^\d{2,4}-\d{1,2}-\d{1,2}-[^/]+$/;

/** Tells what the files of a Jekyll site are, and which defaults they have. */
export class JekyllSource {
  readonly #data: Readonly<Record<string, unknown>>;
  readonly #docsFolder: string;
  readonly #collections: ReadonlySet<string>;
  readonly #collectionsFolder: string;
  readonly #isIncluded: (path: string) => boolean;
  readonly #isExcluded: (path: string) => boolean;

  /** @param docsFolder path of the docs root from the site's source */
  constructor(data: Readonly<Record<string, unknown>>, docsFolder: string) {
    this.#data = data;
    this.#docsFolder = docsFolder;
    const { collections } = data;
    this.#collections = new Set(
      isMap(collections) ? Object.keys(collections) : textsOf(collections),
    );
    this.#collectionsFolder = textOf(data.collections_dir)?.replace(/\/+$/, "") ?? "";
    const included = textsOf(data.include);
    this.#isIncluded = matcherOf(included);
    const all = [...EXCLUDED, ...textsOf(data.exclude)];
    this.#isExcluded = matcherOf(all.filter((name) => !included.includes(name)));
  }

  /** Returns what a file is, by its path from the docs root. */
  placeOf(path: string): SourcePlace {
    const source = posix.join(this.#docsFolder, path);
    const below = this.#belowCollections(source);
    const name = below.replace(/\.[^./]*$/, "");
    const [, above = "", kind, rest] =
      /^(.*?)(?:^|\/)_(posts|drafts)\/(.*)$/.exec(`/${name}`) ?? [];
    if (kind !== undefined && !this.#isSpecial(above.slice(1)) && !this.#isLeftOut(source)) {
      const isPost = kind === "drafts" || DATED.test(posix.basename(rest!));
      return {
        path: source,
        collection: isPost ? "posts" : null,
        isDraft: kind === "drafts",
        name: rest!,
        categories: above.split("/").filter(Boolean),
      };
    }
    const [folder] = below.split("/", 1);
    const label = folder!.startsWith("_") ? folder!.slice(1) : null;
    const plain = { path: source, isDraft: false, categories: [] };
    if (label !== null && this.#collections.has(label) && name.includes("/")) {
      return { ...plain, collection: label, name: name.slice(folder!.length + 1) };
    }
    const isPage = !this.#isSpecial(source) && !this.#isLeftOut(source);
    return { ...plain, collection: isPage ? "pages" : null, name };
  }

  /** Tells whether the files of a collection become pages. */
  isOutput(collection: string): boolean {
    if (collection === "pages" || collection === "posts") return true;
    return at(this.#data, "collections", collection, "output") === true;
  }

  /** Returns the value that the configuration gives a file under a key; undefined if it gives none. */
  defaultOf({ path, collection, isDraft }: SourcePlace, key: string): unknown {
    const own = this.#belowCollections(path);
    const type = isDraft ? "drafts" : collection;
    let value: unknown;
    let best = -1;
    for (const set of textlessList(this.#data.defaults)) {
      const scope = mapOf(set.scope);
      const values = mapOf(set.values);
      if (!Object.hasOwn(values, key)) continue;
      const scopePath = this.#belowCollections(String(scope.path ?? "").replace(/^\/|\/$/g, ""));
      const isType = scope.type === undefined || pluralOf(String(scope.type)) === type;
      if (!isType || !isBelow(own, scopePath)) continue;
      const rank = 2 * scopePath.length + Number(scope.type !== undefined);
      if (rank < best) continue;
      best = rank;
      value = values[key];
    }
    return value;
  }

  #belowCollections(path: string): string {
    const folder = this.#collectionsFolder;
    return folder !== "" && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
  }

  /** Tells whether a part of a path begins like those of other files than content. */
  #isSpecial(path: string): boolean {
    const parts = path.split("/");
    return parts.some(
      (part, index) =>
        /^[._#~]/.test(part) && !this.#isIncluded(parts.slice(0, index + 1).join("/")),
    );
  }

  #isLeftOut(path: string): boolean {
    const parts = path.split("/");
    return parts.some((_, index) => this.#isExcluded(parts.slice(0, index + 1).join("/")));
  }
}

/** Returns a test of paths and of names by Jekyll's globs. */
function matcherOf(patterns: readonly string[]): (path: string) => boolean {
  if (patterns.length === 0) return () => false;
  const clean = patterns.map((pattern) => pattern.replace(/^\/|\/+$/g, "")).filter(Boolean);
  return clean.length === 0 ? () => false : picomatch(clean, { dot: true });
}

function textlessList(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isMap) : [];
}

/** Types were once in the singular. */
function pluralOf(type: string): string {
  return type === "page" || type === "post" || type === "draft" ? `${type}s` : type;
}

/** Jekyll compares the beginning of the path, whatever stands after it. */
function isBelow(path: string, scope: string): boolean {
  if (scope === "") return true;
  if (!scope.includes("*")) return path.startsWith(scope);
  return picomatch([scope, `${scope}/**`], { dot: true })(path);
}
