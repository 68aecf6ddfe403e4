import { request } from "../../api/request.ts";
import type { AuditEntry } from "../../api/types.ts";
import { Cut } from "../../parts/lists/cut.tsx";
import { FilterSelect } from "../../parts/lists/filter-select.tsx";
import { useLoad } from "../../parts/load.tsx";
import { type Fact, Facts, Page } from "../../parts/page.tsx";
import { RelativeTime, Time } from "../../parts/time.tsx";
import { goToQuery, linkTo, linkWith, type Query, useQuery } from "../../route.ts";
import { useSession } from "../../session.tsx";
import { Changes, fieldsOf } from "./audit-changes.tsx";
import { ACTION_CHOICES, collectionOf, RESOURCE_CHOICES, wordsOf } from "./audit-words.ts";
import { LogFilters } from "./log-filters.tsx";
import { LogView, useLog } from "./log-page.tsx";
import { LogTools } from "./log-tools.tsx";
import { isStillThere } from "./still-there.ts";
import { TimeSpan } from "./time-span.tsx";
import "./logs.css";

/** Shows who has done what. */
export function AuditScreen() {
  const { before, admin, action, resource, resourceId, from, to } = useQuery();
  const query = { before, admin, action, resource, resourceId, from, to };
  const loader = useLog<AuditEntry>("audit", query);
  return (
    <Page
      title="Audit"
      about="Who has done what in this organization, newest first. Nobody can change it, and it holds no secret."
      actions={<LogTools log="audit" query={query} reload={loader.reload} />}
    >
      <AuditFilters query={query} />
      <LogView
        log="audit"
        query={query}
        from={loader}
        nothing="Nothing has been done yet."
        caption="Audit log, newest first"
        More={AuditFacts}
        columns={[
          { title: "Time", form: "time", cell: ({ at }) => <RelativeTime at={at} /> },
          { title: "What", form: "name", cell: wordsOf },
          { title: "Which", cell: (entry) => <Cut text={targetOf(entry)} /> },
          { title: "Who", cell: ({ admin }) => <Cut text={admin} /> },
          {
            title: "Changes",
            isExtra: true,
            cell: ({ changes }) => <Cut text={fieldsOf(changes)} />,
          },
        ]}
      />
    </Page>
  );
}

/** The name of the target at that time; nothing where it is the person who did it. */
function targetOf({ resource, name, admin }: AuditEntry): string {
  return resource === "session" && name === admin ? "" : name;
}

function AuditFacts({ item }: { readonly item: AuditEntry }) {
  const { id, at, admin, network, action, resource, resourceId, changes } = item;
  const rows: readonly Fact[] = [
    ["Time", <Time key="time" at={at} />],
    ["Who", <bdi key="who">{admin}</bdi>],
    ...(network === null ? [] : [["From", <code key="network">{network}</code>] as Fact]),
    ["What", <code key="action">{`${action} ${resource}`}</code>],
    ["Which", <Target key="target" entry={item} />],
    ["Changes", <Changes key="changes" changes={changes} />],
    ["Entry id", <code key="id">{id}</code>],
  ];
  return (
    <>
      <Facts rows={rows} />
      <p>
        <a href={linkWith({ resourceId }, "audit")}>Everything that was done with it</a>
      </p>
    </>
  );
}

interface TargetProps {
  readonly entry: AuditEntry;
}

/** The target of the action, as a link while it exists and may be seen. */
function Target({ entry }: TargetProps) {
  const { may } = useSession();
  const { resource, resourceId, name } = entry;
  const collection = collectionOf(resource);
  const { loading } = useLoad(() => isStillThere(entry, may), [entry]);
  const isThere = loading.state === "ready" && loading.value;
  return (
    <>
      {collection && isThere ? (
        <a href={linkTo(collection, resourceId)}>
          <bdi>{name}</bdi>
        </a>
      ) : (
        <bdi>{name}</bdi>
      )}{" "}
      <code class="quiet">{resourceId}</code>
    </>
  );
}

interface AuditFiltersProps {
  readonly query: Query;
}

function AuditFilters({ query }: AuditFiltersProps) {
  const narrow = (change: Query) => goToQuery({ ...query, ...change, before: undefined }, "audit");
  const { loading } = useLoad(readActors, []);
  const actors = loading.state === "ready" ? loading.value : [];
  return (
    <LogFilters query={query}>
      <FilterSelect
        label="Who"
        choices={actors.map((actor) => ({ value: actor, text: actor }))}
        value={query.admin ?? ""}
        onChange={(admin) => narrow({ admin })}
      />
      <FilterSelect
        label="What"
        choices={ACTION_CHOICES}
        value={query.action ?? ""}
        onChange={(action) => narrow({ action })}
      />
      <FilterSelect
        label="Of"
        choices={RESOURCE_CHOICES}
        value={query.resource ?? ""}
        onChange={(resource) => narrow({ resource })}
      />
      {query.resourceId && (
        <FilterSelect
          label="Only of one item"
          choices={[{ value: query.resourceId, text: query.resourceId }]}
          value={query.resourceId}
          onChange={(resourceId) => narrow({ resourceId })}
        />
      )}
      <TimeSpan query={query} onChange={narrow} />
    </LogFilters>
  );
}

async function readActors(signal: AbortSignal): Promise<readonly string[]> {
  return (await request<{ items: string[] }>("/audit/actors", { signal })).body.items;
}
