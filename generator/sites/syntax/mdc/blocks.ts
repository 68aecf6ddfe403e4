import type { Edit } from "../../../../corpus/marks.ts";
import { isInCode } from "../code-ranges.ts";
import type { SyntaxContext } from "../syntax.ts";
import { BRACES, parseAttributes, shownOf } from "./attributes.ts";

const OPENING = new RegExp(
  String.raw`^([ \t>]*)(:{2,})([A-Za-z][\w-]*)(?:\[([^\]\r\n]*)\])?(${BRACES})?[ \t]*$`,
);
const CLOSING = /^[ \t>]*(:{2,})[ \t]*$/;
const SLOT = new RegExp(String.raw`^[ \t>]*#[A-Za-z][\w-]*(?:${BRACES})?[ \t]*$`);
const RULE = /^[ \t>]*---[ \t]*$/;
const PROPERTY = /^[ \t>]*([\w-]+):[ \t]*(?:"([^"]*)"|'([^']*)'|([^\r\n]*))$/;

interface Line {
  readonly start: number;
  readonly content: string;
}

/**
 * Turns components of MDC into what readers see: `::name{title="A"}` … `::`, with slots `#name` and
 * properties between `---`.
 */
export function readComponents(text: string, context: SyntaxContext): Edit[] {
  const lines = linesOf(text, context);
  const edits: Edit[] = [];
  let depth = 0;
  for (let at = 0; at < lines.length; at++) {
    const { start, content } = lines[at]!;
    const end = start + content.length;
    const opening = content.includes("::") ? OPENING.exec(content) : null;
    if (opening !== null) {
      const [, prefix = "", , , label = "", braces = "{}"] = opening;
      depth++;
      const properties = propertiesFrom(lines, at + 1);
      const values = new Map([...properties.values, ...parseAttributes(braces)]);
      const last = lines[at + properties.lines]!;
      const shown = shownOf(values, label);
      edits.push({
        start: start + prefix.length,
        end: last.start + last.content.length,
        text: shown === "" ? "" : `${shown}\n${prefix}`,
      });
      at += properties.lines;
    } else if (depth > 0 && CLOSING.test(content)) {
      depth--;
      edits.push({ start, end, text: "" });
    } else if (depth > 0 && SLOT.test(content)) edits.push({ start, end, text: "" });
  }
  return edits;
}

/** Returns the lines that are not in code. */
function linesOf(text: string, { bodyStart, code }: SyntaxContext): Line[] {
  return Array.from(text.matchAll(/^[^\r\n]*/gm), ({ index, 0: content }) => {
    return { start: index, content };
  }).filter(({ start }) => start >= bodyStart && !isInCode(code, start));
}

/** Reads properties between two lines `---`, and counts their lines. */
function propertiesFrom(
  lines: readonly Line[],
  from: number,
): { readonly values: ReadonlyMap<string, string>; readonly lines: number } {
  const values = new Map<string, string>();
  if (!RULE.test(lines[from]?.content ?? "")) return { values, lines: 0 };
  for (let at = from + 1; at < lines.length; at++) {
    const { content } = lines[at]!;
    if (RULE.test(content)) return { values, lines: at - from + 1 };
    const [, name, double, single, plain] = PROPERTY.exec(content) ?? [];
    if (name !== undefined) values.set(name, double ?? single ?? plain ?? "");
  }
  return { values: new Map(), lines: 0 };
}
