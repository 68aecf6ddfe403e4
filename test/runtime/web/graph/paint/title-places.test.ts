import { describe, expect, it } from "vitest";
import { placeTitle } from "../../../../../runtime/web/graph/paint/title-places.ts";

const disc = { x: 200, y: 100, radius: 10 };
const around = { disc, placed: [], discs: [disc], room: 800 };

describe("placeTitle", () => {
  it("is right of its page", () => {
    expect(placeTitle("Home", around)).toMatchObject({ x: 215, isLeft: false });
  });

  it("is left of it where it would leave the picture", () => {
    expect(placeTitle("Home", { ...around, room: 220 })).toMatchObject({ x: 185, isLeft: true });
  });

  it("is left of it where it would cover another page", () => {
    const discs = [disc, { x: 230, y: 102, radius: 5 }];

    expect(placeTitle("Home", { ...around, discs })).toMatchObject({ isLeft: true });
  });

  it("is left out where it would cover other titles on both sides", () => {
    const right = placeTitle("Home", around)!;
    const left = placeTitle("Home", { ...around, placed: [right] })!;

    expect(left.isLeft).toBe(true);
    expect(placeTitle("Home", { ...around, placed: [right, left] })).toBe(null);
  });
});
