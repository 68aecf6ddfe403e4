import type { Refusals } from "../../api/types.ts";
import { NameOf } from "../../names.tsx";
import { Cut } from "../../parts/lists/cut.tsx";
import { FilterSelect } from "../../parts/lists/filter-select.tsx";
import { type Fact, Facts, Page } from "../../parts/page.tsx";
import { RelativeTime, Time } from "../../parts/time.tsx";
import { goToQuery, linkWith, type Query, useQuery } from "../../route.ts";
import { ApiKeyFilter } from "./api-key-filter.tsx";
import { LogFilters } from "./log-filters.tsx";
import { LogView, useLog } from "./log-page.tsx";
import { LogTools } from "./log-tools.tsx";
import { adviceFor, briefReason, REASON_CHOICES, reasonText } from "./refusal-words.ts";
import { TimeSpan } from "./time-span.tsx";

/** Shows why requests of partners were refused, which the answers do not say. */
export function RefusalsScreen() {
  const { before, apiKeyId, reason, origin, from, to } = useQuery();
  const query = { before, apiKeyId, reason, origin, from, to };
  const loader = useLog<Refusals>("refusals", query);
  return (
    <Page
      title="Refusals"
      about="Why partners’ requests were refused, counted by the hour. The partners are not told."
      actions={<LogTools log="refusals" query={query} reload={loader.reload} />}
    >
      <RefusalFilters query={query} />
      <LogView
        log="refusals"
        query={query}
        from={loader}
        nothing="Nothing was refused in the last 30 days."
        caption="Refusals, newest first"
        More={RefusalFacts}
        columns={[
          { title: "Last", form: "time", cell: ({ lastAt }) => <RelativeTime at={lastAt} /> },
          { title: "Why", form: "name", cell: ({ reason }) => briefReason(reason) },
          { title: "Origin", cell: ({ origin }) => <Cut text={origin || "None"} /> },
          { title: "Endpoint", isExtra: true, cell: ({ endpoint }) => <Cut text={endpoint} /> },
          { title: "Count", form: "number", cell: ({ count }) => count },
        ]}
      />
    </Page>
  );
}

function RefusalFacts({ item }: { readonly item: Refusals }) {
  const { hour, lastAt, origin, endpoint, reason, count } = item;
  const advice = adviceFor(reason);
  const rows: readonly Fact[] = [
    [
      "Reason",
      <span key="reason">
        {reasonText(reason)} <code>{reason}</code>
      </span>,
    ],
    ...(advice === undefined ? [] : [["What to do", advice] as const]),
    ["Origin", <OriginOf key="origin" refusals={item} />],
    ["API key", <KeyOf key="key" refusals={item} />],
    ["Endpoint", <code key="endpoint">{endpoint}</code>],
    ["Last", <Time key="last" at={lastAt} />],
    ["In the hour from", <Time key="hour" at={hour} />],
    ["Requests", count],
  ];
  return (
    <>
      <Facts rows={rows} />
      {origin !== "" && (
        <p>
          <a href={linkWith({ origin }, "refusals")}>All refusals of this Origin</a>
        </p>
      )}
    </>
  );
}

interface RefusalProps {
  readonly refusals: Refusals;
}

function OriginOf({ refusals: { origin, meantOrigin } }: RefusalProps) {
  return (
    <>
      <code>{origin || "none"}</code>
      {meantOrigin !== null && (
        <p class="hint">
          Probably meant: <code>{meantOrigin}</code>, which a webhook of yours has.
        </p>
      )}
    </>
  );
}

function KeyOf({ refusals: { apiKeyId, meantOrigin } }: RefusalProps) {
  if (apiKeyId !== null) return <NameOf collection="api-keys" id={apiKeyId} />;
  return <>{meantOrigin === null ? "No webhook has this Origin" : "None has the webhook"}</>;
}

interface RefusalFiltersProps {
  readonly query: Query;
}

function RefusalFilters({ query }: RefusalFiltersProps) {
  const narrow = (change: Query) =>
    goToQuery({ ...query, ...change, before: undefined }, "refusals");
  return (
    <LogFilters query={query}>
      <FilterSelect
        label="Why"
        choices={REASON_CHOICES}
        value={query.reason ?? ""}
        onChange={(reason) => narrow({ reason })}
      />
      <TimeSpan query={query} onChange={narrow} />
      <ApiKeyFilter query={query} onChange={narrow} />
      {query.origin && (
        <FilterSelect
          label="Origin"
          choices={[{ value: query.origin, text: query.origin }]}
          value={query.origin}
          onChange={(origin) => narrow({ origin })}
        />
      )}
    </LogFilters>
  );
}
