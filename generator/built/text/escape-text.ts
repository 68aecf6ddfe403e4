import { fenceFor } from "../../sites/syntax/lines.ts";
import { NOT_DRAWN } from "./text-words.ts";

/** Characters that Markdown or MDX may read as markup wherever they are. */
const MARKS = /[\\`*[\]<{}|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|~(?=~)|&(?=#?\w+;)/gu;
/** The beginnings of blocks: a heading, a list, a quote, a rule, a container. */
const BLOCK_START = /^(?:[#>+\-=~]|:(?=::)|\d{1,9}(?<end>[.)]))/;
/** A paragraph of MDX that begins like this is a statement. */
const STATEMENT = /^(?:im|ex)(?=port\b)/;

/** Writes a text so that Markdown and MDX read it as that text, within a paragraph. */
export function escapeInline(text: string): string {
  return spaced(text).replace(MARKS, "\\$&");
}

/** Writes a line as a separate paragraph, which has nothing but that text. */
export function escapeParagraph(text: string): string {
  return escapeInline(text.trim())
    .replace(BLOCK_START, (start) => `${start.slice(0, -1)}\\${start.slice(-1)}`)
    .replace(STATEMENT, (start) => `&#${start.charCodeAt(0)};${start.slice(1)}`);
}

/** Writes a text as a block of code. */
export function fenceCode(code: string): string {
  const fence = fenceFor(code, 3);
  return `${fence}\n${code.replace(/^\n+|\s+$/g, "")}\n${fence}`;
}

/** Writes a text so that both HTML and Markdown read it as that text. */
export function escapeHtml(text: string): string {
  return spaced(text).replace(/[&<>*_`[\]{}\\~|]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function spaced(text: string): string {
  return text.replace(NOT_DRAWN, "").replace(/[ \t\r\n]+/g, " ");
}
