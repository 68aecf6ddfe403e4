import { describe, expect, it } from "vitest";
import { loadSatteri } from "../../../../generator/markdown/markdown-satteri.ts";
import { maskMdx } from "../../../../generator/markdown/mdx/mask.ts";
import { isMdxForSatteri, mdxParsersAgree } from "../../../../generator/markdown/mdx/mdx-agrees.ts";
import { parseFile } from "../../../../generator/markdown/parse.ts";
import { verifyParsed } from "../../../../generator/markdown/verify-parser.ts";
import { makeMdxPage } from "../../../support/mdx.ts";
import { mdxOptions, readMdx } from "../../../support/mdx-page.ts";

const satteri = await loadSatteri();
const options = mdxOptions("satteri");

/** Compares the result for a page with the reference. @throws if they differ */
function verify(text: string): void {
  const source = { path: "page.mdx", bytes: new TextEncoder().encode(text) };
  verifyParsed({ source, result: parseFile(source, options) }, options);
}

/** Tells whether the reference takes a page for MDX. */
function isMdx(source: string): boolean {
  return !readMdx(source, "remark").problems.some(({ rule }) => rule === "mdx-syntax");
}

/** Tells whether satteri's tree of a page is taken. */
function isFast(source: string): boolean {
  const text = maskMdx(source);
  const tree = isMdxForSatteri(text) ? satteri.parseMdx(text) : null;
  return tree !== null && mdxParsersAgree(text, tree);
}

describe("mdxParsersAgree", () => {
  it.each([
    ["a word before an import", "export\n\n# a\n"],
    ["an import that is not valid", "import { a from 'b'\n\nc\n"],
    ["a name that is imported twice", "import a from 'b'\nimport a from 'c'\n"],
    ["a reserved word as a name", "import if from 'b'\n"],
    ["a function", "export function a() {\n\n  return 1\n}\n"],
    ["a type in an expression", "{(a: b) => c}\n"],
    ["two words in an expression", "{a as b}\n"],
    ["two parameters of the same name", "{(a, a) => a}\n"],
    ["an expression that closes a parenthesis", "{a) + (b}\n"],
    ["a spread as an expression", "{...a}\n"],
    ["an empty value", "<a b={} />\n"],
    ["code that its list ends", "1. ```js\n  a\n  ```\n  {b}\n"],
    ["a tag over lines of a quote", "> <h2\n   x='y'/>\n"],
    ["an expression over lines of a list", "1. {/* a\n\n  b */}\n"],
    ["an attribute that is spread in another line of a text", "a <b c='d'\n{...e}/>\n"],
    ["a grave accent in an attribute", "<A x='`' /> {b} `\n"],
    ["an export after an element in a list", "* <div>\n\n  a\n\n  </div>\n  export {a}\n"],
    ["a name in other letters", "<Ä />\n"],
  ])("rejects %s, which the parsers may read differently", (_, source) => {
    expect(isFast(source)).toBe(false);
    expect(() => verify(source)).not.toThrow();
  });

  it.each([
    [
      "imports",
      "import A, { b as c, D } from 'e';\nimport * as F from \"g\"\nimport 'h.css'\n\n# i\n",
    ],
    ["constants", "export const a = `b\nc`;\nexport const d = ['e', 1]\n\n# f\n"],
    ["values", "<A b={{ default: [1, true], 'c-d': `e` }} f={() => g.h} {...i} j={k === 'l'} />\n"],
    ["expressions", "{a} {b.c(d)} {e ? 'f' : g} {/* h */} {i = 'j'}\n"],
    [
      "elements in a list",
      "1. a\n\n   <Tabs>\n     <Tab label='b'>\n     c\n     </Tab>\n   </Tabs>\n",
    ],
    ["ids and comments of Docusaurus", "## A {#b}\n\n<!-- c -->\n\nd <!-- e --> f\n"],
    ["code with JSX", "```jsx\n<A b={<C d={() => { e(); }} />}>\n```\n"],
  ])("accepts %s", (_, source) => {
    expect(isFast(source)).toBe(true);
    expect(() => verify(source)).not.toThrow();
  });

  it.each([1, 2, 3, 4])("gives the reference's result for generated pages (seed %i)", (seed) => {
    const pages = Array.from({ length: 120 }, (_, index) => makeMdxPage(seed * 10_000 + index));

    for (const page of pages.filter(isMdx)) {
      expect(() => verify(page), JSON.stringify(page)).not.toThrow();
    }
    expect(pages.filter(isFast).length).toBeGreaterThan(pages.length / 8);
  });
});

describe("isMdxForSatteri", () => {
  it.each([
    ["braces that are not closed", "<a b={".repeat(20)],
    ["braces in texts", '<a b={"}" '.repeat(20)],
    ["expressions in a list", `- ${"{<a b={".repeat(20)}`],
    ["deep parentheses", `{${"(".repeat(5000)}1${")".repeat(5000)}}`],
    ["deep lists", `<a b={${"[".repeat(5000)}${"]".repeat(5000)}} />`],
    ["deep parentheses after texts", `{${'(")"+'.repeat(5000)}1${")".repeat(5000)}}`],
  ])("rejects %s, for which satteri needs more time or stack than there is", (_, source) => {
    expect(isMdxForSatteri(source)).toBe(false);
  });
});
