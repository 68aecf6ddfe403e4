import { toNfc } from "../../../corpus/text/fold.ts";
import { idOf } from "../../../corpus/text/slug.ts";
import type { ParsedFile } from "../../markdown/parse.ts";
import type { LedgerTree } from "./verify-ledger.ts";

/** The addresses in parsed files: pages, and every fragment that leads somewhere in one. */
class FileAddresses implements LedgerTree {
  readonly #files: readonly ParsedFile[];
  /** Made for the first address that is looked up: most trees have no ledger. */
  #byId: ReadonlyMap<string, ParsedFile> | undefined;
  readonly #fragments = new Map<ParsedFile, ReadonlySet<string>>();

  constructor(files: readonly ParsedFile[]) {
    this.#files = files;
  }

  get ids(): string[] {
    return [...this.#known().keys()];
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
    this.#byId ??= new Map(this.#files.map((file) => [idOf(file.path), file]));
    return this.#byId;
  }
}

/** Returns the addresses in parsed files. */
export function addressesIn(files: readonly ParsedFile[]): LedgerTree {
  return new FileAddresses(files);
}
