import { describe, expect, it } from "vitest";
import {
  formatBytes,
  formatSeconds,
  groupDigits,
  plural,
} from "../../../../generator/cli/report/numbers.ts";

describe("numbers", () => {
  it.each([
    [plural(1, "doc"), "1 doc"],
    [plural(0, "doc"), "0 docs"],
    [groupDigits("12345 of 4120 and 1234567"), "12\u00a0345 of 4120 and 1\u00a0234\u00a0567"],
    [formatBytes(1), "1 byte"],
    [formatBytes(999), "999 bytes"],
    [formatBytes(6889), "6.9 kB"],
    [formatBytes(1_801_672), "1.8 MB"],
    [formatBytes(2.5e9), "2.5 GB"],
    [formatSeconds(0.04), "0.04 s"],
    [formatSeconds(6.24), "6.2 s"],
  ])("report: %j is for people", (text, expected) => {
    expect(text).toBe(expected);
  });
});
