import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { hasCode } from "../../../../corpus/error.ts";
import { fileAt } from "../files/find-files.ts";
import { readData } from "../read-data.ts";
import { readText, type SiteFile } from "../read-text.ts";
import type { RelativeImport } from "./imports.ts";
import type { Literal } from "./literal.ts";
import type { ScriptLiterals } from "./literals.ts";

/** The most files that a configuration may consist of. */
const MAX_FILES = 50;

/** Endings that an import may leave out, in order of precedence. */
const ENDINGS = ["", ".ts", ".mts", ".js", ".mjs", ".json", "/index.ts", "/index.mts", "/index.js"];

/**
 * Reads a script of JavaScript or TypeScript as data, without running it, with what it imports from
 * other scripts and JSON files of the site. The parser is loaded for the first one.
 *
 * @param top a folder that imports must not lead out of
 * @throws {DocgateError} `file` if it cannot be read, otherwise `setting`, with line and column of the
 *   mistake
 */
export async function readLiterals(file: SiteFile, top: string): Promise<ScriptLiterals> {
  return new ScriptFiles(realpathSync(top)).read(file);
}

/** The exports of a file, by name. */
type Exports = (name: string) => Literal;

class ScriptFiles {
  readonly #top: string;
  /** The exports of each file by its location; null while it is read, or if it cannot be. */
  readonly #exports = new Map<string, Exports | null>();

  constructor(top: string) {
    this.#top = top;
  }

  async read(file: SiteFile): Promise<ScriptLiterals> {
    this.#exports.set(file.location, null);
    const source = await readText(file);
    const { literalsOf } = await import("./literals.ts");
    const { parseScript } = await import("./parse.ts");
    const { relativeImportsOf } = await import("./imports.ts");
    const program = parseScript(source);
    const imports = new Map<string, Literal>();
    for (const each of relativeImportsOf(program)) {
      const value = (await this.#exportsOf(file, each))?.(each.name);
      if (value !== undefined) imports.set(each.local, value);
    }
    return literalsOf(source, { program, imports });
  }

  /** Returns the exports of a file that another one imports; null if they are not known. */
  async #exportsOf(importing: SiteFile, { from }: RelativeImport): Promise<Exports | null> {
    const file = this.#fileOf(join(dirname(importing.location), from));
    if (file === null) return null;
    const known = this.#exports.get(file.location);
    if (known !== undefined) return known;
    if (this.#exports.size >= MAX_FILES) return null;
    const exports = await this.#readExports(file);
    this.#exports.set(file.location, exports);
    return exports;
  }

  #fileOf(location: string): SiteFile | null {
    for (const ending of ENDINGS) {
      const path = `${location}${ending}`;
      const file = /\.(?:[cm]?[jt]s|json)$/.test(path) ? fileAt(path, this.#top) : null;
      if (file !== null) return file;
    }
    return null;
  }

  async #readExports(file: SiteFile): Promise<Exports | null> {
    try {
      if (file.name.endsWith(".json")) {
        const data = (await readData(file)) as Literal;
        return (name) => (name === "default" ? data : undefined);
      }
      const { exported, constant } = await this.read(file);
      return (name) => (name === "default" ? exported : constant(name));
    } catch (error) {
      // Names from a file with a mistake cannot be read, which is said where they are used.
      if (!hasCode(error, "file", "setting")) throw error;
      return null;
    }
  }
}
