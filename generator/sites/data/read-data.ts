import { extname } from "node:path";
import { DocgateError } from "../../../corpus/error.ts";
import { plainData } from "./plain-data.ts";
import { readText, type SiteFile, type SiteText } from "./read-text.ts";

/** The language of a data file. */
export type DataLanguage = "yaml" | "yaml-1.1" | "toml" | "json";

const LANGUAGES: Readonly<Record<string, DataLanguage>> = {
  ".yml": "yaml",
  ".yaml": "yaml",
  ".toml": "toml",
  ".json": "json",
  ".jsonc": "json",
};

/**
 * Reads a file of YAML, TOML or JSON, which may have comments, into plain data. Dates stay texts. A
 * YAML value whose tag would run something becomes a `TagValue`.
 *
 * @param language `yaml-1.1` for what Python and Ruby read, where `yes` is true. Default: that of the
 *   extension
 * @throws {DocgateError} `file` if it cannot be read, otherwise `setting`, with line and column of the
 *   mistake
 */
export async function readData(file: SiteFile, language?: DataLanguage): Promise<unknown> {
  return parseData(await readText(file), language ?? languageOf(file.name));
}

/**
 * Parses a text of YAML, TOML or JSON as {@link readData} reads it.
 *
 * @throws {DocgateError} `setting` with line and column of the mistake
 */
export async function parseData(source: SiteText, language: DataLanguage): Promise<unknown> {
  return plainData(await parse(source, language), source.name);
}

async function parse(source: SiteText, language: DataLanguage): Promise<unknown> {
  if (language === "toml") return (await import("./toml.ts")).parseToml(source);
  if (language === "json") return parseJson(source);
  const { parseYaml } = await import("./yaml.ts");
  return parseYaml(source, language === "yaml" ? "1.2" : "1.1");
}

/** Parses JSON. The parser that knows comments is loaded only for a text that has them, or is wrong. */
async function parseJson(source: SiteText): Promise<unknown> {
  try {
    return JSON.parse(source.text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return (await import("./jsonc.ts")).parseJsonc(source);
  }
}

function languageOf(name: string): DataLanguage {
  const language = LANGUAGES[extname(name).toLowerCase()];
  if (language !== undefined) return language;
  throw new DocgateError(
    "setting",
    `"${name}" is neither YAML, TOML nor JSON: expected .yml, .yaml, .toml, .json or .jsonc.`,
  );
}
