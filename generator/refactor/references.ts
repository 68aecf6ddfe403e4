import { createLineFinder } from "../markdown/line-finder.ts";
import type { FoundLink } from "../markdown/links.ts";
import type { ParsedFile } from "../markdown/parse.ts";
import { findCode, isInCode } from "../sites/syntax/code-ranges.ts";
import type { WrittenInclude } from "../sites/syntax/page-text.ts";

/** A place in a file that names another one, or a page. */
export interface Reference {
  readonly kind: "link" | "image" | "import" | "include";
  readonly link: FoundLink;
  /** The file that an include stands for. */
  readonly include?: WrittenInclude;
}

interface ReferenceOptions {
  /** The text of the file, without a byte order mark. */
  readonly text: string;
  /** The files that it includes itself. */
  readonly includes: readonly WrittenInclude[];
}

/** Returns everything in a file that names another one, in order of kind and place. */
export function referencesIn(
  { links, images }: Pick<ParsedFile, "links" | "images">,
  { text, includes }: ReferenceOptions,
): Reference[] {
  const imports = importsIn(text);
  const imported = new Set(imports.map(({ link }) => link.target));
  // An import of a part of a page is an import first: code does not include it.
  const others = includes.filter(({ written }) => !imported.has(written));
  return [
    ...links.map((link): Reference => ({ kind: "link", link: located(link, text) })),
    ...images.map((link): Reference => ({ kind: "image", link: located(link, text) })),
    ...imports,
    ...others.flatMap((include) => includesIn(text, include)),
  ];
}

/** Finds a reference of the generator's own, which the page text has in another form. */
function located(link: FoundLink, text: string): FoundLink {
  if (link.range !== undefined || !link.target.startsWith("ref:")) return link;
  const written = link.target.slice("ref:".length);
  const lines = text.split(/(?<=\r\n|\r(?!\n)|\n)/);
  const start = lines.slice(0, link.line - 1).join("").length + link.column - 1;
  const at = text.indexOf(written, start);
  const isNear = at >= 0 && at - start < MAX_DISTANCE;
  return isNear ? { ...link, range: [at, at + written.length] } : link;
}

/** How far after its beginning a link may name its target, in UTF-16 units. */
const MAX_DISTANCE = 1000;

/** Finds where a path of an included file stands. */
function includesIn(text: string, include: WrittenInclude): Reference[] {
  const { written } = include;
  const found: Reference[] = [];
  const find = createLineFinder(text);
  for (let at = text.indexOf(written); at >= 0; at = text.indexOf(written, at + 1)) {
    const end = at + written.length;
    if (/[\w.-]/.test(text[at - 1] ?? "") || /[\w/-]/.test(text[end] ?? "")) continue;
    found.push({ kind: "include", link: linkAt(written, { at, find }), include });
  }
  return found;
}

/** The module of an import or an export of JavaScript, if it is relative. */
const IMPORT =
  /^[ \t]*(?:import|export)\b[^'"\r\n;]*?['"](\.{1,2}\/[^'"\r\n]+)['"]|\b(?:require|import)\([ \t]*['"](\.{1,2}\/[^'"\r\n]+)['"][ \t]*\)/gm;

function importsIn(text: string): Reference[] {
  if (!/\b(?:import|export|require)\b/.test(text)) return [];
  const code = findCode(text);
  const find = createLineFinder(text);
  return Array.from(text.matchAll(IMPORT)).flatMap(({ index, 0: whole, 1: named, 2: called }) => {
    if (isInCode(code, index)) return [];
    const written = (named ?? called)!;
    const at = index + whole.lastIndexOf(written);
    return [{ kind: "import" as const, link: linkAt(written, { at, find }) }];
  });
}

function linkAt(
  target: string,
  { at, find }: { readonly at: number; readonly find: ReturnType<typeof createLineFinder> },
): FoundLink {
  const { row, column } = find(at);
  const range = [at, at + target.length] as const;
  return { kind: "url", target, line: row + 1, column: column + 1, range };
}
