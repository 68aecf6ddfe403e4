import { foldersOf } from "./path-names.ts";

/** A version in a path: `v1`, `1.2`, `29.x`, `version-3.0`, `14`. */
const VERSION =
  /^(?:(?:v|version[-_]?)\d+(?:\.(?:\d+|x))*|\d+(?:\.(?:\d+|x))+|\d{1,3})(?:-[a-z]+[.\d]*)?$/;
const CHANNEL = /^(?:canary|current|dev|latest|lts|main|master|next|nightly|stable|unreleased)$/;

/** A pair is the rule if this number of pages agrees, and more than half of all. */
const LEAST_PAGES = 3;

/**
 * Which languages and versions of a tree are which of its site: learnt from pages that are known. A
 * page is never taken for that of another language or version.
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
    const [from, to] = [this.#variantOf(path), this.#variantOf(address)];
    const pairs = this.#pairs.get(from) ?? new Map<string, number>();
    this.#pairs.set(from, pairs.set(to, (pairs.get(to) ?? 0) + 1));
  }

  /** Tells whether an address is known to be of another language or version than a path. */
  isOther(path: string, address: string): boolean {
    const pairs = this.#pairs.get(this.#variantOf(path));
    if (pairs === undefined) return false;
    const total = [...pairs.values()].reduce((sum, pages) => sum + pages, 0);
    const most = Math.max(...pairs.values());
    const count = pairs.get(this.#variantOf(address)) ?? 0;
    return most >= LEAST_PAGES && most > total / 2 && count < most;
  }

  /** Returns the names of the folders of a language or version, as a key. */
  #variantOf(path: string): string {
    const names = foldersOf(path.toLowerCase());
    return names.filter((name, at) => this.#isVariant(name, names[at - 1] ?? "")).join("/");
  }

  #isVariant(name: string, before: string): boolean {
    // In `2024/05/17`, numbers are a date.
    if (VERSION.test(name)) return !/^\d+$/.test(before);
    return this.#languages.has(name) || CHANNEL.test(name);
  }
}
