import type { Edit } from "../../../../corpus/marks.ts";
import { isInCode } from "../code-ranges.ts";
import type { Syntax } from "../syntax.ts";
import { dedent, indentOf, linesFrom } from "./lines.ts";

/** A block that begins with a line and goes on with what is indented below it. */
interface BlockSyntax {
  /** A text without this has no such block. */
  readonly mark: string;
  /** Matches its first line, after its indentation, or the part of it that readers do not see. */
  readonly opening: RegExp;
  /** Returns the paragraph that stands for that; empty if there is none. */
  readonly shown: (match: RegExpExecArray) => string;
}

/** `!!! note "Title"`, of Python-Markdown's extension `admonition`. */
export const readAdmonitions = blockReader({
  mark: "!!!",
  opening: /^!!! ?([\w-]+(?: +[\w-]+)*)(?: +"(.*?)")? *$/,
  shown: ([, classes = "", title]) => bold(title ?? nameOf(classes)),
});

/** `??? note "Title"` and `???+`, of PyMdown's extension `details`. */
export const readDetails = blockReader({
  mark: "???",
  opening: /^\?\?\?\+? ?(?=[\w"-])([\w-]*(?: +[\w-]+)*) *(?:"(.*?)")? *$/,
  shown: ([, classes = "", title]) => bold(title ?? nameOf(classes)),
});

/** `=== "Title"`, of PyMdown's extension `tabbed`. */
export const readTabs = blockReader({
  mark: "===",
  opening: /^===(?:\+!|!\+|[+!])? +"(.*?)" *$/,
  shown: ([, title = ""]) => bold(title),
});

/** `:   Definition` below a term, of Python-Markdown's extension `def_list`. */
export const readDefinitionLists = blockReader({
  mark: ":",
  opening: /^: {1,3}(?=\S)/,
  shown: () => "",
});

/** Makes a title of the first class: `note` is "Note". */
export function nameOf(classes: string): string {
  const [first = ""] = classes.trim().split(" ");
  return first.charAt(0).toUpperCase() + first.slice(1).toLowerCase();
}

export function bold(title: string): string {
  return title.trim() === "" ? "" : `**${title.trim()}**\n`;
}

/**
 * Returns a syntax that turns blocks into their content, with a title before it. What is inside one loses
 * its indentation, by one level for each block that it is in.
 */
function blockReader({ mark, opening, shown }: BlockSyntax): Syntax {
  return (text, { bodyStart, code }) => {
    if (!text.includes(mark, bodyStart)) return [];
    const edits: Edit[] = [];
    /** The indentation of each block that the line is in. */
    const open: number[] = [];
    let isAfterText = false;
    for (const { line, start } of linesFrom(text, bodyStart)) {
      if (line.trim() === "") {
        isAfterText = false;
        continue;
      }
      const indent = indentOf(line);
      while (open.length > 0 && indent.columns < open.at(-1)! + 4) open.pop();
      const content = start + indent.length;
      const match = isInCode(code, content) ? null : opening.exec(line.slice(indent.length));
      if (match === null) {
        const removed = dedent(line, { columns: open.length * 4, start });
        if (removed !== null) edits.push(removed);
      } else {
        const left = " ".repeat(Math.max(indent.columns - open.length * 4, 0));
        const replaced = `${isAfterText ? "\n" : ""}${left}${shown(match)}`;
        edits.push({ start, end: content + match[0].length, text: replaced });
        open.push(indent.columns);
      }
      isAfterText = match === null;
    }
    return edits;
  };
}
