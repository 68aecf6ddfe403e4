import { useId } from "preact/hooks";
import { listAll } from "../../api/collections.ts";
import type { ApiKey, Notice } from "../../api/types.ts";
import { NameOf } from "../../names.tsx";
import { useLoad } from "../../parts/load.tsx";
import { Page } from "../../parts/page.tsx";
import { Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { linkTo, linkWith, useQuery } from "../../route.ts";
import { useSession } from "../../session.tsx";
import "./logs.css";
import { LogView, useLog } from "./log-page.tsx";
import { NoticeKinds, NoticeOutcome, NoticeState } from "./notice-words.tsx";
import { RefreshButton } from "./refresh-button.tsx";

const DURATION = new Intl.NumberFormat("en-GB", { style: "unit", unit: "millisecond" });

/** Shows the outcome of each notice that was sent to a partner. */
export function NoticesScreen() {
  const { before, apiKeyId } = useQuery();
  const query = { before, apiKeyId };
  const loader = useLog<Notice>("notices", query);
  return (
    <Page
      title="Notices"
      about={
        <>
          What docgate told partners’ servers, newest first. A notice is sent once and never again
          by itself; to send again, wake the API key.
        </>
      }
      actions={<RefreshButton reload={loader.reload} />}
    >
      <KeyFilter apiKeyId={apiKeyId} />
      <LogView
        log="notices"
        query={query}
        from={loader}
        nothing={apiKeyId ? "No notice was sent for this API key." : "No notice has been sent yet."}
      >
        {(items) => (
          <Table
            caption="Notices, newest first"
            items={items}
            keyOf={({ id }) => id}
            columns={[
              { title: "Time", cell: ({ createdAt }) => <Time at={createdAt} /> },
              { title: "State", cell: (notice) => <NoticeState notice={notice} /> },
              { title: "Kinds", cell: (notice) => <NoticeKinds notice={notice} /> },
              { title: "To", cell: (notice) => <Target notice={notice} /> },
              { title: "Answer", cell: (notice) => <NoticeOutcome notice={notice} /> },
              {
                title: "Duration",
                cell: ({ durationMs }) => (durationMs === null ? "–" : DURATION.format(durationMs)),
              },
            ]}
          />
        )}
      </LogView>
    </Page>
  );
}

function Target({ notice: { apiKeyId, url } }: { readonly notice: Notice }) {
  return (
    <>
      {apiKeyId === null ? (
        <span class="quiet">No API key</span>
      ) : (
        <NameOf collection="api-keys" id={apiKeyId} />
      )}
      <code class="block">{url}</code>
    </>
  );
}

interface KeyFilterProps {
  readonly apiKeyId: string | undefined;
}

/** A choice of the key whose notices are shown, for people who may see keys. */
function KeyFilter({ apiKeyId }: KeyFilterProps) {
  const { may } = useSession();
  const id = useId();
  const mayList = may("api-keys");
  const { loading } = useLoad<readonly ApiKey[]>(
    async (signal) => (mayList ? listAll("api-keys", { signal }) : []),
    [mayList],
  );
  const keys = loading.state === "ready" ? loading.value : [];
  if (keys.length === 0 && !apiKeyId) return null;
  if (!mayList) {
    return (
      <p class="filter">
        Only those of one API key. <a href={linkTo("notices")}>Show all</a>
      </p>
    );
  }
  const isKnown = !apiKeyId || keys.some((key) => key.id === apiKeyId);
  return (
    <search class="filter">
      <label for={id}>API key</label>
      <select
        id={id}
        value={apiKeyId ?? ""}
        onChange={({ currentTarget }) => {
          window.location.hash = linkWith({ apiKeyId: currentTarget.value }, "notices");
        }}
      >
        <option value="">All</option>
        {!isKnown && <option value={apiKeyId}>{apiKeyId}</option>}
        {keys.map((key) => (
          <option key={key.id} value={key.id}>
            {key.name}
          </option>
        ))}
      </select>
    </search>
  );
}
