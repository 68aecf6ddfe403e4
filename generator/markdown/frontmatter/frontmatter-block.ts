import type { Place } from "../../config/problem.ts";

/** The language of a page's frontmatter. */
export type FrontmatterFormat = "yaml" | "toml" | "json";

/** The frontmatter of a page, found without a parser. */
export interface FrontmatterBlock {
  readonly format: FrontmatterFormat;
  /** The text between the fences; of JSON, with its braces. */
  readonly text: string;
  /** The line on which that text starts, 1-based. */
  readonly firstLine: number;
  /** Where the text after it starts: after the one line end that closes it (DOC-A8). */
  readonly end: number;
}

/** The text of a frontmatter block. */
export interface FrontmatterSource extends Omit<FrontmatterBlock, "end"> {
  readonly file: string;
}

/** The frontmatter of a file: its values and the place of each key. */
export interface Frontmatter {
  readonly data: Readonly<Record<string, unknown>>;
  readonly places: Readonly<Record<string, Place>>;
  /** Scalar values as their author wrote them: `1.10`, where the value is 1.1. */
  readonly sources: Readonly<Record<string, string>>;
}

interface Fence {
  readonly format: FrontmatterFormat;
  readonly opening: RegExp;
  readonly closing: RegExp;
}

const YAML: Fence = {
  format: "yaml",
  opening: /^---[ \t]*(?:\r\n|\r|\n)/,
  closing: /(?:^|\r\n|\r|\n)---[ \t]*(?:\r\n|\r|\n|$)/,
};
const TOML: Fence = {
  format: "toml",
  opening: /^\+\+\+[ \t]*(?:\r\n|\r|\n)/,
  closing: /(?:^|\r\n|\r|\n)\+\+\+[ \t]*(?:\r\n|\r|\n|$)/,
};

/**
 * @param others the formats that the site reads apart from YAML
 * @returns the block at the start of a text; null if there is none
 */
export function frontmatterBlock(
  source: string,
  others: readonly FrontmatterFormat[],
): FrontmatterBlock | null {
  const found = fencedBlock(source, YAML);
  if (found !== null) return found;
  if (others.includes("toml") && source.startsWith("+++")) return fencedBlock(source, TOML);
  return others.includes("json") && /^\{\s*["}]/.test(source) ? jsonBlock(source) : null;
}

function fencedBlock(source: string, { format, opening, closing }: Fence): FrontmatterBlock | null {
  const start = opening.exec(source);
  if (start === null) return null;
  const rest = source.slice(start[0].length);
  const end = closing.exec(rest);
  if (end === null) return null;
  return {
    format,
    text: rest.slice(0, end.index),
    firstLine: 2,
    end: start[0].length + end.index + end[0].length,
  };
}

/** The strings and braces of JSON. */
const JSON_PARTS = /"(?:[^"\\]|\\.)*"|[{}]/gs;

/** Finds an object of JSON, up to the brace that closes it. */
function jsonBlock(source: string): FrontmatterBlock | null {
  let depth = 0;
  for (const { 0: part, index } of source.matchAll(JSON_PARTS)) {
    if (part === "{") depth++;
    else if (part === "}") depth--;
    if (depth > 0) continue;
    const end = index + 1;
    const lineEnd = /^[ \t]*(?:\r\n|\r|\n|$)/.exec(source.slice(end));
    if (lineEnd === null) return null;
    return {
      format: "json",
      text: source.slice(0, end),
      firstLine: 1,
      end: end + lineEnd[0].length,
    };
  }
  return null;
}

/** Replaces a block by blanks, so that a parser of Markdown sees nothing of it at the same offsets. */
export function withoutBlock(source: string, { end }: Pick<FrontmatterBlock, "end">): string {
  return source.slice(0, end).replace(/[^\r\n]/g, " ") + source.slice(end);
}
