/** Headings that show where rules differ. */
const HEADINGS = [
  "Install",
  "Quick start",
  "What's new?",
  "C++ & C#",
  "API v2.0 (beta)",
  "1.2.0 (2031-04-05)",
  "3 ways to ask",
  "e.g. this, that; and: more!",
  "Path: /usr/local/bin",
  "Either/or",
  "50% off @ $9.99",
  "snake_case and __dunder__",
  "kebab-case--twice",
  "- leading and trailing -",
  "_Under_ the hood",
  "Wait... what",
  "Two words -- one dash",
  "Three --- dashes",
  "a * b = c ^ d ~ e",
  "[Linked](https://a.example/x) heading",
  "**Bold** and *slanted*",
  "The `--flag` option",
  "`const` x = `a.b()`",
  "Use `<Tag>` here",
  "`{ key }` objects",
  "Tom &amp; Jerry",
  "&copy; 2031 by us",
  "Caf&#233; &mdash; `&amp;`",
  "1 &lt; 2",
  "a\\_b \\*c\\*",
  "Überblick",
  "Größe ändern",
  "CRÈME BRÛLÉE",
  "Ελληνικά ΣΑΣ",
  "Привет, мир",
  "日本語の見出し",
  "快速开始：安装",
  "한국어 제목",
  "हिन्दी में शुरुआत",
  "مرحبا بالعالم",
  "İstanbul",
  "Straße №1",
  "x² + ½",
  "ⅷ and ④",
  "🚀 Launch",
  "Launch 🚀",
  "🎉",
  "👩‍💻 People",
  "1️⃣ First",
  "“Quoted” – dashed — text…",
  "Trademark™ and ®",
  "ﬁne print",
  "don't, can't, it's",
  "That's A-s and b-t",
  "!!!",
  "...",
  "a.b.c",
  "Version 10",
  "10",
  "@scope/package",
  "#hash inside # here",
  "What? How? Why?",
  "(parenthesised)",
  "[brackets]",
  "double  space",
  "Section",
  "Heading",
];

/** Small pages about counting, with ids that authors give. */
const COUNTED: readonly (readonly string[])[] = [
  ["A", "A", "A", "A-1", "A 1", "A"],
  ["A-1", "A", "A", "A"],
  ["A 1", "A 1", "A", "A", "A"],
  ["A_1", "A_1", "A 1", "A", "A", "A_2"],
  ["!", "?", "!!", "...", "Section", "Heading", "Section"],
  ["日本", "日本", "中文", "ÄÖ", "ao"],
  ["Foo {#foo-id}", "Foo", "Foo"],
  ["Foo", "Bar {#bar-id}", "Foo", "Bar", "Bar"],
  ["Next", "Next {#own}", "Next", "Own"],
  ["Own {#next-1}", "Next", "Next", "Next"],
  ["Café", "Cafe", "CAFÉ", "café"],
  ["1", "1", "1-1", "-1-", "1.1"],
  ["x", "x", "x", "x-2", "x-3", "x", "x-1"],
];

/**
 * Makes pages of headings only: each heading above by itself, the small pages, and pages of any
 * headings of any depth, in which some repeat.
 */
export function makeOwnPages(): string[] {
  const random = makeRandom(7);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const mixed = Array.from({ length: 12 }, () => {
    const some = Array.from({ length: 4 }, () => pick(HEADINGS));
    return Array.from({ length: 7 }, () => {
      const [left, right] = [pick(some), pick(some)];
      return random() < 0.5 ? left : `${left} ${right}`;
    });
  });
  return [...HEADINGS.map((heading) => [heading]), ...COUNTED, ...mixed].map((headings) =>
    headings.map((heading) => `${"#".repeat(pick([1, 2, 2, 3, 4]))} ${heading}\n`).join("\n"),
  );
}

/** Creates a generator of numbers from 0 to 1: Park and Miller's. */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}
