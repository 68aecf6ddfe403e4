import { useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import type { TeamMember } from "../../api/types.ts";
import { useAnnounce } from "../../parts/announce.tsx";
import { ConfirmDialog } from "../../parts/dialog.tsx";
import { type Permission, useSession } from "../../session.tsx";
import { RoleField } from "./role-field.tsx";

interface PermissionsDialogProps {
  readonly member: TeamMember;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Replaces the permissions of an administrator. */
export function PermissionsDialog({ member, onClose, onDone }: PermissionsDialogProps) {
  const { id, email } = member;
  const { permissions: own } = useSession().admin;
  const [chosen, setChosen] = useState<readonly Permission[]>(member.permissions);
  const announce = useAnnounce();
  const kept = member.permissions.filter((name) => !own.includes(name));

  async function save(): Promise<void> {
    const body = { permissions: chosen };
    await request(`/administrators/${id}`, { method: "PATCH", body });
    announce(`The role of ${email} is saved.`);
  }

  return (
    <ConfirmDialog
      title={
        <>
          Role of <bdi>{email}</bdi>
        </>
      }
      confirmLabel="Save"
      work={save}
      onClose={onClose}
      onDone={onDone}
      reload={onDone}
    >
      <RoleField
        name="member-permissions"
        label="Role"
        hint={
          "They take effect at once, also for sessions and tokens." +
          (kept.length === 0 ? "" : ` What you do not have yourself stays: ${kept.join(", ")}.`)
        }
        mistake={undefined}
        before={member.permissions}
        chosen={chosen}
        onChange={setChosen}
      />
    </ConfirmDialog>
  );
}
