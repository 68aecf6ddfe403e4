import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import type { Query } from "../../route.ts";

interface LogFiltersProps {
  readonly query: Query;
  readonly children: ComponentChildren;
}

/** The filters of a log; on a narrow screen they are behind a button. */
export function LogFilters({ query: { before, ...filters }, children }: LogFiltersProps) {
  const id = useId();
  const count = Object.values(filters).filter(Boolean).length;
  const [isOpen, setOpen] = useState(false);
  return (
    <div class="filters">
      <button
        type="button"
        class="small"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {count === 0 ? "Filter…" : `Filter… (${count})`}
      </button>
      <search id={id} class={isOpen ? "narrowing open" : "narrowing"}>
        {children}
      </search>
    </div>
  );
}
