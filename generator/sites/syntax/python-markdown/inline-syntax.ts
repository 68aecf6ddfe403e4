import type { Edit } from "../../../../corpus/marks.ts";
import { isInCode } from "../code-ranges.ts";
import type { Syntax, SyntaxContext } from "../syntax.ts";

/** A shortcode of an icon, or of an emoji. */
const ICON =
  /(?<![A-Za-z0-9:]):(?:(?:material|fontawesome|octicons|simple|lucide)-[\w-]+|[+-]1):|(?<![\w:/]):[a-z][\w-]*:(?![\w:])/g;
const KEYS = /\+\+((?:[\w-]+|"[^"\r\n]*")(?:\+(?:[\w-]+|"[^"\r\n]*"))*)\+\+/g;
const CRITIC =
  /\{(?:\+\+([^{}]*?)\+\+|--([^{}]*?)--|~~((?:(?!~>)[^{}])*)~>([^{}]*?)~~|==([^{}]*?)==|>>([^{}]*?)<<)\}/g;
const HIGHLIGHT =
  /(?<![=\\])==(?=[^\s=])([^=\r\n]*[^\s=])==(?!=)|\^\^(?=[^\s^])([^^\r\n]*[^\s^])\^\^|\^([^\s^]+)\^/g;

/** Removes the shortcodes of icons and emoji, such as `:material-check:`, of PyMdown's `emoji`. */
export const readIcons = inline(ICON, () => "");

/** Turns keys such as `++ctrl+alt+delete++`, of PyMdown's `keys`, into their names. */
export const readKeys = inline(KEYS, ([, keys = ""]) =>
  Array.from(keys.matchAll(/"([^"]*)"|[^+]+/g), ([name, text]) => text ?? keyName(name)).join("+"),
);

/** The names of keys that are shown shorter. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  command: "Cmd",
  control: "Ctrl",
  delete: "Del",
  escape: "Esc",
  insert: "Ins",
  windows: "Win",
};

function keyName(key: string): string {
  if (Object.hasOwn(SHORT_NAMES, key)) return SHORT_NAMES[key]!;
  return key
    .replace(/^arrow-/, "")
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}

/** Shows the proposed changes of PyMdown's `critic`: what is added, struck out, and said of it. */
export const readCritic = inline(CRITIC, ([, added, deleted, old, replaced, marked, comment]) => {
  if (deleted !== undefined) return `~~${deleted}~~`;
  if (old !== undefined) return `~~${old}~~${replaced}`;
  return added ?? marked ?? comment ?? "";
});

/** Removes the signs around text that PyMdown's `mark` and `caret` highlight or underline. */
export const readHighlights = inline(HIGHLIGHT, ([, marked, inserted, raised]) => {
  return marked ?? inserted ?? raised ?? "";
});

/** Removes the name of the language in code in a line: `#!python x`, of PyMdown's `inlinehilite`. */
export function readHighlightedCode(text: string, { code }: SyntaxContext): Edit[] {
  return code.flatMap(({ start, end, isBlock }): Edit[] => {
    const sign = isBlock ? null : /^(`+ ?)(?:#!|:::)[\w+.#-]+[ \t]+/.exec(text.slice(start, end));
    if (sign === null) return [];
    return [{ start: start + sign[1]!.length, end: start + sign[0].length, text: "" }];
  });
}

/** Returns a syntax that replaces what a pattern matches outside of code. */
function inline(pattern: RegExp, replacement: (match: RegExpExecArray) => string): Syntax {
  return (text, { bodyStart, code }) =>
    Array.from(text.matchAll(pattern))
      .filter(({ index }) => index >= bodyStart && !isInCode(code, index))
      .map((match) => {
        const { index, 0: whole } = match;
        return { start: index, end: index + whole.length, text: replacement(match) };
      });
}
