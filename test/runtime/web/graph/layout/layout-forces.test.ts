import { describe, expect, it } from "vitest";
import { createForces } from "../../../../../runtime/web/graph/layout/layout-forces.ts";

function layOut(positions: readonly number[], links: readonly number[], steps = 200): number[] {
  const forces = createForces({
    positions: new Float32Array(positions),
    links: new Uint32Array(links),
  });
  for (let step = 0; step < steps; step++) forces.step();
  return [...forces.readPositions()];
}

function distance([ax, ay, bx, by]: readonly number[]): number {
  return Math.hypot(ax! - bx!, ay! - by!);
}

describe("createForces", () => {
  const ring = Array.from({ length: 40 }, (_none, n) => [Math.cos(n), Math.sin(n)]).flat();
  const chain = Array.from({ length: 19 }, (_none, n) => [n, n + 1]).flat();

  it("gives the same positions each time", () => {
    expect(layOut(ring, chain)).toEqual(layOut(ring, chain));
  });

  it("brings linked pages closer to each other than to others", () => {
    const places = layOut([0, 0, 100, 0, 0, 100, 100, 100], [0, 3, 1, 2], 400);
    const at = (page: number): number[] => places.slice(2 * page, 2 * page + 2);

    expect(distance([...at(0), ...at(3)])).toBeLessThan(distance([...at(0), ...at(1)]));
    expect(distance([...at(1), ...at(2)])).toBeLessThan(distance([...at(2), ...at(3)]));
  });

  it.each([
    ["one page", [3, 4], []],
    ["pages at one place", Array<number>(60).fill(1), [0, 1]],
    ["pages far apart", [0, 0, 1e7, 1e7, -1e7, 3], [0, 1, 1, 2]],
  ])("gives finite numbers for %s", (_what, positions, links) => {
    expect(layOut(positions, links).every(Number.isFinite)).toBe(true);
  });
});
