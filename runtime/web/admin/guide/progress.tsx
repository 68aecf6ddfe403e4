import { linkTo } from "../route.ts";
import { type Draft, useDraft } from "./draft.ts";
import { PARTS, type PartName } from "./parts.ts";

/** Steps of the guide: one for each part, then the summary. */
export type StepName = PartName | "check";

export const STEPS: readonly { readonly name: StepName; readonly title: string }[] = [
  ...PARTS,
  { name: "check", title: "Check and create" },
];

interface ProgressProps {
  readonly current: StepName;
}

/** Shows all steps and marks the current one. */
export function Progress({ current }: ProgressProps) {
  const draft = useDraft().current();
  return (
    <ol class="progress" aria-label="Steps">
      {STEPS.map(({ name, title }) => {
        const isDone = name !== "check" && isEntered(draft, name);
        const isCurrent = name === current;
        return (
          <li key={name} aria-current={isCurrent ? "step" : undefined} class={isDone ? "done" : ""}>
            {isCurrent || !(isDone || isReachable(draft, name)) ? (
              title
            ) : (
              <a href={linkTo("guide", name)}>{title}</a>
            )}
            {isDone && <span class="unseen">, done</span>}
          </li>
        );
      })}
    </ol>
  );
}

/** Returns whether all steps before this one are complete. */
function isReachable(draft: Draft, name: StepName): boolean {
  const before = STEPS.slice(
    0,
    STEPS.findIndex((step) => step.name === name),
  );
  return before.every((step) => isEntered(draft, step.name as PartName));
}

/** Returns whether a part needs no further entries. */
export function isEntered({ parts }: Draft, name: PartName): boolean {
  const { chosen, isChecked } = parts[name];
  return chosen !== null || isChecked;
}

/** Returns the step after a step, or before it. */
export function neighbourOf(name: StepName, distance: 1 | -1): StepName | null {
  return STEPS[STEPS.findIndex((step) => step.name === name) + distance]?.name ?? null;
}
