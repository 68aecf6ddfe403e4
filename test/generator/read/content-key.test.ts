import { describe, expect, it } from "vitest";
import { contentKey, editedKey } from "../../../generator/read/content-key.ts";

const file = { path: "a.md", bytes: new TextEncoder().encode("# A\n") };
const edit = { start: 0, end: 0, text: "One\n" };

describe("contentKey", () => {
  it("what the site shows otherwise is a part of it", () => {
    const keys = [
      contentKey(file),
      contentKey({ ...file, siteEdits: [edit] }),
      contentKey({ ...file, siteEdits: [{ ...edit, text: "Two\n" }] }),
    ];

    expect(new Set(keys).size).toBe(3);
    expect(contentKey({ ...file, siteEdits: [] })).toBe(keys[0]);
    expect(editedKey(keys[0]!, [edit])).toBe(keys[1]);
  });
});
