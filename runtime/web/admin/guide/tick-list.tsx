import type { ComponentChildren } from "preact";
import "./tick-list.css";

/** One thing to be done. */
export interface Tick {
  readonly text: ComponentChildren;
  readonly isDone: boolean;
  /** How to do it, or when it was done. */
  readonly more?: ComponentChildren;
}

interface TickListProps {
  readonly label: string;
  readonly ticks: readonly Tick[];
}

/** A list whose items are ticked when they are done. */
export function TickList({ label, ticks }: TickListProps) {
  return (
    <ul class="ticks" aria-label={label} aria-live="polite">
      {ticks.map(({ text, isDone, more }, index) => (
        <li key={String(index)} class={isDone ? "done" : ""}>
          <span>
            {text} <span class="unseen">{isDone ? "(done)" : "(not yet)"}</span>
          </span>
          {more && <div class="hint">{more}</div>}
        </li>
      ))}
    </ul>
  );
}
