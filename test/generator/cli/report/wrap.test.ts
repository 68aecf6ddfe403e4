import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { displayWidth, wrap } from "../../../../generator/cli/report/wrap.ts";

describe("wrap", () => {
  it.each([
    ["between words", "one two three", ["one two", "three"]],
    ["a word as long as a line", "12345678 9", ["12345678", "9"]],
    ["a longer path, after a slash", "a guide/install.md", ["a guide/", "install.", "md"]],
    ["wide letters, which take two columns", "文档文档文档", ["文档文档", "文档"]],
    ["a word without a separator is not cut", "a abcdefghijk b", ["a", "abcdefghijk", "b"]],
    ["nothing", "", [""]],
  ])("report: %s", (_, text, lines) => {
    expect(wrap(text, 8)).toEqual(lines);
  });

  it("report: loses nothing but spaces at line ends, and is as wide as told where words allow", () => {
    const word = fc.stringMatching(/^[a-zé文]{1,8}$/);
    fc.assert(
      fc.property(fc.array(word), fc.integer({ min: 16, max: 40 }), (words, width) => {
        const lines = wrap(words.join(" "), width);

        expect(lines.join(" ").split(" ").join("")).toBe(words.join(""));
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
      }),
    );
  });
});
