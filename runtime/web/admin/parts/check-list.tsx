import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import type { Choice } from "./field.tsx";
import "./check-list.css";

interface CheckListProps {
  /** Tells these boxes from others on the page. */
  readonly name: string;
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly mistake: string | undefined;
  readonly choices: readonly Choice[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  /** Shown if there is nothing to choose from. */
  readonly empty: string;
}

/** Any number of choices, in the order in which they were made. */
export function CheckList({
  name,
  label,
  hint,
  mistake,
  choices,
  chosen,
  onChange,
  empty,
}: CheckListProps) {
  const id = useId();

  function toggle(value: string, isChosen: boolean): void {
    const rest = chosen.filter((one) => one !== value);
    onChange(isChosen ? [...rest, value] : rest);
  }

  return (
    <fieldset class="field check-list" aria-describedby={`${id}-hint ${id}-mistake`}>
      <legend>{label}</legend>
      <p id={`${id}-hint`} class="hint">
        {hint}
      </p>
      {choices.length === 0 && <p class="quiet">{empty}</p>}
      <div class="choices">
        {choices.map(({ value, text }) => (
          <label key={value}>
            <input
              type="checkbox"
              name={name}
              value={value}
              checked={chosen.includes(value)}
              aria-invalid={mistake !== undefined}
              onChange={({ currentTarget }) => toggle(value, currentTarget.checked)}
            />
            <bdi>{text}</bdi>
          </label>
        ))}
      </div>
      <p id={`${id}-mistake`} class="mistake">
        {mistake}
      </p>
    </fieldset>
  );
}
