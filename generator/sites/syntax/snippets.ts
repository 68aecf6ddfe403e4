import type { Edit } from "../../../corpus/marks.ts";
import type { SyntaxContext } from "./syntax.ts";

/**
 * `--8<-- "file"` on a line, or `--8<--` alone, which begins and ends a list of files; a semicolon before
 * it makes it text.
 */
const SNIPPET =
  /^([ \t]*)(;*)-+8<-+(?:[ \t]+(?:"((?:\\"|[^"\r\n])+)"|'((?:\\'|[^'\r\n])+)'))?[ \t]*$/gm;
/** `--8<-- [start:name]` in a file, with anything around it. */
const SECTION_MARK = /(?<!-)-+8<-+[ \t]+\[[ \t]*(start|end)[ \t]*:[ \t]*([a-z][\w-]*)[ \t]*\]/i;
/** `file:10:20`, `file:10:20,30:40` or `file:name`. */
const PART = /^(.*?)(?::(-?\d*(?::-?\d*)?(?:,-?\d*(?::-?\d*)?)*)|:([a-z][\w-]*))?$/i;

/**
 * Includes snippets as PyMdown's extension `snippets` does: each line of the file is indented as the
 * line that asks for it. Files that each page gets at its end follow.
 */
export function readSnippets(text: string, context: SyntaxContext): Edit[] {
  const edits: Edit[] = [];
  let list: SnippetList | null = null;
  for (const {
    index,
    0: line,
    1: indent = "",
    2: semicolons,
    3: double,
    4: single,
  } of text.matchAll(SNIPPET)) {
    if (index < context.bodyStart) continue;
    const path = double ?? single;
    const at = index + indent.length;
    if (semicolons !== "") {
      if (list === null) edits.push({ start: at, end: at + 1, text: "" });
    } else if (path !== undefined) {
      if (list !== null) continue;
      const included = includedText(path, { indent, at: index, context });
      if (included !== null) edits.push({ start: index, end: index + line.length, text: included });
    } else if (list === null) {
      list = { indent, start: index, content: index + line.length };
    } else {
      edits.push(listEdit(list, { text, end: index, after: index + line.length, context }));
      list = null;
    }
  }
  const end = context.appended.flatMap((path) => {
    const included = includedText(path, { indent: "", at: text.length, context });
    return included === null ? [] : [included];
  });
  if (end.length > 0) {
    edits.push({ start: text.length, end: text.length, text: `\n\n${end.join("\n")}` });
  }
  return edits;
}

/** A list of snippets whose end was not found yet. */
interface SnippetList {
  readonly indent: string;
  readonly start: number;
  /** Where its first line ends. */
  readonly content: number;
}

interface ListEnd {
  readonly text: string;
  /** Where its last line begins, and ends. */
  readonly end: number;
  readonly after: number;
  readonly context: SyntaxContext;
}

function listEdit(
  { indent, start, content }: SnippetList,
  { text, end, after, context }: ListEnd,
): Edit {
  const included: string[] = [];
  for (const { 0: line, index } of text.slice(content, end).matchAll(/[^\r\n]+/g)) {
    const path = line.trim();
    if (path === "") continue;
    const part = includedText(path, { indent, at: content + index, context });
    if (part !== null) included.push(part);
  }
  return { start, end: after, text: included.join("\n") };
}

interface SnippetPlace {
  readonly indent: string;
  readonly at: number;
  readonly context: SyntaxContext;
}

/** The longest path that is read. */
const MAX_PATH = 4096;

/** Returns a file's lines, indented; null if it cannot be read. A semicolon leaves a file out. */
function includedText(path: string, { indent, at, context }: SnippetPlace): string | null {
  if (path.startsWith(";") || path.length > MAX_PATH) return "";
  const [, file = "", ranges, section] = PART.exec(path)!;
  const found = context.include({ path: file, bases: basesOf(context), at });
  if (found === null) return null;
  const lines = found.text.split(/\r\n|\r|\n/);
  if (lines.at(-1) === "") lines.pop();
  const chosen =
    section !== undefined
      ? sectionOf(lines, section)
      : ranges !== undefined
        ? linesIn(lines, ranges)
        : lines;
  if (chosen === null) {
    const message = `Included file "${file}" has no section "${section}"`;
    context.report(at, { rule: "missing-file", message });
    return null;
  }
  return chosen
    .filter((line) => !SECTION_MARK.test(line))
    .map((line) => (line === "" ? line : indent + line))
    .join("\n");
}

/** Returns the folders that a path may be relative to. */
export function basesOf({ includeFolders, location }: SyntaxContext): string[] {
  const own = location.slice(0, location.lastIndexOf("/") + 1);
  const folders = includeFolders.map((folder) => {
    return folder === "." ? own : folder.replace(/^\/+/, "");
  });
  return folders.length > 0 ? folders : [""];
}

/** Returns the lines between the marks of a section; null if it has none. */
function sectionOf(lines: readonly string[], name: string): string[] | null {
  const chosen: string[] = [];
  let isInside = false;
  let isFound = false;
  for (const line of lines) {
    const mark = SECTION_MARK.exec(line);
    if (mark !== null && mark[2]!.toLowerCase() === name.toLowerCase()) {
      isInside = mark[1]!.toLowerCase() === "start";
      isFound = true;
    } else if (isInside) chosen.push(line);
  }
  return isFound ? chosen : null;
}

/** Returns the lines of ranges such as `10:20,30`; both ends count from 1, or from the end if negative. */
function linesIn(lines: readonly string[], ranges: string): string[] {
  const at = (text: string | undefined, standard: number) => {
    const number = text === undefined || text === "" ? standard : Number(text);
    return number < 0 ? lines.length + 1 + number : number;
  };
  return ranges.split(",").flatMap((range) => {
    const [from, to] = range.split(":");
    return lines.slice(Math.max(at(from, 1) - 1, 0), at(to, lines.length));
  });
}
