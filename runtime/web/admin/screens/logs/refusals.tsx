import type { Refusals } from "../../api/types.ts";
import { NameOf } from "../../names.tsx";
import { Cut } from "../../parts/lists/cut.tsx";
import { Facts, Page } from "../../parts/page.tsx";
import { RelativeTime, Time } from "../../parts/time.tsx";
import { useQuery } from "../../route.ts";
import { LogView, useLog } from "./log-page.tsx";
import { RefreshButton } from "./refresh-button.tsx";
import { reasonText } from "./refusal-words.ts";

/** Shows why requests of partners were refused, which the answers do not say. */
export function RefusalsScreen() {
  const { before, apiKeyId } = useQuery();
  const query = { before, apiKeyId };
  const loader = useLog<Refusals>("refusals", query);
  return (
    <Page
      title="Refusals"
      about="Why partners’ requests were refused, counted by the hour. The partners are not told."
      actions={<RefreshButton reload={loader.reload} />}
    >
      <LogView
        log="refusals"
        query={query}
        from={loader}
        nothing="Nothing was refused in the last 30 days."
        caption="Refusals, newest first"
        More={RefusalFacts}
        columns={[
          { title: "Last", form: "time", cell: ({ lastAt }) => <RelativeTime at={lastAt} /> },
          { title: "Reason", form: "name", cell: ({ reason }) => reason },
          { title: "Origin", cell: ({ origin }) => <Cut text={origin || "None"} /> },
          { title: "Endpoint", isExtra: true, cell: ({ endpoint }) => <Cut text={endpoint} /> },
          { title: "Count", form: "number", cell: ({ count }) => count },
        ]}
      />
    </Page>
  );
}

function RefusalFacts({ item }: { readonly item: Refusals }) {
  const { hour, lastAt, apiKeyId, origin, endpoint, reason, count } = item;
  return (
    <Facts
      rows={[
        ["Last", <Time key="last" at={lastAt} />],
        ["In the hour from", <Time key="hour" at={hour} />],
        ["Origin", <code key="origin">{origin || "none"}</code>],
        [
          "API key",
          apiKeyId === null ? (
            "No webhook has this Origin"
          ) : (
            <NameOf key="key" collection="api-keys" id={apiKeyId} />
          ),
        ],
        ["Endpoint", <code key="endpoint">{endpoint}</code>],
        [
          "Reason",
          <span key="reason">
            {reasonText(reason)} <code>{reason}</code>
          </span>,
        ],
        ["Requests", count],
      ]}
    />
  );
}
