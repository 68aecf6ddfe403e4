import { describe, expect, it } from "vitest";
import { ANCHOR_STYLES } from "../../../../generator/config/anchor-styles.ts";
import { compare } from "../../../long/sites/anchors/compare.ts";
import type { Ids } from "../../../long/sites/anchors/originals.ts";
import record from "./originals.json" with { type: "json" };

/** The rules that follow no program that can be run here. */
const UNRECORDED = ["document", "mdbook"];

describe("the rules of anchors, and the ids that the programs they follow gave", () => {
  const pages = record.map(({ page }) => page);
  const ids = Object.fromEntries(
    ANCHOR_STYLES.filter((style) => !UNRECORDED.includes(style)).map((style) => [
      style,
      record.map((each) => (each.ids as Record<string, string[]>)[style] ?? null),
    ]),
  ) as Ids;

  it.each(compare(pages, ids))("$style", ({ equal, differences }) => {
    expect(differences).toEqual([]);
    expect(equal).toBeGreaterThan(190);
  });
});
