import { existsSync, readdirSync } from "node:fs";
import { join, posix, relative, sep } from "node:path";
import { isWithin } from "../../read/is-within.ts";
import { at, mapOf, textOf, textsOf } from "../data/values.ts";
import type { HugoConfig } from "./hugo-config.ts";

/** A folder of the site whose files are its content, or a part of it. */
interface Mount {
  readonly location: string;
  /** Where its files are in the content; empty for its root. */
  readonly target: string;
  /** Null if the names of its files say it. */
  readonly language: string | null;
}

/** The place of a file in the content. */
export interface ContentPath {
  /** The folders that it is in, below the content's root. */
  readonly folders: readonly string[];
  /** Its name, without language and extension: `_index`. */
  readonly name: string;
  readonly language: string;
}

/** The content of a Hugo site: which files belong to it, and in which language. */
export class HugoContent {
  /** The language of files that name none. */
  readonly defaultLanguage: string;
  /** The languages of the site. */
  readonly languages: ReadonlySet<string>;
  /** Languages whose pages are not built. */
  readonly disabled: ReadonlySet<string>;
  readonly #root: string;
  readonly #mounts: readonly Mount[];
  readonly #isDefaultInFolder: boolean;
  /** Folder of the content → true if it has its own page, as far as that was asked. */
  readonly #indexes = new Map<string, boolean>();

  /** @param root location of the docs root */
  constructor({ data, folder }: HugoConfig, root: string) {
    const languages = mapOf(data.languages);
    this.#root = root;
    this.defaultLanguage = textOf(data.defaultcontentlanguage)?.toLowerCase() ?? "en";
    this.languages = new Set([...Object.keys(languages), this.defaultLanguage]);
    const disabled = Object.keys(languages).filter((name) => at(languages, name, "disabled"));
    this.disabled = new Set([...disabled, ...textsOf(data.disablelanguages)]);
    this.#isDefaultInFolder = data.defaultcontentlanguageinsubdir === true;
    const mounts = mountsOf({ data, folder }).filter(({ location }) => existsSync(location));
    const isRelated = ({ location }: Mount) => isWithin(root, location) || isWithin(location, root);
    this.#mounts = mounts.some(isRelated)
      ? mounts.toSorted((left, right) => right.location.length - left.location.length)
      : [{ location: root, target: "", language: null }];
  }

  /** Returns the place of a page in the content; null if it does not belong to it. */
  placeOf(path: string): ContentPath | null {
    const location = join(this.#root, path);
    const mount = this.#mounts.find((each) => isWithin(location, each.location));
    if (mount === undefined) return null;
    const below = relative(mount.location, location).split(sep).join("/");
    const parts = posix.join(mount.target, below).split("/");
    const { name, language } = this.#splitName(parts.pop()!);
    return { folders: parts, name, language: language ?? mount.language ?? this.defaultLanguage };
  }

  /** Returns the first part of the addresses of a language, with `/` before it, or nothing. */
  prefixOf(language: string): string {
    return language === this.defaultLanguage && !this.#isDefaultInFolder ? "" : `/${language}`;
  }

  /** Returns the folders of the section that a folder belongs to: the nearest one with its own page. */
  sectionOf(folders: readonly string[]): readonly string[] {
    for (let length = folders.length; length > 1; length--) {
      if (this.#hasIndex(folders.slice(0, length).join("/"))) return folders.slice(0, length);
    }
    return folders.slice(0, 1);
  }

  #hasIndex(folder: string): boolean {
    const known = this.#indexes.get(folder);
    if (known !== undefined) return known;
    const hasIndex = this.#mounts.some(({ location, target }) => {
      if (target !== "" && !`${folder}/`.startsWith(`${target}/`)) return false;
      const below = join(location, folder.slice(target.length));
      return existsSync(below) && readdirSync(below).some((name) => name.startsWith("_index."));
    });
    this.#indexes.set(folder, hasIndex);
    return hasIndex;
  }

  /** Returns the names of the sections that Hugo makes a page for: the first folders of the content. */
  sections(): string[] {
    return this.#mounts.flatMap(({ location, target }) =>
      target === ""
        ? readdirSync(location, { withFileTypes: true }).flatMap((entry) =>
            entry.isDirectory() ? [entry.name] : [],
          )
        : [target.split("/", 1)[0]!],
    );
  }

  #splitName(file: string): { readonly name: string; readonly language: string | null } {
    const name = file.replace(/\.[^.]*$/, "");
    const [, base, language] = /^(.+)\.([^.]+)$/.exec(name) ?? [];
    return language !== undefined && this.languages.has(language.toLowerCase())
      ? { name: base!, language: language.toLowerCase() }
      : { name, language: null };
  }
}

function mountsOf({ data, folder }: HugoConfig): Mount[] {
  const mounts = at(data, "module", "mounts");
  const listed = (Array.isArray(mounts) ? mounts : []).flatMap((mount) => mountOf(mount, folder));
  if (listed.length > 0) return listed;
  const own = textOf(data.contentdir) ?? "content";
  const languages = Object.entries(mapOf(data.languages)).flatMap(([language, values]): Mount[] => {
    const location = textOf(at(values, "contentdir"));
    return location === undefined
      ? []
      : [{ location: join(folder, location), target: "", language }];
  });
  const isNamed = languages.some(({ location }) => location === join(folder, own));
  return isNamed
    ? languages
    : [...languages, { location: join(folder, own), target: "", language: null }];
}

function mountOf(mount: unknown, folder: string): Mount[] {
  const source = textOf(at(mount, "source"));
  const target = textOf(at(mount, "target"));
  if (source === undefined || !/^content(?:\/|$)/.test(target ?? "")) return [];
  const languages = textsOf(at(mount, "sites", "matrix", "languages") ?? at(mount, "lang"));
  return [
    {
      location: join(folder, source),
      target: target!.replace(/^content\/?/, "").replace(/\/+$/, ""),
      language: languages.length === 1 ? languages[0]!.toLowerCase() : null,
    },
  ];
}
