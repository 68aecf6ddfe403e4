import { describe, expect, it } from "vitest";
import { literalText } from "../../../../generator/markdown/mdx/literal-text.ts";

describe("literalText", () => {
  it.each([
    ["' '", " "],
    ['"it\'s"', "it's"],
    [" `a\n$b` ", "a\n$b"],
    ["'it\\'s \\u0061\\x62\\u{63}\\n'", "it's abc\n"],
    ["'a\\\nb'", "ab"],
  ])("reads %j", (code, text) => {
    expect(literalText(code)).toBe(text);
  });

  it.each(["a", "`a$" + "{b}`", "'a' + 'b'", "'a", "'a\nb'", "", "1"])(
    "does not read %j",
    (code) => {
      expect(literalText(code)).toBeNull();
    },
  );
});
