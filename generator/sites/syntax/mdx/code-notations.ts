import type { Edit } from "../../../../corpus/marks.ts";
import type { SyntaxContext } from "../syntax.ts";

/** `// [!code highlight]`, `# [!code ++:3]`, `<!-- [!code word:name] -->`, `{/* [!code focus] *\/}` */
const NOTATION =
  /[ \t]*(?:\{\/\*|\/\*|<!--|\/\/|--|["'#;%])[ \t]*\[!code [^\]\r\n]+\][ \t]*(?:\*\/\}|\*\/|-->)?/g;

/** Cuts out of blocks of code what Shiki's transformers read: notes that mark lines or words. */
export function readCodeNotations(text: string, { code }: SyntaxContext): Edit[] {
  return code.flatMap(({ start, end, isBlock }): Edit[] => {
    if (!isBlock) return [];
    return Array.from(text.slice(start, end).matchAll(NOTATION), ({ index, 0: found }) => {
      const from = start + index;
      return { start: from, end: from + found.length, text: "" };
    });
  });
}
