import type { Edit } from "../../../../corpus/marks.ts";
import { isInCode } from "../code-ranges.ts";
import type { SyntaxContext } from "../syntax.ts";

const TAG = /<Listing((?:\s+[\w-]+=(?:"[^"]*"|'[^']*')){0,9})\s*>|<\/Listing>/g;
const ATTRIBUTE = /([\w-]+)=(?:"([^"]*)"|'([^']*)')/g;

/**
 * Turns the element `<Listing>` of the Rust book into what readers see: the name of the file before the
 * code, number and caption behind it.
 */
export function readListings(text: string, { bodyStart, code }: SyntaxContext): Edit[] {
  const edits: Edit[] = [];
  const captions: string[] = [];
  for (const { index, 0: tag, 1: attributes } of text.matchAll(TAG)) {
    if (index < bodyStart || isInCode(code, index)) continue;
    const end = index + tag.length;
    if (attributes === undefined) {
      edits.push({ start: index, end, text: captions.pop() ?? "" });
      continue;
    }
    const values = new Map(
      Array.from(attributes.matchAll(ATTRIBUTE), ([, name, double, single]) => {
        return [name, double ?? single!] as const;
      }),
    );
    const [file, number, caption] = ["file-name", "number", "caption"].map((name) => {
      return values.get(name)?.replace(/\s+/g, " ");
    });
    const label = number === undefined ? "" : `Listing ${number}: `;
    captions.push(`${label}${caption ?? ""}`);
    edits.push({ start: index, end, text: file === undefined ? "" : `Filename: ${file}` });
  }
  return edits;
}
