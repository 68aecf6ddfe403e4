import { describe, expect, it } from "vitest";
import { chooseCaptions } from "../../../../../runtime/web/graph/paint/captions.ts";
import type { Scene } from "../../../../../runtime/web/graph/paint/scene.ts";

const NAMES = ["guide", "reference", "tiny"];

/** Pages of three sections, each section around another point; the third has a single page. */
function scene(fields: Partial<Scene> = {}, perSection = 200): Scene {
  const places = [
    ...Array.from({ length: perSection }, (_, n) => ({ section: 0, x: -100 + (n % 5), y: 0 })),
    ...Array.from({ length: perSection - 1 }, (_, n) => ({ section: 1, x: 100 + (n % 5), y: 0 })),
    // Far away from its section: it must not move the caption.
    { section: 1, x: 100_000, y: 0 },
    { section: 2, x: 0, y: 0 },
  ];
  return {
    plot: {
      radii: new Float32Array(places.length).fill(2),
      sections: Uint16Array.from(places, ({ section }) => section),
      links: new Uint32Array(),
    },
    positions: Float32Array.from(places.flatMap(({ x, y }) => [x, y])),
    camera: { x: 0, y: 0, scale: 1 },
    size: { width: 800, height: 600 },
    growth: 1,
    hidden: new Set(),
    ...fields,
  };
}

describe("chooseCaptions", () => {
  it("names each section in the middle of most of its pages, but not a tiny one", () => {
    const captions = chooseCaptions(scene(), NAMES);

    expect(captions.map(({ text, x }) => [text, x])).toEqual([
      ["guide", 302],
      ["reference", 502],
    ]);
  });

  it("names nothing where few pages are in sight", () => {
    expect(chooseCaptions(scene({}, 100), NAMES)).toEqual([]);
  });

  it("leaves out hidden sections, those out of sight, and those that another would cover", () => {
    const hidden = chooseCaptions(scene({ hidden: new Set([1]) }, 400), NAMES);
    const far = chooseCaptions(scene({ camera: { x: -420, y: 0, scale: 1 } }, 400), NAMES);
    const close = chooseCaptions(scene({ camera: { x: 0, y: 0, scale: 0.1 } }), NAMES);

    expect(hidden.map(({ text }) => text)).toEqual(["guide"]);
    expect(far.map(({ text }) => text)).toEqual(["guide"]);
    expect(close.map(({ text }) => text)).toEqual(["guide"]);
  });
});
