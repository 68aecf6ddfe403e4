import type { Edit } from "../../../../corpus/marks.ts";
import type { SyntaxContext } from "../syntax.ts";

/** `// [!code highlight]`, `# [!code ++:3]`, `<!-- [!code word:name] -->`, `{/* [!code focus] *\/}` */
const NOTATION =
  /(?:\{\/\*|\/\*|<!--|\/\/|--|["'#;%])[ \t]{0,9}\[!code [^\]\r\n]{1,200}\](?:[ \t]{0,9}(?:\*\/\}|\*\/|-->))?/g;

/** Cuts out of blocks of code what Shiki's transformers read: notes that mark lines or words. */
export function readCodeNotations(text: string, { code }: SyntaxContext): Edit[] {
  return code.flatMap(({ start, end, isBlock }): Edit[] => {
    if (!isBlock) return [];
    return Array.from(text.slice(start, end).matchAll(NOTATION), ({ index, 0: found }) => {
      let from = start + index;
      while (/[ \t]/.test(text[from - 1] ?? "")) from--;
      return { start: from, end: start + index + found.length, text: "" };
    });
  });
}
