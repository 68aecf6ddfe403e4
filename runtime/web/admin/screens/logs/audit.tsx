import type { AuditEntry } from "../../api/types.ts";
import { useLoad } from "../../parts/load.tsx";
import { Page } from "../../parts/page.tsx";
import { Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { linkTo, useQuery } from "../../route.ts";
import { useSession } from "../../session.tsx";
import { Changes } from "./audit-changes.tsx";
import { collectionOf, wordsOf } from "./audit-words.ts";
import "./logs.css";
import { findStillThere } from "../items/still-there.ts";
import { LogView, useLog } from "./log-page.tsx";
import { RefreshButton } from "./refresh-button.tsx";

/** Shows who has done what. */
export function AuditScreen() {
  const { before } = useQuery();
  const query = { before };
  const loader = useLog<AuditEntry>("audit", query);
  return (
    <Page
      title="Audit"
      about="Who has done what in this organization, newest first. Nobody can change it, and it holds no secret."
      actions={<RefreshButton reload={loader.reload} />}
    >
      <LogView log="audit" query={query} from={loader} nothing="Nothing has been done yet.">
        {(items) => <Entries items={items} />}
      </LogView>
    </Page>
  );
}

interface EntriesProps {
  readonly items: readonly AuditEntry[];
}

function Entries({ items }: EntriesProps) {
  const { may } = useSession();
  const { loading } = useLoad(() => findStillThere(items, may), [items]);
  const there = loading.state === "ready" ? loading.value : new Set<string>();
  return (
    <Table
      caption="Audit log, newest first"
      items={items}
      keyOf={({ id }) => id}
      columns={[
        { title: "Time", cell: ({ at }) => <Time at={at} /> },
        { title: "Who", cell: ({ admin }) => <bdi class="actor">{admin}</bdi> },
        {
          title: "What",
          cell: (entry) => (
            <>
              {wordsOf(entry)}
              <Target entry={entry} isThere={there.has(entry.resourceId)} />
            </>
          ),
        },
        { title: "Changes", cell: ({ changes }) => <Changes changes={changes} /> },
      ]}
    />
  );
}

interface TargetProps {
  readonly entry: AuditEntry;
  /** True if it still exists and may be seen. */
  readonly isThere: boolean;
}

/** The target of the action, by its name at the time. */
function Target({ entry: { resource, resourceId, name, admin }, isThere }: TargetProps) {
  // The entry already says who signed in.
  if (resource === "session" && name === admin) return null;
  const collection = collectionOf(resource);
  return (
    <span class="block">
      {collection && isThere ? (
        <a href={linkTo(collection, resourceId)}>
          <bdi>{name}</bdi>
        </a>
      ) : (
        <bdi>{name}</bdi>
      )}
    </span>
  );
}
