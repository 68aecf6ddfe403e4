import { createRandom } from "./random.ts";

const NAMES = "Tabs|TabItem|Card|a|b|div|Foo.Bar|x:y|details|h2|A1|_x|$y|pre|Link".split("|");
const ATTRIBUTES = [
  ..."a|hidden|id='i'|title='T &amp; t'|label=\"L\"|href='/u'|to='/v.md'|alt='x > y'|a-b='c'|x:y='z'".split(
    "|",
  ),
  ..."b={1}|c={'d'}|e={{ f: 'g' }}|h={() => i > j}|{...k}|l={`m`}|n={`o$`}|q={[1, 2]}|r={<b>s</b>}".split(
    "|",
  ),
  ..."t='a {b} <c>'|u={\"}\"}|v={/* w */ 1}|style={{display: 'none'}}|x = 'y'|z={\n  [1,\n   2]\n}|w='two\n  lines'".split(
    "|",
  ),
];
const EXPRESSIONS = [
  ..."{' '}|{a}|{'text'}|{\"t\"}|{`u`}|{/* c */}|{/* #id */}|{a.b}|{1 + 1}|{}|{f(x)}|{a ? 'b' : <i>c</i>}|{`d$`}".split(
    "|",
  ),
  ..."{/* two\n\nlines */}|{[1, 2].map((x) => <li>{x}</li>)}|{'}'}|{ /* a */ /* b */ }|{\n  a\n}|{// c\n}|{'it\\'s'}".split(
    "|",
  ),
];
const WORDS = [
  ..."a|word|*em*|**strong**|_x_|`co<d>e`|``{b}``|[l](u.md)|[m]({n})|![i](j.png)|a < b|\\{|\\<|&amp;|&zwj;|https://x.y|é|😀".split(
    "|",
  ),
  ..."  \n|\n|[[wiki]]|~~s~~|[r]|1 > 0|}|:::|a_b|`{`|import|export|<!-- c -->|<br/>|<></>|<b>t</b>|<i title='x'>u</i>".split(
    "|",
  ),
];
const STATEMENTS = [
  "import A from 'a'",
  'import { B, C as D } from "b";',
  "import * as E from 'e'",
  "import 'f.css'",
  "import G, { H } from 'g' // h",
  "export const i = 1",
  "export const j = { k: `l` };",
  "export { m } from 'm'",
  "export default function n() {\n  return <o>p</o>\n}",
  "export const q = [\n  1,\n\n  2,\n]",
  "export const r = () => <b>s</b>",
  "import {\n  T,\n  U,\n} from 't'",
  "import v from 'v' with { type: 'json' }",
];

/** Makes pages of MDX, most of which its parser takes; the same seed gives the same page. */
export function makeMdxPage(seed: number): string {
  const random = createRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const pick = <T>(values: readonly T[]): T => values[below(values.length)]!;
  const some = (limit: number, make: () => string): string[] =>
    Array.from({ length: below(limit) }, make);
  const indent = (text: string, by: string): string => text.replace(/^(?=.)/gm, by);

  function tag(name: string, end: string): string {
    const attributes = some(4, () => `${pick([" ", " ", "\n  "])}${pick(ATTRIBUTES)}`);
    return `<${name}${attributes.join("")}${end}`;
  }

  function inline(depth: number): string {
    const words = Array.from({ length: 1 + below(5) }, () => {
      const kind = below(10);
      if (kind === 0) return pick(EXPRESSIONS);
      if (kind === 1) return tag(pick(NAMES), pick(["/>", " />"]));
      if (kind > 2 || depth > 2) return pick(WORDS);
      const name = pick(NAMES);
      return `${tag(name, ">")}${inline(depth + 1)}</${name}>`;
    });
    return words.join(pick([" ", " ", ""]));
  }

  function block(depth: number): string {
    const kind = below(depth > 3 ? 7 : 12);
    switch (kind) {
      case 0:
        return `${"#".repeat(1 + below(6))} ${inline(1).replaceAll("\n", " ")}${pick(["", "", " {#id}", " {/* #id */}", " {/*id*/}"])}`;
      case 1:
        return `\`\`\`${pick(["", "js", "jsx title='a'"])}\n${pick(["a {b}", "<c>\n\n  d", "import e", "# f {#g}"])}\n\`\`\``;
      case 2:
        return pick(EXPRESSIONS);
      case 3:
        return tag(pick(NAMES), pick(["/>", " />"]));
      case 4:
        return depth === 0
          ? `\n${pick(STATEMENTS)}${pick(["", `\n${pick(STATEMENTS)}`])}\n`
          : inline(1);
      case 5:
      case 6:
        return inline(1);
      case 7:
        return pick(["- ", "1. ", "* "]) + indent(blocks(depth + 1), "  ").trimStart();
      case 8:
        return indent(blocks(depth + 1), "> ");
      default: {
        const name = pick([...NAMES, ""]);
        const open = name === "" ? "<>" : tag(name, ">");
        const by = pick(["", "", "  ", "\t", "      "]);
        const gap = pick(["\n", "\n", "\n\n"]);
        return `${open}${gap}${indent(blocks(depth + 1), by)}${gap}</${name}>`;
      }
    }
  }

  function blocks(depth: number): string {
    return Array.from({ length: 1 + below(3) }, () => block(depth)).join(
      pick(["\n\n", "\n\n", "\n"]),
    );
  }

  const start = pick(["", "", "---\ntitle: T\n---\n", "---\ntitle: T\n---\n\n"]);
  const page = `${start}${Array.from({ length: 1 + below(5) }, () => block(0)).join("\n\n")}\n`;
  const damage = below(12);
  const characters = Array.from(page);
  const at = below(characters.length);
  if (damage === 0) characters.splice(at, 1);
  if (damage === 1) characters.splice(at, 0, pick(["{", "}", "<", ">", "/", "'", "\n", " ", "`"]));
  return damage === 2 ? page.replaceAll("\n", "\r\n") : characters.join("");
}
