import type { PartnerCall } from "../../api/types.ts";
import { NameOf } from "../../names.tsx";
import { Cut } from "../../parts/lists/cut.tsx";
import { FilterSelect } from "../../parts/lists/filter-select.tsx";
import { SearchField } from "../../parts/lists/search-field.tsx";
import { type Fact, Facts, Page } from "../../parts/page.tsx";
import { RelativeTime, Time } from "../../parts/time.tsx";
import { goToQuery, type Query, replaceQuery, useQuery } from "../../route.ts";
import { ApiKeyFilter } from "./api-key-filter.tsx";
import { LogFilters } from "./log-filters.tsx";
import { LogView, useLog } from "./log-page.tsx";
import { LogTools } from "./log-tools.tsx";
import { adviceFor, briefReason, REASON_CHOICES, reasonText } from "./refusal-words.ts";
import { TimeSpan } from "./time-span.tsx";

/** The outcome of a call that was answered as asked. */
const OK = "ok";

/** Shows single calls of partners, to find the one that a partner asks about. */
export function CallsScreen() {
  const { before, requestId, apiKeyId, outcome, from, to } = useQuery();
  const query = { before, requestId, apiKeyId, outcome, from, to };
  const loader = useLog<PartnerCall>("calls", query);
  return (
    <Page
      title="Calls"
      about="Single calls of partners in the last 24 hours, by the X-Request-Id of their answers. They are written down within a minute."
      actions={<LogTools log="calls" query={query} reload={loader.reload} />}
    >
      <CallFilters query={query} />
      <LogView
        log="calls"
        query={query}
        from={loader}
        nothing="No call is logged. Single calls are logged only if docgate is started with --call-log; how often partners called is on the page of each API key."
        caption="Calls, newest first"
        More={CallFacts}
        columns={[
          { title: "Time", form: "time", cell: ({ at }) => <RelativeTime at={at} /> },
          { title: "Outcome", form: "name", cell: ({ outcome }) => briefOutcome(outcome) },
          { title: "Call", cell: ({ endpoint }) => <Cut text={endpoint} /> },
          { title: "Origin", isExtra: true, cell: ({ origin }) => <Cut text={origin} /> },
          { title: "Status", form: "number", cell: ({ status }) => status },
        ]}
      />
    </Page>
  );
}

function briefOutcome(outcome: string): string {
  return outcome === OK ? "Answered" : briefReason(outcome);
}

function CallFacts({ item }: { readonly item: PartnerCall }) {
  const { requestId, at, apiKeyId, origin, endpoint, outcome, status, durationMs, network } = item;
  const advice = adviceFor(outcome);
  const rows: readonly Fact[] = [
    ["Outcome", outcome === OK ? "Answered as asked" : reasonText(outcome)],
    ...(advice === undefined ? [] : [["What to do", advice] as const]),
    ["Request id", <code key="id">{requestId}</code>],
    ["Call", <code key="call">{endpoint}</code>],
    ["Status", status],
    ["Time", <Time key="time" at={at} />],
    ["Took", `${durationMs} ms`],
    [
      "API key",
      apiKeyId === null ? (
        "None has the webhook"
      ) : (
        <NameOf key="key" collection="api-keys" id={apiKeyId} />
      ),
    ],
    ["Origin", <code key="origin">{origin}</code>],
    ["Network", <code key="network">{network}</code>],
  ];
  return <Facts rows={rows} />;
}

const OUTCOME_CHOICES = [{ value: OK, text: "Answered" }, ...REASON_CHOICES];

function CallFilters({ query }: { readonly query: Query }) {
  const narrowed = (change: Query) => ({ ...query, ...change, before: undefined });
  const narrow = (change: Query) => goToQuery(narrowed(change), "calls");
  return (
    <LogFilters query={query}>
      <SearchField
        label="Request id"
        text={query.requestId ?? ""}
        onText={(requestId) => replaceQuery(narrowed({ requestId }), "calls")}
      />
      <FilterSelect
        label="Outcome"
        choices={OUTCOME_CHOICES}
        value={query.outcome ?? ""}
        onChange={(outcome) => narrow({ outcome })}
      />
      <TimeSpan query={query} onChange={narrow} />
      <ApiKeyFilter query={query} onChange={narrow} />
    </LogFilters>
  );
}
