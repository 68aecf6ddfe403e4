import { describe, expect, it } from "vitest";
import { type Goal, readGoals, renderFirstPage, renderPart } from "../../bench/results.ts";

const GOALS: readonly Goal[] = [
  { goal: "twice as fast", figure: "1 ms", peer: "other 2 ms", ratio: "2.0", isMet: true },
  { goal: "under 1 MB", figure: "2 MB", peer: "", ratio: "", isMet: false },
  { goal: "ahead of a third", figure: "1 ms", peer: "– ms", ratio: "–", isMet: null },
];
const PAGE = { title: "Speed", table: "serving" } as const;

describe("the pages of the benchmark's results", () => {
  it("give back the goals that were written", () => {
    const page = renderPart(PAGE, { results: { text: "Text.", goals: GOALS }, before: "" });

    expect(readGoals(page)).toEqual(GOALS);
  });

  it("keep the notes of people when a part is measured again", () => {
    const before = "<!-- notes -->\nWhy it is slow.\n<!-- /notes -->";
    const page = renderPart(PAGE, { results: { text: "New.", goals: [] }, before });

    expect(page).toContain(before);
    expect(page).toContain("New.");
  });

  it("begin with the chief goals that were measured, and keep the reasons", () => {
    const before = "<!-- reasons -->\nBecause.\n<!-- /reasons -->";
    const parts = { speed: { ...PAGE, chief: /fast|third/ } };
    const page = renderFirstPage(parts, { goals: new Map([["speed", GOALS]]), before });

    expect(page).toContain("**1 of 3 goals are met.**");
    expect(page).toContain(
      "| [Speed](results/speed.md) | twice as fast | 1 ms | other 2 ms | 2.0 | met |",
    );
    expect(page).not.toContain("under 1 MB");
    expect(page).not.toContain("ahead of a third");
    expect(page).toContain(before);
    expect(page).toContain("| [Speed](results/speed.md) | 1 | 1 |");
  });
});
