/** The result of testing whether one of two samples tends to larger values than the other. */
export interface RankTest {
  /** Number of pairs in which the first sample's value is larger; ties count half. */
  readonly u: number;
  /** Probability that samples of the same distribution differ at least as much, either way. */
  readonly p: number;
}

/**
 * Runs the two-sided test of Mann and Whitney (1947), by the normal approximation with corrections
 * for ties and continuity. Accurate from eight values on each side.
 *
 * @example
 * mannWhitney([19, 22, 16, 29, 24], [20, 11, 17, 12]); // { u: 17, p: 0.1113… }
 */
export function mannWhitney(left: readonly number[], right: readonly number[]): RankTest {
  const [n, m] = [left.length, right.length];
  const { rankSum, tieSum } = rank(left, right);
  const u = rankSum - (n * (n + 1)) / 2;
  const mean = (n * m) / 2;
  const total = n + m;
  const variance = ((n * m) / 12) * (total + 1 - tieSum / (total * (total - 1)));
  const distance = Math.max(0, Math.abs(u - mean) - 0.5);
  return { u, p: variance === 0 ? 1 : erfc(distance / Math.sqrt(2 * variance)) };
}

/** Ranks both together: the sum of the first one's ranks, and of t³ − t over groups of ties. */
function rank(
  left: readonly number[],
  right: readonly number[],
): { readonly rankSum: number; readonly tieSum: number } {
  const values = [
    ...left.map((value) => ({ value, isLeft: true })),
    ...right.map((value) => ({ value, isLeft: false })),
  ].sort((one, other) => one.value - other.value);
  let rankSum = 0;
  let tieSum = 0;
  for (let start = 0, end = 0; start < values.length; start = end) {
    while (end < values.length && values[end]!.value === values[start]!.value) end++;
    const ties = end - start;
    const lefts = values.slice(start, end).filter(({ isLeft }) => isLeft).length;
    rankSum += lefts * ((start + 1 + end) / 2);
    tieSum += ties ** 3 - ties;
  }
  return { rankSum, tieSum };
}

/** Coefficients of {@link erfc}, from the highest power down. */
const ERFC = [
  0.17087277, -0.82215223, 1.48851587, -1.13520398, 0.27886807, -0.18628806, 0.09678418, 0.37409196,
  1.00002368, -1.26551223,
];

/**
 * Computes the complementary error function of x ≥ 0, with a relative error below 1.2e-7 even where
 * it is tiny (Press et al., Numerical Recipes, section 6.2).
 */
function erfc(x: number): number {
  const t = 1 / (1 + x / 2);
  const polynomial = ERFC.reduce((sum, coefficient) => sum * t + coefficient, 0);
  return t * Math.exp(-x * x + polynomial);
}
