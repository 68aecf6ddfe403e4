/** Reads the arguments of a tool call. What is wrong with them is a message for the model. */

import type { DocFilter } from "../../../corpus/fields/filter.ts";
import { filterExcess } from "../../../corpus/fields/filter-limits.ts";
import { HIT_LIMITS } from "../../../corpus/search/words/query.ts";
import {
  DEFAULT_TOKENS,
  DEPTH,
  LIMIT,
  REFS,
  TOKENS,
  type Tool,
  type ToolName,
} from "./tool-definitions.ts";

/** Longer refs, sections and folders name nothing. */
const MAX_TEXT = 2_000;

export interface SearchArguments {
  /** Default: the default edition. */
  readonly edition?: string | undefined;
  readonly query: string;
  /** Which docs are searched, by their fields. */
  readonly where?: DocFilter | undefined;
  readonly within: string | undefined;
  readonly limit: number;
  readonly maxTokens: number;
}

export interface ReadArguments {
  readonly refs: readonly string[];
  readonly maxTokens: number;
}

export interface ListArguments {
  /** Default: the default edition. */
  readonly edition?: string | undefined;
  readonly where?: DocFilter | undefined;
  readonly under: string | undefined;
  readonly depth: number;
  readonly maxTokens: number;
}

export interface QuoteArguments {
  readonly quote: string;
  readonly doc: string | undefined;
}

/** An argument that cannot be used. Its message says what was expected. */
export class ArgumentError extends Error {
  override readonly name = "ArgumentError";
}

type RawArguments = Readonly<Record<string, unknown>>;

export function readSearchArguments(given: RawArguments, tools: readonly Tool[]): SearchArguments {
  checkNames(given, { tool: "search_docs", tools });
  const query = requireText(given, { name: "query", maxLength: HIT_LIMITS.queryLength });
  const limit = readNumber(given, { name: "limit", ...LIMIT });
  return {
    query,
    limit,
    edition: readText(given, "edition"),
    where: readWhere(given),
    within: readText(given, "within"),
    maxTokens: readTokens(given, "search_docs"),
  };
}

export function readReadArguments(given: RawArguments, tools: readonly Tool[]): ReadArguments {
  checkNames(given, { tool: "read_docs", tools });
  const refs = typeof given.refs === "string" ? [given.refs] : given.refs;
  const isList = Array.isArray(refs) && refs.length >= REFS.min && refs.length <= REFS.max;
  if (!isList || !refs.every((ref) => typeof ref === "string")) {
    throw new ArgumentError(`"refs" must be a list of ${REFS.min} to ${REFS.max} strings.`);
  }
  for (const ref of refs) checkLength(ref, { name: "refs", maxLength: MAX_TEXT });
  return { refs, maxTokens: readTokens(given, "read_docs") };
}

export function readListArguments(given: RawArguments, tools: readonly Tool[]): ListArguments {
  checkNames(given, { tool: "list_docs", tools });
  const depth = readNumber(given, { name: "depth", ...DEPTH });
  return {
    depth,
    edition: readText(given, "edition"),
    where: readWhere(given),
    under: readText(given, "under"),
    maxTokens: readTokens(given, "list_docs"),
  };
}

export function readQuoteArguments(given: RawArguments, tools: readonly Tool[]): QuoteArguments {
  checkNames(given, { tool: "verify_quote", tools });
  const quote = requireText(given, { name: "quote", maxLength: MAX_TEXT });
  return { quote, doc: readText(given, "doc") };
}

/** Reads a filter; what it names is checked by the corpus. */
function readWhere({ where }: RawArguments): DocFilter | undefined {
  if (where === undefined || where === null) return undefined;
  const excess = filterExcess([where]);
  if (excess !== null) throw new ArgumentError(`"where" is too large: ${excess}.`);
  return where as DocFilter;
}

interface NamesOptions {
  readonly tool: ToolName;
  readonly tools: readonly Tool[];
}

function checkNames(given: RawArguments, { tool, tools }: NamesOptions): void {
  const { inputSchema } = tools.find(({ name }) => name === tool)!;
  const known = Object.keys(inputSchema.properties);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const names = known.map((name) => `"${name}"`).join(", ");
  throw new ArgumentError(
    `${tool} takes ${names}, but got ${JSON.stringify(unknown.slice(0, 80))}.`,
  );
}

interface TextOptions {
  readonly name: string;
  readonly maxLength: number;
}

function requireText(given: RawArguments, options: TextOptions): string {
  const text = given[options.name];
  if (typeof text !== "string") throw new ArgumentError(`"${options.name}" must be a string.`);
  return checkLength(text, options);
}

function readText(given: RawArguments, name: string): string | undefined {
  const isAbsent = given[name] === undefined || given[name] === null || given[name] === "";
  return isAbsent ? undefined : requireText(given, { name, maxLength: MAX_TEXT });
}

function checkLength(text: string, { name, maxLength }: TextOptions): string {
  if (text.length <= maxLength) return text;
  throw new ArgumentError(
    `"${name}" must have at most ${maxLength} characters, but it has ${text.length}.`,
  );
}

interface NumberOptions {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly default: number;
}

function readTokens(given: RawArguments, tool: keyof typeof DEFAULT_TOKENS): number {
  return readNumber(given, { name: "max_tokens", ...TOKENS, default: DEFAULT_TOKENS[tool] });
}

function readNumber(
  given: RawArguments,
  { name, min, max, default: usual }: NumberOptions,
): number {
  const value = given[name] ?? usual;
  const isNumber = typeof value === "number" && Number.isInteger(value);
  if (isNumber && value >= min && value <= max) return value;
  const got = JSON.stringify(value)?.slice(0, 80);
  throw new ArgumentError(
    `"${name}" must be a whole number from ${min} to ${max}, but it is ${got}.`,
  );
}
