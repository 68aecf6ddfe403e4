import { describe, expect, it } from "vitest";
import { mannWhitney } from "../support/mann-whitney.ts";

const upTo = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index);

describe("mannWhitney", () => {
  it.each([
    ["without ties", [19, 22, 16, 29, 24], [20, 11, 17, 12], 17, 0.11134688653314041],
    ["with ties", [1, 2, 2, 3, 3, 3, 4, 5], [2, 3, 4, 4, 4, 5, 6, 6, 7], 14.5, 0.04000384462383429],
    ["of equal values", Array(8).fill(1), Array(8).fill(1), 32, 1],
    ["shifted a little", upTo(200), upTo(200, 40.5), 12720, 3.047036950841751e-10],
    ["apart", upTo(50), upTo(60, 100), 0, 2.226506668334408e-19],
  ])("gives what scipy.stats.mannwhitneyu 1.17.1 gives for samples %s", (...args) => {
    const [, left, right, u, p] = args;
    const test = mannWhitney(left, right);
    expect(test.u).toBe(u);
    expect(test.p / p).toBeCloseTo(1, 5);
  });

  it("does not depend on the order, neither of the values nor of the samples", () => {
    const [left, right] = [upTo(30), upTo(20, 9.5)];
    const { p } = mannWhitney(left, right);
    expect(mannWhitney(left.toReversed(), right).p).toBe(p);
    expect(mannWhitney(right, left).p).toBe(p);
  });
});
