import { useCallback, useState } from "preact/hooks";
import { BASE, request } from "../../api/request.ts";
import type { TeamMember } from "../../api/types.ts";
import { useAnnounce } from "../../parts/announce.tsx";
import { ConfirmDialog } from "../../parts/dialog.tsx";
import { Loaded, useLoad } from "../../parts/load.tsx";
import { type Fact, Facts, Page } from "../../parts/page.tsx";
import { Time } from "../../parts/time.tsx";
import { linkTo } from "../../route.ts";
import { useSession } from "../../session.tsx";
import { MemberList } from "./member-list.tsx";
import { PermissionsDialog } from "./permissions-dialog.tsx";
import { ProviderCard } from "./provider-card.tsx";
import { SignInPolicy } from "./sign-in-policy.tsx";

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
  // Stable, so that the focus can return to a button in it.
  const More = useCallback(
    ({ item }: { readonly item: TeamMember }) => <MemberFacts member={item} ask={setAsked} />,
    [],
  );
  return (
    <Page
      title="Team"
      about="Who administers this organization, and who has been invited to."
      actions={
        <>
          <a class="button secondary" href={`${BASE}/administrators.csv`} download>
            <span class="unseen">Export as </span>
            CSV <span aria-hidden="true">↓</span>
          </a>
          {may("team:w") && (
            <a class="button" href={linkTo("team", "invite")}>
              Invite
            </a>
          )}
        </>
      }
    >
      <Loaded from={team}>{(members) => <MemberList members={members} More={More} />}</Loaded>
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

interface MemberFactsProps {
  readonly member: TeamMember;
  readonly ask: (asked: OpenDialog) => void;
}

/** More about a person, and what can be changed. */
function MemberFacts({ member, ask }: MemberFactsProps) {
  const { may } = useSession();
  const { state, permissions, createdAt, expiresAt, lastSignInAt } = member;
  const isActive = state === "active";
  const rows: readonly Fact[] = [
    ["Permissions", permissions.join(", ") || "None"],
    ...(isActive
      ? ([
          ["Last sign-in", <Time key="last" at={lastSignInAt} />],
          ["Live", livingText(member)],
          ["Since", <Time key="since" at={createdAt} />],
        ] satisfies Fact[])
      : ([
          ["Invited", <Time key="invited" at={createdAt} />],
          ["Ends", <Time key="ends" at={expiresAt} />],
        ] satisfies Fact[])),
  ];
  return (
    <>
      <Facts rows={rows} />
      {may("team:w") && (
        <div class="actions">
          {isActive && (
            <button
              type="button"
              class="small secondary"
              onClick={() => ask({ member, about: "permissions" })}
            >
              Change role<span class="unseen"> of {member.email}</span>
            </button>
          )}
          <button
            type="button"
            class="small secondary"
            onClick={() => ask({ member, about: "removal" })}
          >
            {isActive ? "Remove" : "Withdraw"}
            <span class="unseen"> {member.email}</span>
          </button>
        </div>
      )}
    </>
  );
}

function livingText({ sessions, tokens }: TeamMember): string {
  const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;
  return `${count(sessions, "session")}, ${count(tokens, "token")}`;
}

interface RemovalDialogProps {
  readonly member: TeamMember;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function RemovalDialog({ member, onClose, onDone }: RemovalDialogProps) {
  const { id, email, state } = member;
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
          ? `${livingText(member)} and all open invitations of this person end at once. Secrets that this person has seen stay valid: rotate those that must not be known outside.`
          : "The link stops working at once."}
      </p>
    </ConfirmDialog>
  );
}
