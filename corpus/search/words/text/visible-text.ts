import { toNfc } from "../../../text/fold.ts";
import { inlineText } from "./inline-text.ts";

const LINE_END = /\r\n|\r|\n/;
/** Nested quote marks, list markers and task boxes. */
const CONTAINERS =
  /^(?:[ \t]*(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)|\[[ xX]\](?=[ \t])))*[ \t]*/;
const QUOTE_MARKS = /^(?:[ \t]*>)*/;
const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})/;
const INDENTED = /^(?: {4}|\t)/;
/** A line that can only be text. */
const PARAGRAPH = /^ {0,3}[A-Za-z]/;
const LIST_ITEM = /^[ \t]*(?:>[ \t]*)*(?:[-*+]|\d{1,9}[.)])[ \t]/;
/** Thematic breaks, underlines of headings, and the second line of a table. */
const RULE = /^(?:[-*_=:|][ \t]*){2,}$/;
const DEFINITION = /^\[(?!\^)[^\]]+\]:[ \t]*\S/;
/** `::: tip Title` and `:::`; a directive that ends on its own line has no visible text. */
const CONTAINER_MARK = /^:{3,}[ \t]*(?:\S+.*:::$|[\w-]*)[ \t]*/;
const HEADING_MARKS = /^#{1,6}(?=[ \t])|[ \t]+#+[ \t]*$|[ \t]*\{#[^{}\s]+\}[ \t]*$/g;

/** A fenced code block, whose lines are kept as they are. */
interface Fence {
  readonly marks: string;
  readonly isQuoted: boolean;
}

/**
 * Returns the text of a piece of Markdown as a reader sees it, on one line and in NFC: without markup
 * and tags, but with code unchanged. {@link inlineText} reads the markup within paragraphs.
 *
 * It reads each line once and builds no syntax tree, because it is called for each place while the
 * index is built, and for the best places of each query.
 */
export function visibleText(markdown: string): string {
  const pieces: string[] = [];
  let prose: string[] = [];
  let fence: Fence | null = null;
  let isAfterBlank = true;
  let isInList = false;
  let isInTable = false;

  function endProse(): void {
    if (prose.length > 0) pieces.push(inlineText(prose.join("\n")));
    prose = [];
  }

  for (const line of markdown.split(LINE_END)) {
    if (fence !== null) {
      const content: string = fence.isQuoted ? line.replace(QUOTE_MARKS, "") : line;
      if (closes(content, fence)) fence = null;
      else pieces.push(content);
      continue;
    }
    if (PARAGRAPH.test(line)) {
      isAfterBlank = false;
      isInList &&= /^[ \t]/.test(line);
      prose.push(isInTable ? proseOf(line, isInTable) : line);
      continue;
    }
    const content = line.replace(CONTAINERS, "");
    const isBlank = content === "";
    if (LIST_ITEM.test(line)) isInList = true;
    else if (!isBlank && !/^[ \t]/.test(line)) isInList = false;
    const marks = FENCE.exec(content)?.[1];
    if (marks !== undefined) {
      endProse();
      fence = { marks, isQuoted: /^[ \t]*>/.test(line) };
    } else if (isAfterBlank && !isInList && !isBlank && INDENTED.test(line)) {
      endProse();
      pieces.push(content);
      continue;
    } else if (RULE.test(content)) {
      isInTable = content.includes("|");
    } else if (!DEFINITION.test(content)) {
      if (isBlank) isInTable = false;
      prose.push(proseOf(content, isInTable));
    }
    isAfterBlank = isBlank;
  }
  endProse();
  return toNfc(
    pieces
      .join("\n")
      .replace(/[^\S ]\s*| \s+/g, " ")
      .trim(),
  );
}

function closes(line: string, { marks }: Fence): boolean {
  const text = line.trim();
  return text.startsWith(marks) && text === marks[0]!.repeat(text.length);
}

function proseOf(content: string, isInTable: boolean): string {
  if (content.startsWith(":::")) return content.replace(CONTAINER_MARK, "");
  if (content.startsWith("#")) return content.replace(HEADING_MARKS, "");
  if (!isInTable && !content.startsWith("|")) return content;
  return content.replace(/(?<!\\)\|/g, " ");
}
