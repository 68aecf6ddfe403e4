import type { ComponentChildren } from "preact";
import { queryText } from "../../api/collections.ts";
import { request } from "../../api/request.ts";
import { Pages, usePageTop } from "../../parts/lists/pages.tsx";
import { type Column, Table } from "../../parts/lists/table.tsx";
import { Failure, type Loader, useLoad } from "../../parts/load.tsx";
import { linkTo, linkWith, type Query } from "../../route.ts";
import { spanSent } from "./time-span.tsx";
import "../items/item-list.css";

/** A page of a log, newest first. */
export interface LogPage<Entry> {
  readonly items: readonly Entry[];
  /** Start of the next older page; null at the end. */
  readonly nextBefore: string | null;
}

export type LogName = "notices" | "audit" | "refusals" | "calls";

/** Reads the page of a log that the address names. */
export function useLog<Entry>(log: LogName, query: Query): Loader<LogPage<Entry>> {
  const text = queryText(spanSent(query));
  return useLoad(
    async (signal) => (await request<LogPage<Entry>>(`/${log}${text}`, { signal })).body,
    [log, text],
  );
}

interface LogViewProps<Entry> {
  readonly log: LogName;
  readonly query: Query;
  readonly from: Loader<LogPage<Entry>>;
  readonly caption: string;
  readonly columns: readonly Column<Entry>[];
  readonly More: (props: { readonly item: Entry }) => ComponentChildren;
  /** Shown if there are no entries at all. */
  readonly nothing: ComponentChildren;
}

/** A page of a log, with links to the others; the page is in the address, so Back works. */
export function LogView<Entry extends { readonly id: string }>(props: LogViewProps<Entry>) {
  const { log, query, from, caption, columns, More, nothing } = props;
  const { loading, reload } = from;
  const { before, ...filters } = query;
  const top = usePageTop(before);
  const page = loading.state === "ready" ? loading.value : undefined;
  const isFiltered = Object.values(filters).some(Boolean);
  return (
    <div ref={top} tabIndex={-1} class="log">
      <p class="unseen" role="status">
        {loading.state === "loading" && "Loading…"}
      </p>
      {loading.state === "failed" ? (
        <Failure error={loading.error} retry={reload} />
      ) : page?.items.length === 0 ? (
        <div class="empty">
          <p role="status">
            {before ? "There is nothing older." : isFiltered ? "Nothing matches." : nothing}
          </p>
          {isFiltered && (
            <p>
              <a class="button secondary" href={linkTo(log)}>
                Show all
              </a>
            </p>
          )}
        </div>
      ) : (
        <Table
          caption={caption}
          columns={columns}
          items={page?.items}
          keyOf={({ id }) => id}
          More={More}
        />
      )}
      <Pages
        first={before ? { text: "Newest", href: linkWith(filters, log) } : null}
        next={
          page && page.nextBefore !== null
            ? { text: "Older", href: linkWith({ ...query, before: page.nextBefore }, log) }
            : null
        }
        end={page !== undefined && page.items.length > 0 && "This is the oldest."}
      />
    </div>
  );
}
