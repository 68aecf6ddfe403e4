import { describe, expect, it } from "vitest";
import { parseConfig } from "../../../generator/config/config.ts";

function parse(...editions: object[]) {
  return parseConfig({ name: "Acme", rules: { "broken-link": "off" }, editions });
}

const V3 = { name: "v3", root: "docs", base: "/v3" };

describe("editions in the configuration", () => {
  it("editions: each has the keys around it, apart from those that it has otherwise", () => {
    const [v3, ja] = parse(V3, {
      name: "ja",
      root: "docs/ja",
      base: "/ja",
      language: "ja",
      rules: {},
    }).editions;

    expect(v3!.edition).toEqual({
      name: "v3",
      version: null,
      language: null,
      set: null,
      access: "public",
    });
    expect(v3!.config).toMatchObject({
      name: "Acme",
      base: "/v3",
      rules: { "broken-link": "off" },
    });
    expect(ja!.config).toMatchObject({ name: "Acme", base: "/ja", rules: {} });
    // The pages of an edition further inside belong to it alone.
    expect([v3!.config.ignore, ja!.config.ignore]).toEqual([["ja/**"], []]);
  });

  it.each(["..", "%2e", "a/b", "a\0", "é", "e\u0301", "", "a".repeat(65)])(
    "ATTACK-R206 editions: the name %j is refused",
    (name) => {
      expect(() => parse(V3, { ...V3, name })).toThrow(/"editions\[1\]\.name": expected 1 to 64/);
    },
  );

  it("ATTACK-R206 editions: names that differ in case only are refused", () => {
    expect(() => parse(V3, { ...V3, name: "V3" })).toThrow(/but "v3" is listed, too/);
    expect(parse(V3, { ...V3, name: "__proto__" }).editions[1]!.edition.name).toBe("__proto__");
  });

  it("editions: all that is wrong has its place", () => {
    const wrong = { ...V3, name: "v2", language: "_", acces: "contract", base: "v2" };

    expect(() => parse(wrong)).toThrow(/"editions\[0\]\.language": expected a BCP 47 tag/);
    expect(() => parse({ ...wrong, language: "pt-BR" })).toThrow(
      /"editions\[0\]\.base": expected a URL path.*unknown key "acces" in "editions\[0\]"\. Did you mean "access"/s,
    );
    expect(() => parse({ ...V3, access: "contract" })).toThrow(/expected at least one edition/);
    expect(() => parse({ ...V3, organizations: ["A"] })).toThrow(/only an edition with "access"/);
  });
});
