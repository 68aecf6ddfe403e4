import { describe, expect, it, vi } from "vitest";
import { createDocTexts } from "../../../../runtime/docs/execute/doc-texts.ts";
import { makeDoc } from "../../../support/corpora.ts";

const one = makeDoc("a/one");
const two = makeDoc("a/two");

describe("createDocTexts", () => {
  it("encodes a doc only once, from the second use of a selection on", () => {
    const texts = createDocTexts(1000);
    const write = vi.fn(({ id }) => `"${id}"`);
    const first = texts.remember("id:id", write);
    const second = texts.remember("id:id", write);

    expect([first(one), first(one)]).toEqual(['"a/one"', '"a/one"']);
    expect(write).toHaveBeenCalledTimes(2);
    expect([second(one), second(one), second(two)]).toEqual(['"a/one"', '"a/one"', '"a/two"']);
    expect(write).toHaveBeenCalledTimes(4);
  });

  it("distinguishes selections", () => {
    const texts = createDocTexts(1000);
    const writers = ["id", "path", "id", "path"].map((name) =>
      texts.remember(name, (doc) => `${name} of ${doc.id}`),
    );

    for (const _ of ["written", "known"]) {
      expect(writers.map((write) => write(one))).toEqual([
        "id of a/one",
        "path of a/one",
        "id of a/one",
        "path of a/one",
      ]);
    }
  });

  it("drops all texts when they exceed the limit", () => {
    const texts = createDocTexts(10);
    const write = vi.fn(({ id }) => `"${id}"`);
    texts.remember("id:id", write);
    const remembered = texts.remember("id:id", write);

    for (const doc of [one, two, one, two]) expect(remembered(doc)).toBe(`"${doc.id}"`);
    expect(write).toHaveBeenCalledTimes(4);
  });

  it("caches nothing with a limit of 0", () => {
    const write = () => "";

    expect(createDocTexts(0).remember("id:id", write)).toBe(write);
  });
});
