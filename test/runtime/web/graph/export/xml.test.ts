import { describe, expect, it } from "vitest";
import { escapeXml } from "../../../../../runtime/web/graph/export/xml.ts";

describe("escapeXml", () => {
  it.each([
    ["<b>&amp;</b>", "&lt;b&gt;&amp;amp;&lt;/b&gt;"],
    [`"it's"`, "&quot;it&apos;s&quot;"],
    ["a\u0000b\u0008c\u001fd\ufffe", "abcd"],
    ["tab\tline\n", "tab\tline\n"],
    ["half \ud800", "half \ufffd"],
    ["größe 漢字 😀", "größe 漢字 😀"],
  ])("escapes %j for XML", (text, escaped) => {
    expect(escapeXml(text)).toBe(escaped);
  });
});
