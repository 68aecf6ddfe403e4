import { useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import type { TeamMember } from "../../api/types.ts";
import { useAnnounce } from "../../parts/announce.tsx";
import { CheckList } from "../../parts/check-list.tsx";
import { ConfirmDialog } from "../../parts/dialog.tsx";
import { useSession } from "../../session.tsx";
import { permissionChoices } from "./permission-choices.ts";

interface PermissionsDialogProps {
  readonly member: TeamMember;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Replaces the permissions of an administrator. */
export function PermissionsDialog({ member, onClose, onDone }: PermissionsDialogProps) {
  const { id, email } = member;
  const { permissions: own } = useSession().admin;
  const [chosen, setChosen] = useState<readonly string[]>(member.permissions);
  const announce = useAnnounce();
  const kept = member.permissions.filter((name) => !own.includes(name));

  async function save(): Promise<void> {
    const body = { permissions: chosen };
    await request(`/administrators/${id}`, { method: "PATCH", body });
    announce(`The permissions of ${email} are saved.`);
  }

  return (
    <ConfirmDialog
      title={
        <>
          Permissions of <bdi>{email}</bdi>
        </>
      }
      confirmLabel="Save"
      work={save}
      onClose={onClose}
      onDone={onDone}
      reload={onDone}
    >
      <CheckList
        name="member-permissions"
        label="Permissions"
        hint={
          "They take effect at once, also for sessions and tokens." +
          (kept.length === 0 ? "" : ` What you do not have yourself stays: ${kept.join(", ")}.`)
        }
        mistake={undefined}
        choices={permissionChoices(own)}
        chosen={chosen}
        onChange={setChosen}
        empty="There are none to give."
      />
    </ConfirmDialog>
  );
}
