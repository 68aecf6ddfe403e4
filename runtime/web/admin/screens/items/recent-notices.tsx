import { queryText } from "../../api/collections.ts";
import { request } from "../../api/request.ts";
import type { Notice } from "../../api/types.ts";
import type { NoticesOf } from "../../kinds/kind.ts";
import { Loaded, useLoad } from "../../parts/load.tsx";
import { Card } from "../../parts/page.tsx";
import { RelativeTime } from "../../parts/time.tsx";
import { linkWith } from "../../route.ts";
import { useSession } from "../../session.tsx";
import type { LogPage } from "../logs/log-page.tsx";
import { NoticeResult } from "./notice-result.tsx";
import "./recent-notices.css";

const MOST = 5;

interface RecentNoticesProps {
  readonly of: NoticesOf;
  /** Loads them again when it changes. */
  readonly version: unknown;
}

/** Shows the last notices of an API key or a webhook, for people who may see the log. */
export function RecentNotices({ of, version }: RecentNoticesProps) {
  return useSession().may("audit") ? <Recent of={of} version={version} /> : null;
}

function Recent({ of, version }: RecentNoticesProps) {
  const query = queryText({ ...of, limit: MOST });
  const loader = useLoad(
    async (signal) => (await request<LogPage<Notice>>(`/notices${query}`, { signal })).body,
    [query, version],
  );
  return (
    <Card title="Recent notices">
      <Loaded from={loader}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="quiet">None was sent yet.</p>
          ) : (
            <>
              <ul class="recent">
                {items.map((notice) => (
                  <li key={notice.id}>
                    <RelativeTime at={notice.createdAt} />
                    <div>
                      <NoticeResult notice={notice} />
                    </div>
                  </li>
                ))}
              </ul>
              <p>
                <a href={linkWith(of, "notices")}>All in the notice log</a>
              </p>
            </>
          )
        }
      </Loaded>
    </Card>
  );
}
