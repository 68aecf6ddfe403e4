import { posix } from "node:path";
import type { Edit } from "../../../corpus/marks.ts";
import { findCode, isInCode } from "./code-ranges.ts";
import type { SyntaxContext } from "./syntax.ts";

/** `import Part from "./_part.mdx"`, with other names after it. */
const IMPORT =
  /^import[ \t]+([A-Za-z_$][\w$]*)[ \t]*(?:,[^'"\r\n]*?)?[ \t]from[ \t]+(?:"([^"\r\n]+)"|'([^'\r\n]+)')[ \t]*;?[ \t]*$/gm;
const RAW = /^(?:!!raw-loader!([^?]+)|([^?]+)\?raw)$/;
const FRONTMATTER = /^---[ \t]*\r?\n(?:[\s\S]*?\r?\n)?---[ \t]*(?:\r?\n|$)/;
/** Imports and exports, up to the next empty line. */
const STATEMENTS = /^(?:import|export)[ \t][^\r\n]*(?:\r?\n[^\r\n]*\S[^\r\n]*)*\r?\n?/gm;
/** The destinations of links, and of definitions. */
const DESTINATION =
  /(\]\(<?|^[ \t]*\[[^\]\r\n]+\]:[ \t]*<?)(\.{0,2}[\w@./-][^\s)>#?]*\.mdx?)(?=[\s)>#?]|$)/gm;

/** A file that a page imports. */
interface ImportedFile {
  readonly path: string;
  readonly bases: readonly string[];
  /** True if it is shown as code. */
  readonly isCode: boolean;
}

/**
 * Includes the pages of Markdown that a page of MDX imports and uses as components, and the files whose
 * text it imports to show it as code, as Docusaurus (`!!raw-loader!`) and Vite (`?raw`) do.
 */
export function readMdxImports(text: string, context: SyntaxContext): Edit[] {
  if (!text.includes("import ")) return [];
  const files = importsIn(text, context);
  if (files.size === 0) return [];
  const names = Array.from(files.keys(), (name) => name.replaceAll("$", "\\$")).join("|");
  const uses = [
    `<(?<part>${names})(?:\\s[^<>]*)?(?:/>|>\\s*</\\k<part>>)`,
    `<CodeBlock(?<attributes>\\s[^<>]*)?>\\s*\\{(?<code>${names})\\}\\s*</CodeBlock>`,
    `<Code(?<before>\\s[^<>]*?)?\\scode=\\{(?<text>${names})\\}(?<after>[^<>]*?)/>`,
  ];
  const edits: Edit[] = [];
  for (const match of text.matchAll(new RegExp(uses.join("|"), "g"))) {
    const { index, 0: whole, groups = {} } = match;
    const file = files.get((groups.part ?? groups.code ?? groups.text)!)!;
    if (isInCode(context.code, index) || file.isCode === (groups.part !== undefined)) continue;
    const found = context.include({ ...file, at: index });
    if (found === null) continue;
    const attributes = `${groups.attributes ?? ""}${groups.before ?? ""}${groups.after ?? ""}`;
    const shown = file.isCode
      ? fenced(found.text, attributes)
      : partOf(found.text, { from: found.path, to: context.location });
    const place = { start: index, end: index + whole.length };
    edits.push({ ...place, text: insertedAt(text, { ...place, shown }) });
  }
  return edits;
}

/** Finds the imports of Markdown and of files as text, by name. */
function importsIn(
  text: string,
  { bodyStart, code, location, importAliases }: SyntaxContext,
): Map<string, ImportedFile> {
  const files = new Map<string, ImportedFile>();
  for (const { index, 1: name, 2: double, 3: single } of text.matchAll(IMPORT)) {
    const written = (double ?? single)!;
    const raw = RAW.exec(written);
    const path = raw === null ? written : (raw[1] ?? raw[2])!;
    if (index < bodyStart || isInCode(code, index)) continue;
    if (raw === null && !/\.mdx?$/.test(path)) continue;
    const alias = Object.keys(importAliases).find((start) => path.startsWith(start));
    if (alias === undefined && !/^\.{1,2}\//.test(path)) continue;
    files.set(name!, {
      path: alias === undefined ? path : path.slice(alias.length),
      bases: [alias === undefined ? posix.dirname(location) : importAliases[alias]!],
      isCode: raw !== null,
    });
  }
  return files;
}

interface PartPlaces {
  /** The file of the part. */
  readonly from: string;
  /** The file that includes it. */
  readonly to: string;
}

/** Returns what a part adds to a page: no frontmatter, no imports, and links as the page writes them. */
export function partOf(text: string, { from, to }: PartPlaces): string {
  const body = text.replace(FRONTMATTER, "");
  const code = findCode(body);
  const bare = body.replace(STATEMENTS, (found, index: number) =>
    isInCode(code, index) ? found : "",
  );
  const [folder, target] = [posix.dirname(from), posix.dirname(to)];
  if (folder === target) return bare.trim();
  const moved = findCode(bare);
  return bare
    .replace(DESTINATION, (found, start: string, path: string, index: number) => {
      const isMoved = !isInCode(moved, index) && !/^[/@]/.test(path);
      return isMoved ? `${start}${relativePath(target, posix.join(folder, path))}` : found;
    })
    .trim();
}

function relativePath(from: string, to: string): string {
  const path = posix.relative(from, to);
  return path.startsWith(".") ? path : `./${path}`;
}

/** Returns a text as a block of code, in the language of a component's attributes. */
export function fenced(text: string, attributes: string): string {
  const language = /\b(?:language|lang)=["']([\w+-]+)["']/.exec(attributes)?.[1] ?? "";
  const longest = Math.max(2, ...Array.from(text.matchAll(/`{3,}/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\r?\n$/, "")}\n${fence}`;
}

interface Insertion {
  readonly start: number;
  readonly end: number;
  readonly shown: string;
}

/** The marks of a list item that has nothing else in its line. */
const ITEM = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+$/;

/**
 * Returns an included text for its place: as blocks if it is alone in its line, or the start of a list
 * item, else as a text.
 */
export function insertedAt(text: string, { start, end, shown }: Insertion): string {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const prefix = text.slice(lineStart, start);
  const isLast = /^[ \t]*(?:\r?\n|$)/.test(text.slice(end, end + 200));
  if (isLast && ITEM.test(prefix)) {
    const indent = " ".repeat(prefix.length);
    return shown.replace(/(?<=\n)(?=[^\r\n])/g, indent);
  }
  const isAlone = isLast && /^[ \t>]*$/.test(prefix);
  if (!isAlone) return /\n\s*\n/.test(shown) ? "" : shown.replace(/\s*\n\s*/g, " ");
  const blank = prefix.trimEnd();
  const lines = shown.split(/\r?\n/).map((line) => (line.trim() === "" ? blank : prefix + line));
  return `\n${lines.join("\n")}\n${blank}`;
}
