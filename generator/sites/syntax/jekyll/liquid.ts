import type { Edit } from "../../../../corpus/marks.ts";
import { destinationAt } from "../destination-at.ts";
import { fenceFor } from "../lines.ts";
import type { SyntaxContext } from "../syntax.ts";
import { evaluateLiquid, findLiquid, type LiquidTag } from "./liquid-tags.ts";

/** Blocks whose content readers do not see as it is written. */
const COMPUTED = new Set(["comment", "for", "tablerow", "capture", "case"]);

/**
 * Turns Liquid into what readers see of it as far as it can be told without running it: texts and
 * variables of the configuration, raw text, code of `highlight`, and the destinations of `link` and
 * `post_url`. Conditions keep their content, loops lose it.
 */
export function readLiquid(text: string, { bodyStart, variables }: SyntaxContext): Edit[] {
  if (!text.includes("{%") && !text.includes("{{")) return [];
  const tags = findLiquid(text, bodyStart);
  const closings = pairTags(tags);
  const edits: Edit[] = [];
  for (let index = 0; index < tags.length; index++) {
    const tag = tags[index]!;
    if (COMPUTED.has(tag.name)) {
      const last = closings.get(index) ?? index;
      const end = tags[last]!.end;
      edits.push({ start: tag.start, end, text: "" });
      index = last;
    } else if (tag.name === "highlight") {
      const last = closings.get(index) ?? index;
      edits.push(...codeEdits(text, { open: tag, close: tags[last]! }));
    } else if (tag.name !== "endhighlight") {
      const edit = editOf(text, { tag, variables });
      if (edit.start >= (edits.at(-1)?.end ?? 0)) edits.push(edit);
    }
  }
  return edits;
}

/** Returns for each tag that opens a block the place of the one that closes it. */
function pairTags(tags: readonly LiquidTag[]): Map<number, number> {
  const closings = new Map<number, number>();
  const open = new Map<string, number[]>();
  for (const [place, { name }] of tags.entries()) {
    const opening = name.startsWith("end") ? open.get(name.slice("end".length))?.pop() : undefined;
    if (opening !== undefined) closings.set(opening, place);
    const same = open.get(name) ?? [];
    same.push(place);
    open.set(name, same);
  }
  return closings;
}

interface TagOptions {
  readonly tag: LiquidTag;
  readonly variables: SyntaxContext["variables"];
}

function editOf(text: string, { tag, variables }: TagOptions): Edit {
  const { start, end, name, rest } = tag;
  const destination = destinationAt(text, tag);
  if (name === "link" || name === "post_url") {
    const reference = name === "link" ? rest : `post:${rest}`;
    const isPlain = !rest.includes("{{");
    return { start, end, text: destination && isPlain ? `ref:${encodeURI(reference)}` : "" };
  }
  if (name !== "") return { start, end, text: "" };
  const value = evaluateLiquid(rest, variables);
  if (value !== null || destination === null) return { start, end, text: value ?? "" };
  // Where the link leads is not known: all of its destination goes.
  return { ...destination, text: "" };
}

/** Puts the content of `{% highlight language %}` between fences. */
function codeEdits(
  text: string,
  { open, close }: { readonly open: LiquidTag; readonly close: LiquidTag },
): Edit[] {
  if (open === close) return [{ start: open.start, end: open.end, text: "" }];
  const inner = text.slice(open.end, close.start);
  const [language = ""] = open.rest.split(/\s/, 1);
  const fence = fenceFor(inner, 3);
  const first = /^[ \t]*[\r\n]/.test(inner) ? "" : "\n";
  const last = /[\r\n][ \t]*$/.test(inner) ? "" : "\n";
  return [
    { start: open.start, end: open.end, text: `${fence}${language}${first}` },
    { start: close.start, end: close.end, text: `${last}${fence}` },
  ];
}
