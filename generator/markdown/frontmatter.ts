import {
  type Alias,
  type Document,
  isMap,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
} from "yaml";
import type { Place, Problem } from "../config/problem.ts";

/** The frontmatter of a file: its values and the place of each key. */
export interface Frontmatter {
  readonly data: Readonly<Record<string, unknown>>;
  readonly places: Readonly<Record<string, Place>>;
  /** Scalar values as their author wrote them: `1.10`, where the value is 1.1. */
  readonly sources: Readonly<Record<string, string>>;
}

interface FrontmatterBlock {
  readonly file: string;
  /** The YAML between the fences. */
  readonly yaml: string;
  /** The line on which the YAML starts, 1-based. */
  readonly firstLine: number;
}

/**
 * Reads a frontmatter block.
 *
 * @returns the frontmatter, or the first problem with it (DOC-A13)
 */
export function readFrontmatter({
  file,
  yaml,
  firstLine,
}: FrontmatterBlock): Frontmatter | Problem {
  const plain = readPlain(yaml, firstLine);
  if (plain !== null) return plain;
  const lines = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false });
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: line + firstLine - 1, column: col };
  };
  const refuse = (message: string, offset: number): Problem => ({
    file,
    ...placeAt(offset),
    rule: "frontmatter-syntax",
    message: `Frontmatter is not valid YAML: ${message}`,
    suggestion: null,
  });

  const [error] = document.errors;
  if (error) return refuse(error.message, error.pos[0]);
  const { contents } = document;
  if (contents === null || (isScalar(contents) && contents.value === null)) {
    return { data: {}, places: {}, sources: {} };
  }
  if (!isMap(contents)) return refuse("expected keys with values", contents.range?.[0] ?? 0);

  const places: Record<string, Place> = {};
  const sources: Record<string, string> = {};
  for (const { key, value } of contents.items) {
    if (!isScalar(key)) continue;
    places[String(key.value)] = placeAt(key.range?.[0] ?? 0);
    if (isScalar(value) && value.source) sources[String(key.value)] = value.source;
  }
  try {
    // Plain JSON data, so that it is the same with and without the cache.
    return { data: JSON.parse(JSON.stringify(document.toJS())), places, sources };
  } catch (cause) {
    const [reason] = (cause as Error).message.split("\n", 1);
    return refuse(reason!, brokenAliasOf(document)?.range?.[0] ?? 0);
  }
}

/**
 * Matches a key and a value on one line that are plain strings in every version of the YAML schema:
 * the value consists of ASCII letters and of characters that mean nothing to YAML after a letter,
 * or is a date or a version.
 */
const PLAIN_LINE =
  /^([A-Za-z][\w.-]*(?: [\w.-]+)*): ((?=[A-Za-z]|\d+\/\d|\d+\.\d+\.\d)(?:(?: +|:(?=[\w/]))?[\w./()',;!?&+*=@-])*)$/;

/** Plain words that YAML does not read as strings, in a key or a value. */
const KEYWORD = /^(?:null|true|false|yes|no|on|off|y|n)$/i;

/**
 * Reads frontmatter that consists only of keys and plain strings, each pair on one line: most
 * frontmatter does, and the full YAML parser is slow. It saves a good tenth of the processor time
 * of a first build: 9.8 instead of 11.1 seconds for 2 989 pages of PowerShell (`docgate generate
 * --no-cache --jobs 1`). When `yaml` is updated, `test/generator/markdown/frontmatter.test.ts`
 * compares the two.
 *
 * @returns null for any other
 */
function readPlain(yaml: string, firstLine: number): Frontmatter | null {
  const data: Record<string, string> = {};
  const places: Record<string, Place> = {};
  for (const [row, line] of yaml.split(/\r?\n/).entries()) {
    const [, key, value] = PLAIN_LINE.exec(line) ?? [];
    if (key === undefined || value === undefined) return null;
    if (KEYWORD.test(key) || KEYWORD.test(value) || Object.hasOwn(data, key)) return null;
    data[key] = value;
    places[key] = { line: firstLine + row, column: 1 };
  }
  return { data, places, sources: { ...data } };
}

/** Finds the alias that cannot be resolved: to nothing, to itself, or to far too much. */
function brokenAliasOf(document: Document): Alias | undefined {
  const aliases: Alias[] = [];
  visit(document, {
    Alias(_, alias) {
      aliases.push(alias);
    },
  });
  return aliases.find((alias) => alias.resolve(document) === undefined) ?? aliases[0];
}
