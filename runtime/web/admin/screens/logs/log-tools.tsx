import { queryText } from "../../api/collections.ts";
import { BASE } from "../../api/request.ts";
import type { Query } from "../../route.ts";
import type { LogName } from "./log-page.tsx";
import { RefreshButton } from "./refresh-button.tsx";
import { spanSent } from "./time-span.tsx";

interface LogToolsProps {
  readonly log: LogName;
  readonly query: Query;
  readonly reload: () => void;
}

/** Refreshes a log, and exports what its filters let through. */
export function LogTools({ log, query: { before, ...filters }, reload }: LogToolsProps) {
  const text = queryText(spanSent(filters));
  return (
    <>
      <RefreshButton reload={reload} />
      {(["csv", "ndjson"] as const).map((extension) => (
        <a
          key={extension}
          class="button secondary"
          href={`${BASE}/${log}.${extension}${text}`}
          download
        >
          <span class="unseen">Export as </span>
          {extension.toUpperCase()} <span aria-hidden="true">↓</span>
        </a>
      ))}
    </>
  );
}
