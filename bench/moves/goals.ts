import type { Goal } from "../results.ts";
import type { Score } from "./truth.ts";

/** Returns the goals for the redirects of editors, of the half that was not tuned on. */
export function goalsOfEditors(score: Score): Goal[] {
  return [
    toGoal("the right page for 75 % of the editors' redirects", {
      part: score.right,
      whole: score.count,
      least: 0.75,
    }),
    toGoal("of these, half with a confidence of 0.8 or more", {
      part: score.certain,
      whole: score.count,
      least: 0.5,
    }),
    toGoal("95 % of those with 0.8 or more right", {
      part: score.rightCertain,
      whole: score.certain,
      least: 0.95,
    }),
    toGoal("the right anchor for 60 % of those that have one", {
      part: score.rightAnchors,
      whole: score.anchors,
      least: 0.6,
    }),
  ];
}

/** Returns the goals for the anchors of all generated changes. */
export function goalsOfAnchors(scores: readonly Score[]): Goal[] {
  const sum = (key: keyof Score): number => scores.reduce((total, score) => total + score[key], 0);
  return [
    toGoal("generated changes: 90 % of the anchors found", {
      part: sum("right"),
      whole: sum("count"),
      least: 0.9,
    }),
    toGoal("generated changes: 98 % of the certain anchors right", {
      part: sum("rightCertain"),
      whole: sum("certain"),
      least: 0.98,
    }),
  ];
}

function toGoal(
  goal: string,
  { part, whole, least }: { part: number; whole: number; least: number },
): Goal {
  const share = part / whole;
  return {
    goal,
    figure: `${part} of ${whole}`,
    ratio: `${(100 * share).toFixed(1)} %`,
    isMet: share >= least,
  };
}
