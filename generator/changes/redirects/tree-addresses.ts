import { toNfc } from "../../../corpus/text/fold.ts";
import { bareSlugOf, idOf } from "../../../corpus/text/slug.ts";
import type { ParsedFile } from "../../markdown/parse.ts";
import type { LedgerTree } from "./verify-ledger.ts";

/** The addresses in parsed files: pages, and every fragment that leads somewhere in one. */
class FileAddresses implements LedgerTree {
  readonly #files: readonly ParsedFile[];
  readonly #slugOf: (file: ParsedFile) => string;
  /** Id and slug → page. Made for the first address that is looked up: most trees have no ledger. */
  #byId: ReadonlyMap<string, ParsedFile> | undefined;
  readonly #fragments = new Map<ParsedFile, ReadonlySet<string>>();

  constructor(files: readonly ParsedFile[], slugOf: (file: ParsedFile) => string) {
    this.#files = files;
    this.#slugOf = slugOf;
  }

  get ids(): string[] {
    return this.#files.map(({ path }) => idOf(path));
  }

  below(folder: string): string[] {
    const names = [...this.#known().keys()].filter((name) => name.startsWith(folder));
    return names.map((name) => name.slice(folder.length));
  }

  hasPage(id: string): boolean {
    return this.#known().has(id);
  }

  hasAnchor(id: string, anchor: string): boolean {
    const file = this.#known().get(id);
    return file !== undefined && this.#fragmentsOf(file).has(toNfc(anchor));
  }

  #fragmentsOf(file: ParsedFile): ReadonlySet<string> {
    const known = this.#fragments.get(file) ?? new Set(file.fragments.map(toNfc));
    this.#fragments.set(file, known);
    return known;
  }

  #known(): ReadonlyMap<string, ParsedFile> {
    this.#byId ??= new Map(
      this.#files.flatMap((file) => {
        const slug = this.#slugOf(file);
        return [slug, bareSlugOf(slug), idOf(file.path)].map((name) => [name, file] as const);
      }),
    );
    return this.#byId;
  }
}

/**
 * Returns the addresses in parsed files: pages by their ids and by their slugs.
 *
 * @param slugOf returns the slug of a page
 */
export function addressesIn(
  files: readonly ParsedFile[],
  slugOf: (file: ParsedFile) => string,
): LedgerTree {
  return new FileAddresses(files, slugOf);
}
