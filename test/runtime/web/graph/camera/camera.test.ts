import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  betweenCameras,
  fitCamera,
  panCamera,
  toGraph,
  toScreen,
  zoomCamera,
} from "../../../../../runtime/web/graph/camera/camera.ts";

const size = { width: 800, height: 600 };
const coordinate = fc.integer({ min: -10_000, max: 10_000 });
const point = fc.record({ x: coordinate, y: coordinate });
const camera = fc.record({
  x: coordinate,
  y: coordinate,
  scale: fc.double({ min: 0.01, max: 50, noNaN: true }),
});

describe("fitCamera", () => {
  it("shows every page inside the picture, whatever their positions", () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 1 }), (points) => {
        const fit = fitCamera(new Float32Array(points.flatMap(({ x, y }) => [x, y])), size);
        for (const place of points) {
          const { x, y } = toScreen(place, fit, size);
          expect(x >= 47 && x <= 753 && y >= 47 && y <= 553).toBe(true);
        }
      }),
    );
  });
});

describe("zoomCamera", () => {
  it("keeps the point under the pointer where it is", () => {
    const at = fc.record({
      x: fc.integer({ min: 0, max: 800 }),
      y: fc.integer({ min: 0, max: 600 }),
    });
    fc.assert(
      fc.property(
        camera,
        at,
        fc.double({ min: 0.01, max: 50, noNaN: true }),
        (from, place, scale) => {
          const before = toGraph(place, from, size);
          const after = toScreen(before, zoomCamera(from, { at: place, scale, size }), size);
          expect(after.x).toBeCloseTo(place.x, 3);
          expect(after.y).toBeCloseTo(place.y, 3);
        },
      ),
    );
  });
});

describe("panCamera", () => {
  it("moves every point by as many pixels", () => {
    const moved = panCamera({ x: 5, y: 7, scale: 2 }, { x: 30, y: -40 });
    const before = toScreen({ x: 1, y: 1 }, { x: 5, y: 7, scale: 2 }, size);
    const after = toScreen({ x: 1, y: 1 }, moved, size);

    expect([after.x - before.x, after.y - before.y]).toEqual([30, -40]);
  });
});

describe("betweenCameras", () => {
  it("starts at one and ends at the other", () => {
    fc.assert(
      fc.property(camera, camera, (from, to) => {
        for (const [share, end] of [
          [0, from],
          [1, to],
        ] as const) {
          const { x, y, scale } = betweenCameras(from, to, share);
          expect(scale / end.scale).toBeCloseTo(1, 5);
          expect(Math.abs(x - end.x)).toBeLessThan(0.1);
          expect(Math.abs(y - end.y)).toBeLessThan(0.1);
        }
      }),
    );
  });
});
