import { useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import type { TeamMember } from "../../api/types.ts";
import { useAnnounce } from "../../parts/announce.tsx";
import { Badge } from "../../parts/badge.tsx";
import { ConfirmDialog } from "../../parts/dialog.tsx";
import { PlainTable } from "../../parts/lists/plain-table.tsx";
import type { Column } from "../../parts/lists/table.tsx";
import { Loaded, useLoad } from "../../parts/load.tsx";
import { Card, Page } from "../../parts/page.tsx";
import { RelativeTime } from "../../parts/time.tsx";
import { type Permission, useSession } from "../../session.tsx";
import { PERMISSION_WORDS } from "../permission-words.ts";
import { InviteForm } from "./invite-form.tsx";
import { PermissionsDialog } from "./permissions-dialog.tsx";
import { ProviderCard } from "./provider-card.tsx";
import { SignInPolicy } from "./sign-in-policy.tsx";
import "./team.css";

type OpenDialog = { readonly member: TeamMember; readonly about: "permissions" | "removal" };

/** The administrators of the organization, and the invitations that are open. */
export function TeamScreen() {
  const { may } = useSession();
  const [asked, setAsked] = useState<OpenDialog | null>(null);
  const team = useLoad(
    async (signal) =>
      (await request<{ items: TeamMember[] }>("/administrators", { signal })).body.items,
    [],
  );
  const close = () => setAsked(null);
  return (
    <Page title="Team" about="Who administers this organization, and who has been invited to.">
      <Loaded from={team}>
        {(members) => (
          <Card title="Administrators">
            <div class="team">
              <PlainTable
                caption="Administrators"
                columns={may("team:w") ? [...COLUMNS, actionsColumn(setAsked)] : COLUMNS}
                items={members}
                keyOf={({ id }) => id}
              />
            </div>
          </Card>
        )}
      </Loaded>
      {may("team:w") && <InviteForm onInvited={team.reload} />}
      <SignInPolicy />
      <ProviderCard />
      {asked?.about === "permissions" && (
        <PermissionsDialog member={asked.member} onClose={close} onDone={team.reload} />
      )}
      {asked?.about === "removal" && (
        <RemovalDialog member={asked.member} onClose={close} onDone={team.reload} />
      )}
    </Page>
  );
}

const ALL = Object.keys(PERMISSION_WORDS).length;

const COLUMNS: readonly Column<TeamMember>[] = [
  { title: "Email", cell: ({ email }) => <bdi class="member">{email}</bdi> },
  { title: "State", cell: (member) => <State member={member} /> },
  {
    title: "Permissions",
    cell: ({ permissions }) => permissionsText(permissions),
  },
  { title: "Last sign-in", cell: ({ lastSignInAt }) => <RelativeTime at={lastSignInAt} /> },
  { title: "Live sessions, tokens", cell: ({ sessions, tokens }) => `${sessions}, ${tokens}` },
];

function permissionsText(permissions: readonly Permission[]): string {
  if (permissions.length === 0) return "None";
  return permissions.length === ALL ? "All" : permissions.join(", ");
}

function State({ member }: { readonly member: TeamMember }) {
  const { state, expiresAt, hasSecondFactor } = member;
  if (state === "active") {
    return (
      <>
        <Badge tone="good">Active</Badge>{" "}
        {hasSecondFactor && <span class="quiet">with a second factor</span>}
      </>
    );
  }
  return (
    <>
      <Badge tone="neutral">Invited</Badge>{" "}
      <span class="quiet">
        until <RelativeTime at={expiresAt} />
      </span>
    </>
  );
}

function actionsColumn(ask: (asked: OpenDialog) => void): Column<TeamMember> {
  return {
    title: "Change",
    cell: (member) => (
      <span class="actions">
        {member.state === "active" && (
          <button
            type="button"
            class="small secondary"
            onClick={() => ask({ member, about: "permissions" })}
          >
            Permissions<span class="unseen"> of {member.email}</span>
          </button>
        )}
        <button
          type="button"
          class="small secondary"
          onClick={() => ask({ member, about: "removal" })}
        >
          {member.state === "active" ? "Remove" : "Withdraw"}
          <span class="unseen"> {member.email}</span>
        </button>
      </span>
    ),
  };
}

interface RemovalDialogProps {
  readonly member: TeamMember;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function RemovalDialog({ member: { id, email, state }, onClose, onDone }: RemovalDialogProps) {
  const announce = useAnnounce();
  const isActive = state === "active";

  async function remove(): Promise<void> {
    await request(`/administrators/${id}`, { method: "DELETE" });
    announce(isActive ? `${email} is removed.` : `The invitation of ${email} is withdrawn.`);
  }

  return (
    <ConfirmDialog
      title={
        <>
          {isActive ? "Remove" : "Withdraw the invitation of"} <bdi>{email}</bdi>?
        </>
      }
      confirmLabel={isActive ? "Remove" : "Withdraw"}
      isGrave
      work={remove}
      onClose={onClose}
      onDone={onDone}
      reload={onDone}
    >
      <p>
        {isActive
          ? "All sessions, tokens and open invitations of this person end at once. Secrets that this person has seen stay valid: rotate those that must not be known outside."
          : "The link stops working at once."}
      </p>
    </ConfirmDialog>
  );
}
