import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ANCHOR_STYLES } from "../../../../generator/config/anchor-styles.ts";
import { compare } from "../../../long/sites/anchors/compare.ts";
import type { Ids } from "../../../long/sites/anchors/originals.ts";

interface RecordedPage {
  readonly page: string;
  /** Rule → the ids that the program which it follows gave the page's headings. */
  readonly ids: Readonly<Record<string, readonly (string | null)[]>>;
}

/** Made by test/long/sites/anchors/record.ts. */
const record = readFileSync(join(import.meta.dirname, "originals.jsonl"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line): RecordedPage => JSON.parse(line));

/** These follow nothing that can be run here. */
const UNRECORDED = ["document", "mdbook"];

describe("the rules of anchors, and the ids that the programs they follow gave", () => {
  const pages = record.map(({ page }) => page);
  const styles = ANCHOR_STYLES.filter((style) => !UNRECORDED.includes(style));
  const ids: Ids = Object.fromEntries(
    styles.map((style) => [style, record.map((each) => each.ids[style] ?? null)]),
  );

  it.each(compare(pages, ids))("$style", ({ equal, differences }) => {
    expect(differences).toEqual([]);
    expect(equal).toBeGreaterThan(160);
  });
});
