import { request } from "../../api/request.ts";
import type { SearchGap } from "../../api/types.ts";
import { PlainTable } from "../../parts/lists/plain-table.tsx";
import type { Column } from "../../parts/lists/table.tsx";
import { Loaded, useLoad } from "../../parts/load.tsx";
import { Page } from "../../parts/page.tsx";

interface SearchGaps {
  readonly isCounted: boolean;
  readonly items: readonly SearchGap[];
}

/** Shows what readers of the docs searched for in vain. */
export function SearchesScreen() {
  const gaps = useLoad(
    async (signal) => (await request<SearchGaps>("/search-gaps", { signal })).body,
    [],
  );
  return (
    <Page
      title="Searches"
      about="What readers of the docs searched for in vain in the last 90 days, the most frequent first."
    >
      <Loaded from={gaps}>
        {({ isCounted, items }) => {
          if (!isCounted) return <NotCounted />;
          if (items.length === 0) return <p class="empty">No search is left that does not help.</p>;
          return (
            <PlainTable
              caption="Searches that did not help, the most frequent first"
              columns={COLUMNS}
              items={items}
              keyOf={({ query }) => query}
            />
          );
        }}
      </Loaded>
    </Page>
  );
}

const COLUMNS: readonly Column<SearchGap>[] = [
  { title: "Search", cell: ({ query }) => <bdi>{query}</bdi> },
  { title: "Found nothing", cell: ({ nothing }) => nothing },
  { title: "Corrected", cell: ({ corrected }) => corrected },
  { title: "Not opened", cell: ({ unopened }) => unopened },
  { title: "Lacking words", cell: ({ lacking }) => <bdi>{lacking.join(", ") || "None"}</bdi> },
  { title: "Nearest place", cell: ({ nearest }) => <bdi>{nearest[0] ?? "None"}</bdi> },
];

function NotCounted() {
  return (
    <p class="empty">
      Searches are not counted. <code>docgate serve --search-log</code> names a file for the counts,
      which have no addresses in them.
    </p>
  );
}
