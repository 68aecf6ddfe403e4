import { useState } from "preact/hooks";
import { request } from "../api/request.ts";
import type { Session } from "../api/types.ts";
import { useAnnounce } from "../parts/announce.tsx";
import { ConfirmDialog } from "../parts/dialog.tsx";
import { PlainTable } from "../parts/lists/plain-table.tsx";
import type { Column } from "../parts/lists/table.tsx";
import { Loaded, useLoad } from "../parts/load.tsx";
import { Card } from "../parts/page.tsx";
import { RelativeTime, Time } from "../parts/time.tsx";
import { useSession } from "../session.tsx";

const WAYS: Readonly<Record<Session["way"], string>> = {
  password: "Password",
  totp: "Password and code",
  "recovery-code": "Password and recovery code",
  passkey: "Passkey",
  provider: "OpenID provider",
};

/** Where the person is signed in, and the ways to end that. */
export function SessionsCard() {
  const session = useSession();
  const [ended, setEnded] = useState<Session | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const announce = useAnnounce();
  const sessions = useLoad(
    async (signal) =>
      (await request<{ items: Session[] }>("/session/sessions", { signal })).body.items,
    [],
  );
  return (
    <Card
      title="Where you are signed in"
      about="A session that you do not know is a reason to change your password."
    >
      <Loaded from={sessions}>
        {(items) => (
          <PlainTable
            caption="Sessions"
            columns={[...COLUMNS, endColumn(setEnded)]}
            items={items}
            keyOf={({ id }) => id}
          />
        )}
      </Loaded>
      <div class="actions">
        <button type="button" class="secondary" onClick={() => setLeaving(true)}>
          Sign out everywhere
        </button>
      </div>
      {ended && (
        <ConfirmDialog
          title="End this session?"
          confirmLabel="End"
          isGrave
          work={async () => {
            await request(`/session/sessions/${ended.id}`, { method: "DELETE" });
            announce("The session has ended.");
          }}
          onClose={() => setEnded(null)}
          onDone={sessions.reload}
          reload={sessions.reload}
        >
          <p>
            {ended.device}, from <code>{ended.network}</code>, is signed out at once.
          </p>
        </ConfirmDialog>
      )}
      {isLeaving && (
        <ConfirmDialog
          title="Sign out everywhere?"
          confirmLabel="Sign out everywhere"
          isGrave
          work={async () => {
            await request("/session/sessions", { method: "DELETE" });
          }}
          onClose={() => setLeaving(false)}
          onDone={() => session.leave("You are signed out everywhere.")}
        >
          <p>All your sessions end, this one too. Tokens for scripts go on.</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

const COLUMNS: readonly Column<Session>[] = [
  {
    title: "Device",
    cell: ({ device, isCurrent }) => (isCurrent ? `${device} (this one)` : device),
  },
  { title: "Network", cell: ({ network }) => <code>{network}</code> },
  { title: "By", cell: ({ way }) => WAYS[way] },
  { title: "Since", cell: ({ createdAt }) => <Time at={createdAt} /> },
  { title: "Last seen", cell: ({ lastSeenAt }) => <RelativeTime at={lastSeenAt} /> },
];

function endColumn(onEnd: (session: Session) => void): Column<Session> {
  return {
    title: "End",
    cell: (session) =>
      !session.isCurrent && (
        <button type="button" class="small secondary" onClick={() => onEnd(session)}>
          End<span class="unseen"> the session of {session.device}</span>
        </button>
      ),
  };
}
