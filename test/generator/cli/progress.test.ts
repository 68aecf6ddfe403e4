import { describe, expect, it } from "vitest";
import { createProgressBar, progressLine } from "../../../generator/cli/progress.ts";

describe("progressLine", () => {
  it.each([
    [0, 100, 0, "[░░░░░░░░░░░░░░░░░░░░░░░░] 0/100 files, 0 files/s"],
    [50, 100, 500, "[████████████░░░░░░░░░░░░] 50/100 files, 100 files/s"],
    [100, 100, 2000, "[████████████████████████] 100/100 files, 50 files/s"],
    [0, 0, 0, "[████████████████████████] 0/0 files, 0 files/s"],
  ])("progress: %i of %i after %i ms", (done, total, elapsedMs, line) => {
    expect(progressLine({ done, total }, elapsedMs)).toBe(line);
  });
});

describe("createProgressBar", () => {
  it("progress: is redrawn in place, not for every file, and always at the end", () => {
    let text = "";
    let time = 0;
    const bar = createProgressBar({ write: (part) => (text += part), now: () => time });
    for (let done = 1; done <= 1000; done++) {
      time = done;
      bar.update({ done, total: 1000 });
    }
    bar.clear();

    const draws = text.split("\r").filter((part) => part.includes("files"));
    expect(draws.length).toBeGreaterThan(5);
    expect(draws.length).toBeLessThan(20);
    expect(draws.at(-1)).toContain("1000/1000");
    expect(text).not.toContain("\n");
    expect(text.endsWith("\r\x1b[2K")).toBe(true);
  });
});
