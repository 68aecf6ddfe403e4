import {
  type Alias,
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
} from "yaml";
import type { Place, Problem } from "../../config/problem.ts";
import { MAX_DEPTH } from "../page-limits.ts";
import type { Frontmatter, FrontmatterSource } from "./frontmatter-block.ts";
import { readToml } from "./toml-frontmatter.ts";

/**
 * Reads a frontmatter block. JSON is read as YAML, which knows where its keys are.
 *
 * @returns the frontmatter, or the first problem with it (DOC-A13)
 */
export function readFrontmatter(source: FrontmatterSource): Frontmatter | Problem {
  return source.format === "toml" ? readToml(source) : readYaml(source);
}

function readYaml({
  file,
  format,
  text: yaml,
  firstLine,
}: FrontmatterSource): Frontmatter | Problem {
  const plain = readPlain(yaml, firstLine);
  if (plain !== null) return plain;
  const { document, lines } = parseYaml(yaml);
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: line + firstLine - 1, column: col };
  };
  const report = (message: string, offset: number) => {
    return { file, ...placeAt(offset), message, suggestion: null };
  };
  const refuse = (message: string, offset: number): Problem => ({
    ...report(`Frontmatter is not valid ${format.toUpperCase()}: ${message}`, offset),
    rule: "frontmatter-syntax",
  });

  const tooComplex = (message: string, offset = 0): Problem => ({
    ...report(`The frontmatter ${message}`, offset),
    rule: "page-too-complex",
  });

  const [error] = document.errors;
  const isTooDeep = error?.code === "RESOURCE_EXHAUSTION" || depthOf(document.contents) > MAX_DEPTH;
  if (isTooDeep) return tooComplex(TOO_DEEP);
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
  if (yaml.length + growthOf(contents, new Map()) > MAX_EXPANSION * yaml.length) {
    return tooComplex(TOO_LONG, aliasesIn(document)[0]!.range![0]);
  }
  try {
    const data = document.toJS({ maxAliasCount: -1 });
    // Plain JSON data, so that it is the same with and without the cache.
    return { data: JSON.parse(JSON.stringify(data)), places, sources };
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
 * --no-cache --jobs 1`). When `yaml` is updated, `test/generator/markdown/frontmatter/frontmatter.test.ts`
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

/** How many times its own size frontmatter may have when each alias is replaced with its value. */
const MAX_EXPANSION = 10;

const TOO_DEEP = `is nested deeper than ${MAX_DEPTH} lists and maps: flatten it`;
const TOO_LONG = `has aliases that expand it to more than ${MAX_EXPANSION} times its size: write values out`;

/** Returns how many collections there are in each other. The parser's own stack bounds it. */
function depthOf(node: unknown): number {
  if (isPair(node)) return Math.max(depthOf(node.key), depthOf(node.value));
  if (!isCollection(node)) return 0;
  return 1 + node.items.reduce((most: number, item) => Math.max(most, depthOf(item)), 0);
}

/**
 * Returns how much longer a node's text is with each alias replaced with its value, in characters.
 *
 * @param lengths of the values of the anchors so far
 */
function growthOf(node: unknown, lengths: Map<string, number>): number {
  if (isPair(node)) return growthOf(node.key, lengths) + growthOf(node.value, lengths);
  if (!isNode(node) || !node.range) return 0;
  const length = node.range[1] - node.range[0];
  if (isAlias(node)) return (lengths.get(node.source) ?? length) - length;
  let growth = 0;
  if (isCollection(node)) for (const item of node.items) growth += growthOf(item, lengths);
  if (node.anchor) lengths.set(node.anchor, length + growth);
  return growth;
}

interface ParsedYaml {
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
}

/**
 * Parses YAML. The lines of a flow collection may have any indentation, as most other software
 * reads it: the specification requires them to be indented.
 */
function parseYaml(yaml: string): ParsedYaml {
  let text = yaml;
  let done = -1;
  for (;;) {
    const lines = new LineCounter();
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
    const start = startOfBrokenFlow(document);
    if (start === null || start <= done) return { document, lines };
    text = withFlowIndented(text, start);
    done = start;
  }
}

/**
 * Finds the outermost flow collection that ends where a line is not indented.
 *
 * @returns null if that is not the first error
 */
function startOfBrokenFlow({ errors, contents }: Document.Parsed): number | null {
  const [error] = errors;
  if (error?.code !== "BAD_INDENT") return null;
  let start: number | null = null;
  visit(contents, {
    Collection(_, { flow, range }) {
      if (!flow || range?.[1] !== error.pos[0]) return undefined;
      start = range[0];
      return visit.BREAK;
    },
  });
  return start;
}

/** Indents the lines of a flow collection; one that is broken in another way stays as it is. */
function withFlowIndented(text: string, start: number): string {
  const rest = text.slice(start);
  // By itself, its lines need no indentation.
  const { contents, errors } = parseDocument(rest, { prettyErrors: false });
  const end = contents?.range?.[1] ?? 0;
  if ((errors[0]?.pos[0] ?? end) < end) return text;
  const column = start - (text.lastIndexOf("\n", start) + 1);
  const lines = rest.slice(0, end).replaceAll("\n", `\n${" ".repeat(column + 1)}`);
  return text.slice(0, start) + lines + rest.slice(end);
}

/** Finds the alias that cannot be resolved: to nothing, or to itself. */
function brokenAliasOf(document: Document): Alias | undefined {
  const aliases = aliasesIn(document);
  return aliases.find((alias) => alias.resolve(document) === undefined) ?? aliases[0];
}

function aliasesIn(document: Document): Alias[] {
  const aliases: Alias[] = [];
  visit(document, {
    Alias(_, alias) {
      aliases.push(alias);
    },
  });
  return aliases;
}
