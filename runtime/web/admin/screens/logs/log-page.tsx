import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { queryText } from "../../api/collections.ts";
import { request } from "../../api/request.ts";
import { Loaded, type Loader, useLoad } from "../../parts/load.tsx";
import { linkWith, type Query } from "../../route.ts";

/** A page of a log, newest first. */
export interface LogPage<Entry> {
  readonly items: readonly Entry[];
  /** Start of the next older page; null at the end. */
  readonly nextBefore: string | null;
}

type LogName = "notices" | "audit";

/** Reads the page of a log that the address names. */
export function useLog<Entry>(log: LogName, query: Query): Loader<LogPage<Entry>> {
  const text = queryText(query);
  return useLoad(
    async (signal) => (await request<LogPage<Entry>>(`/${log}${text}`, { signal })).body,
    [log, text],
  );
}

interface LogViewProps<Entry> {
  readonly log: LogName;
  readonly query: Query;
  readonly from: Loader<LogPage<Entry>>;
  /** Shown if there are no entries. */
  readonly nothing: ComponentChildren;
  readonly children: (items: readonly Entry[]) => ComponentChildren;
}

/** A page of a log, with links to the others; the page is in the address, so Back works. */
export function LogView<Entry>({ log, query, from, nothing, children }: LogViewProps<Entry>) {
  const top = useRef<HTMLDivElement>(null);
  const shown = useRef(query.before);
  useEffect(() => {
    // A person who went on from the end of a page starts at the top of the next.
    if (shown.current !== query.before) top.current!.focus();
    shown.current = query.before;
  }, [query.before]);

  return (
    <div ref={top} tabIndex={-1} class="log">
      <Loaded from={from}>
        {({ items, nextBefore }) => (
          <>
            {items.length === 0 ? (
              <p class="empty" role="status">
                {query.before ? "There is nothing older." : nothing}
              </p>
            ) : (
              children(items)
            )}
            <nav class="pages" aria-label="Pages">
              {query.before && (
                <a class="button secondary" href={linkWith({ ...query, before: undefined }, log)}>
                  Newest
                </a>
              )}
              {nextBefore !== null && (
                <a class="button secondary" href={linkWith({ ...query, before: nextBefore }, log)}>
                  Older
                </a>
              )}
              {nextBefore === null && items.length > 0 && (
                <span class="quiet">This is the oldest.</span>
              )}
            </nav>
          </>
        )}
      </Loaded>
    </div>
  );
}
