import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countWords } from "../../../generator/markdown/words.ts";
import { makeFolder } from "../../support/tree.ts";
import { docFrom } from "../single.ts";

/** True if `wc` on this machine is GNU's: no other knows Unicode white space. */
const HAS_GNU_WC = spawnSync("wc", ["--version"], { encoding: "utf8" }).stdout?.includes("GNU");

/**
 * Characters of blocks that every system's tables have contained for a long time: `wc` does not
 * print a character that the C library does not know yet, and so does not count it as a word.
 */
const LONG_KNOWN: readonly string[] = [
  [0x0000, 0x052f],
  [0x0600, 0x06ff],
  [0x0900, 0x097f],
  [0x1680, 0x169f],
  [0x1800, 0x180f],
  [0x2000, 0x206f],
  [0x20d0, 0x20ef],
  [0x3000, 0x30ff],
  [0x4e00, 0x4eff],
  [0xe000, 0xe0ff],
  [0xfe00, 0xfeff],
  [0xfff9, 0xfffd],
  [0x10400, 0x1044f],
  [0x1f300, 0x1f5ff],
  [0x20000, 0x200ff],
  [0xe0000, 0xe007f],
]
  .flatMap(([first, last]) =>
    Array.from({ length: last! - first! + 1 }, (_, index) => String.fromCodePoint(first! + index)),
  )
  .filter((character) => !/\p{Cn}/u.test(character));

/** Counts each text with the real `wc -w`, in one process. */
async function wc(texts: readonly string[]): Promise<number[]> {
  const folder = await makeFolder();
  const names = texts.map((_, index) => `${index}`);
  for (const [index, text] of texts.entries()) writeFileSync(join(folder, names[index]!), text);
  const { status, stdout } = spawnSync("wc", ["-w", ...names], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C.UTF-8" },
    maxBuffer: 1 << 26,
  });
  expect(status).toBe(0);
  const lines = stdout.trimEnd().split("\n").slice(0, texts.length);
  return lines.map((line) => Number.parseInt(line.trim(), 10));
}

const TABLE: readonly (readonly [string, number])[] = [
  ["", 0],
  ["\n", 0],
  ["   \t\n", 0],
  ["one", 1],
  ["one two", 2],
  [" one  two\n\tthree\r\nfour ", 4],
  ["a\u000bb\u000cc\rd", 4],
  ["don't e-mail me@acme.example", 3],
  ["# Heading\n\n- item\n", 4],
  ["日本語のテキスト", 1],
  ["日本語\u3000テキスト", 2],
  ["no\u00a0break", 2],
  ["narrow\u202fno-break", 2],
  ["zero\u200bwidth", 1],
  ["word\u2060joiner", 2],
  ["line\u2028separator", 1],
  ["paragraph\u2029separator", 1],
  ["next\u0085line", 1],
  ["bom\ufeffinside", 1],
  ["ogham\u1680space", 2],
  ["figure\u2007space", 2],
  ["mongolian\u180evowel", 1],
  ["🚀 👩‍👩‍👧", 2],
  ["\0", 0],
  ["a \u0001 b", 2],
  ["a\u0001b", 1],
  ["e\u0301 \u0301", 2],
];

describe("countWords", () => {
  it.each(TABLE)("DOC-A9 words: %j has %i", async (text, count) => {
    expect(countWords(text)).toBe(count);
  });

  it("DOC-A9 words: `wordCount` counts the body, not the frontmatter, and treats markup like any text", async () => {
    const doc = await docFrom("---\ntitle: Not these words\n---\n# Two\n\n`three` **four**\n");

    expect(doc.wordCount).toBe(4);
  });

  describe.skipIf(!HAS_GNU_WC)("compared with the real wc -w", () => {
    it("DOC-A9 words: the table above matches wc", async () => {
      expect(await wc(TABLE.map(([text]) => text))).toEqual(TABLE.map(([, count]) => count));
    });

    it("DOC-A9 words: every space, control and format character, alone and inside a word", async () => {
      const texts = LONG_KNOWN.filter((character) =>
        /[\p{Z}\p{Cc}\p{Cf}\p{White_Space}]/u.test(character),
      ).flatMap((character) => [
        character,
        `a${character}b`,
        `a ${character} b`,
        `${character}a${character}`,
      ]);

      expect(texts.length).toBeGreaterThan(4 * 200);
      expect(texts.map((text) => [text, countWords(text)])).toEqual(
        (await wc(texts)).map((count, index) => [texts[index], count]),
      );
    });

    it("DOC-A9 words: any text", async () => {
      const separator = fc.constantFrom(
        ..." \t\n\r\u000b\u000c\u00a0\u2003\u2028\u3000\u0001\u200b",
      );
      const unit = fc.oneof(
        separator,
        fc.string({ unit: "grapheme-ascii", maxLength: 3 }),
        fc.constantFrom(...LONG_KNOWN),
      );
      const text = fc.array(unit, { maxLength: 30 }).map((units) => units.join(""));
      const texts = fc.sample(text, 1000);

      expect(texts.map((each) => [each, countWords(each)])).toEqual(
        (await wc(texts)).map((count, index) => [texts[index], count]),
      );
    });
  });
});
