import { dirname, join } from "node:path";
import { hasCode } from "../../../corpus/error.ts";
import { fileAt } from "../data/files/find-files.ts";
import { readData } from "../data/read-data.ts";
import type { SiteFile } from "../data/read-text.ts";
import { mapOf, textOf } from "../data/values.ts";

/** The most files that a configuration may consist of. */
const MAX_FILES = 100;

/** A map of the configuration. */
export type Entry = Readonly<Record<string, unknown>>;

export interface DocsFile {
  readonly data: Entry;
  /** Sentences about parts that could not be read. */
  readonly notes: readonly string[];
}

/** Reads `docs.json` or `mint.json`, with the files that `$ref` names in it. */
export async function readDocsFile(file: SiteFile, top: string): Promise<DocsFile> {
  const parts = new DocsParts(top);
  const data = await parts.whole(await readData(file), dirname(file.location), 0);
  return { data: mapOf(data), notes: parts.notes };
}

class DocsParts {
  readonly notes: string[] = [];
  readonly #top: string;
  #files = 1;

  constructor(top: string) {
    this.#top = top;
  }

  /** Returns a value in which other files stand in the place of their `$ref`. */
  async whole(value: unknown, folder: string, depth: number): Promise<unknown> {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) {
      const items: unknown[] = [];
      for (const item of value) items.push(await this.whole(item, folder, depth));
      return items;
    }
    const { $ref, ...others } = value as Entry;
    const own: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(others)) {
      own[key] = await this.whole(item, folder, depth);
    }
    const path = textOf($ref);
    if (path === undefined || path.startsWith("#")) return own;
    const part = await this.#part(join(folder, path), { path, depth });
    // A list has no named keys.
    return Array.isArray(part) ? part : { ...mapOf(part), ...own };
  }

  async #part(
    location: string,
    { path, depth }: { readonly path: string; readonly depth: number },
  ): Promise<unknown> {
    const file = fileAt(location, this.#top);
    if (file === null || depth > 20 || ++this.#files > MAX_FILES) {
      this.notes.push(`"${path}", which the configuration refers to, is not read`);
      return {};
    }
    try {
      return await this.whole(await readData(file), dirname(location), depth + 1);
    } catch (error) {
      if (!hasCode(error, "file", "setting")) throw error;
      this.notes.push(`"${path}" is not read: ${error.message}`);
      return {};
    }
  }
}
