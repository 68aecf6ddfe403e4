import type { Notice } from "../../api/types.ts";
import { NameOf } from "../../names.tsx";
import { FilterSelect } from "../../parts/lists/filter-select.tsx";
import { type Fact, Facts, Page } from "../../parts/page.tsx";
import { RelativeTime, Time } from "../../parts/time.tsx";
import { goToQuery, linkWith, type Query, useQuery } from "../../route.ts";
import { useSession } from "../../session.tsx";
import { ChoiceOfItem } from "../items/list-filters.tsx";
import { ApiKeyFilter } from "./api-key-filter.tsx";
import { LogFilters } from "./log-filters.tsx";
import { LogView, useLog } from "./log-page.tsx";
import { LogTools } from "./log-tools.tsx";
import {
  BriefOutcome,
  bodyOf,
  KIND_CHOICES,
  kindsOf,
  NoticeOutcome,
  NoticeState,
  STATE_CHOICES,
} from "./notice-words.tsx";
import { ResendNotice } from "./resend-notice.tsx";
import { TimeSpan } from "./time-span.tsx";
import "./logs.css";

const DURATION = new Intl.NumberFormat("en-GB", { style: "unit", unit: "millisecond" });

/** Shows the outcome of each notice that was sent to a partner. */
export function NoticesScreen() {
  const { before, apiKeyId, webhookId, state, kind, from, to } = useQuery();
  const query = { before, apiKeyId, webhookId, state, kind, from, to };
  const loader = useLog<Notice>("notices", query);
  return (
    <Page
      title="Notices"
      about={
        <>
          What docgate told partners’ servers, newest first. A notice is sent once and never again
          by itself; you can send it once more, or wake the API key.
        </>
      }
      actions={<LogTools log="notices" query={query} reload={loader.reload} />}
    >
      <NoticeFilters query={query} />
      <LogView
        log="notices"
        query={query}
        from={loader}
        nothing="No notice has been sent yet. Binding, saving and waking an API key send them."
        caption="Notices, newest first"
        More={NoticeFacts}
        columns={[
          { title: "Time", form: "time", cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
          { title: "Kinds", form: "name", cell: (notice) => kindsOf(notice) },
          { title: "Partner", cell: (notice) => <Target notice={notice} /> },
          { title: "State", form: "state", cell: (notice) => <NoticeState notice={notice} /> },
          { title: "Answer", form: "prefix", cell: (notice) => <BriefOutcome notice={notice} /> },
          { title: "Took", form: "number", isExtra: true, cell: durationOf },
        ]}
      />
    </Page>
  );
}

function durationOf({ durationMs }: Notice): string {
  return durationMs === null ? "–" : DURATION.format(durationMs);
}

/** The key that a notice is about; a test may go to a webhook that no key has. */
function Target({ notice: { apiKeyId, webhookId } }: { readonly notice: Notice }) {
  if (apiKeyId !== null) return <NameOf collection="api-keys" id={apiKeyId} />;
  return (
    <>
      Webhook <NameOf collection="webhooks" id={webhookId} />
    </>
  );
}

function NoticeFacts({ item }: { readonly item: Notice }) {
  const { may } = useSession();
  const { id, apiKeyId, webhookId, kinds, url, createdAt, resendOf } = item;
  const rows: readonly Fact[] = [
    ["Time", <Time key="time" at={createdAt} />],
    ["Sent to", <code key="url">{url}</code>],
    [
      "API key",
      apiKeyId === null ? "None" : <NameOf key="key" collection="api-keys" id={apiKeyId} />,
    ],
    ["Webhook", <NameOf key="webhook" collection="webhooks" id={webhookId} />],
    ["Kinds", <code key="kinds">{kinds.join(", ") || "none, as in every test"}</code>],
    ["Body", <code key="body">{bodyOf(item)}</code>],
    ["Answer", <NoticeOutcome key="answer" notice={item} />],
    ["Duration", `${durationOf(item)}, one attempt`],
    ["Notice id", <code key="id">{id}</code>],
    ...(resendOf === null ? [] : [["Repeats", <code key="first">{resendOf}</code>] as Fact]),
  ];
  return (
    <>
      <Facts rows={rows} />
      <p>
        {apiKeyId === null ? (
          <a href={linkWith({ webhookId }, "notices")}>All notices of this webhook</a>
        ) : (
          <a href={linkWith({ apiKeyId }, "notices")}>All notices of this API key</a>
        )}
      </p>
      {may("api-keys:w") && <ResendNotice notice={item} />}
    </>
  );
}

interface NoticeFiltersProps {
  readonly query: Query;
}

function NoticeFilters({ query }: NoticeFiltersProps) {
  const narrow = (change: Query) =>
    goToQuery({ ...query, ...change, before: undefined }, "notices");
  return (
    <LogFilters query={query}>
      <FilterSelect
        label="State"
        choices={STATE_CHOICES}
        value={query.state ?? ""}
        onChange={(state) => narrow({ state })}
      />
      <FilterSelect
        label="Kind"
        choices={KIND_CHOICES}
        value={query.kind ?? ""}
        onChange={(kind) => narrow({ kind })}
      />
      <TimeSpan query={query} onChange={narrow} />
      <ApiKeyFilter query={query} onChange={narrow} />
      {query.webhookId && (
        <ChoiceOfItem
          label="Webhook"
          collection="webhooks"
          value={query.webhookId}
          onChange={(webhookId) => narrow({ webhookId })}
        />
      )}
    </LogFilters>
  );
}
