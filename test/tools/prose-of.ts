import { parseSync } from "vite";

/** Marks the start of a comment. */
export const COMMENT = "\u0001";
/** Marks the start of a text in code: a string, a template or text between tags. */
export const TEXT = "\u0002";
/** Replaces code, so that no expression reaches from one text into the next. */
const CODE = "\u0000";

interface Node {
  readonly type: string;
  readonly value?: unknown;
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the text that people read in a file: comments and texts of a program, or the whole of any
 * other file. Everything else is blanked, so that all offsets stay the same.
 *
 * @param path decides how the file is read
 */
export function proseOf(path: string, source: string): string {
  if (/\.(?:ts|tsx|js)$/.test(path)) return proseOfProgram(path, source);
  return path.endsWith(".md") ? proseOfPage(source) : source;
}

function proseOfProgram(path: string, source: string): string {
  const { comments, program } = parseSync(path, source);
  const prose = new Array<string>(source.length).fill(CODE);
  for (const { index } of source.matchAll(/\n/g)) prose[index] = "\n";
  let endOfLast = 0;
  for (const { start, end } of comments) {
    const follows =
      source.startsWith("//", start) && /^\n\s*$/.test(source.slice(endOfLast, start));
    const text = source.slice(start, end).replace(/^\/[/*]+|\*\/$|(?<=\n) *\*/g, blank);
    write((follows ? "" : COMMENT) + text.slice(follows ? 0 : 1), start);
    if (follows) prose.fill(" ", endOfLast + 1, start);
    endOfLast = end;
  }
  for (const { type, start, end } of textsIn(program)) {
    const inset = type === "Literal" ? 1 : 0;
    write(source.slice(start + inset, end - inset), start + inset);
    prose[start + inset - 1] = TEXT;
  }
  return prose.join("");

  function write(text: string, start: number): void {
    for (let at = 0; at < text.length; at++) prose[start + at] = text[at]!;
  }
}

function* textsIn(node: object): Generator<Node> {
  if ("type" in node && isText(node as Node)) yield node as Node;
  else {
    for (const child of Object.values(node)) {
      if (child !== null && typeof child === "object") yield* textsIn(child);
    }
  }
}

function isText({ type, value }: Node): boolean {
  if (type === "Literal") return typeof value === "string";
  return type === "TemplateElement" || type === "JSXText";
}

/** Code and the targets of links are not prose; output of a command is checked in its source. */
function proseOfPage(source: string): string {
  return source
    .replace(/^ *```.*?^ *```$/gms, blank)
    .replace(/(?<!`)`[^`\n]+`(?!`)|(?<=\])\([^)\s]*\)|(?<=<a id=)"[^"]*"/g, blank);
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, " ");
}
