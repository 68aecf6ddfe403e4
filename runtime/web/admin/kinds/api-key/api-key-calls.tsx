import { request } from "../../api/request.ts";
import type { ApiKey, Calls } from "../../api/types.ts";
import { Cut } from "../../parts/lists/cut.tsx";
import { PlainTable } from "../../parts/lists/plain-table.tsx";
import type { Column } from "../../parts/lists/table.tsx";
import { Loaded, useLoad } from "../../parts/load.tsx";
import { Card } from "../../parts/page.tsx";
import { linkWith } from "../../route.ts";
import { briefReason } from "../../screens/logs/refusal-words.ts";
import { useSession } from "../../session.tsx";
import type { ItemProps } from "../kind.ts";
import type { ApiKeyOthers } from "./api-key-others.ts";

/** How often the partner called an endpoint with one outcome. */
interface Sum {
  readonly endpoint: string;
  readonly outcome: string;
  readonly lastDay: number;
  readonly lastMonth: number;
}

const COLUMNS: readonly Column<Sum>[] = [
  { title: "Endpoint", cell: ({ endpoint }) => <Cut text={endpoint} /> },
  {
    title: "Outcome",
    cell: ({ outcome }) => (outcome === "ok" ? "Answered" : briefReason(outcome)),
  },
  { title: "Last 24 hours", cell: ({ lastDay }) => lastDay },
  { title: "Last 30 days", cell: ({ lastMonth }) => lastMonth },
];

/** Shows the calls of a key's partner, and what came of them. */
export function ApiKeyCalls({ item: { id } }: ItemProps<ApiKey, ApiKeyOthers>) {
  const { may } = useSession();
  const calls = useLoad(
    async (signal) =>
      (await request<{ items: Calls[] }>(`/api-keys/${id}/calls`, { signal })).body.items,
    [id],
  );
  return (
    <Card title="Calls" about="Counted by the hour, and written down within a minute.">
      <Loaded from={calls}>
        {(items) =>
          items.length === 0 ? (
            <p class="quiet">The partner has not called in the last 30 days.</p>
          ) : (
            <PlainTable
              caption="Calls by endpoint and outcome"
              columns={COLUMNS}
              items={sumsOf(items)}
              keyOf={({ endpoint, outcome }) => `${endpoint} ${outcome}`}
            />
          )
        }
      </Loaded>
      {may("audit") && (
        <p>
          <a href={linkWith({ apiKeyId: id }, "refusals")}>Refusals of this partner</a>
          {" · "}
          <a href={linkWith({ apiKeyId: id }, "calls")}>Its single calls</a>
        </p>
      )}
    </Card>
  );
}

function sumsOf(calls: readonly Calls[]): readonly Sum[] {
  const groups = Map.groupBy(calls, ({ endpoint, outcome }) => `${endpoint} ${outcome}`);
  return Array.from(groups.values(), (some) => {
    const { endpoint, outcome } = some[0]!;
    const sum = (period: Calls["period"]) =>
      some.reduce((total, call) => total + (call.period === period ? call.count : 0), 0);
    return { endpoint, outcome, lastDay: sum("hour"), lastMonth: sum("day") };
  });
}
