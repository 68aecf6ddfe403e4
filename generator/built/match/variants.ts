import { foldersOf } from "./path-names.ts";

/** A version in a path: `v1`, `1.2`, `29.x`, `version-3.0`, `14`. */
const VERSION =
  /^(?:(?:v|version[-_]?)\d+(?:\.(?:\d+|x))*|\d+(?:\.(?:\d+|x))+|\d{1,3})(?:-[a-z]+[.\d]*)?$/i;
const CHANNEL = /^(?:canary|current|dev|latest|lts|main|master|next|nightly|stable|unreleased)$/i;

/** A pair is the rule of a variant if this number of pages agrees, and this part of its pages. */
const LEAST_PAGES = 3;
const LEAST_SHARE = 0.8;

/**
 * Which languages and versions of a tree are which of its site: learnt from pages that are certain.
 * A page is never taken for that of another language or version.
 */
export class Variants {
  readonly #languages: ReadonlySet<string>;
  /** Variant of the tree → variant of the site → number of pages. */
  readonly #pairs = new Map<string, Map<string, number>>();

  /** @param languages names of folders, in lower case */
  constructor(languages: ReadonlySet<string>) {
    this.#languages = languages;
  }

  learn(path: string, address: string): void {
    const from = this.#variantOf(path);
    const to = this.#variantOf(address);
    const pairs = this.#pairs.get(from) ?? new Map<string, number>();
    this.#pairs.set(from, pairs.set(to, (pairs.get(to) ?? 0) + 1));
  }

  /** Tells whether an address is known to be of another language or version than a path. */
  isOther(path: string, address: string): boolean {
    const pairs = this.#pairs.get(this.#variantOf(path));
    if (pairs === undefined) return false;
    const count = pairs.get(this.#variantOf(address)) ?? 0;
    const total = [...pairs.values()].reduce((sum, pages) => sum + pages, 0);
    const most = Math.max(...pairs.values());
    return most >= LEAST_PAGES && most >= LEAST_SHARE * total && count < most;
  }

  #variantOf(path: string): string {
    const names = foldersOf(path.toLowerCase());
    return names.filter((name) => this.#isVariant(name)).join("/");
  }

  #isVariant(name: string): boolean {
    return this.#languages.has(name) || VERSION.test(name) || CHANNEL.test(name);
  }
}
