import type { Change } from "../partner/change.ts";
import type { Admin } from "../store/rows.ts";
import { endOtherSessions } from "./sessions.ts";

export interface NewPassword {
  readonly admin: Admin;
  readonly passwordHash: string;
  /** The session that goes on; all others of the administrator end. */
  readonly exceptSession: string | null;
}

/** Replaces a password and ends the sessions that began with the one before. Tokens stay valid. */
export async function replacePassword(
  { tx, record }: Change,
  { admin, passwordHash, exceptSession }: NewPassword,
): Promise<void> {
  const { id, email } = admin;
  await tx.admins.update({ id }, { passwordHash });
  await endOtherSessions(tx, { adminId: id, except: exceptSession });
  record({ action: "change-password", resource: "admin", resourceId: id, name: email });
}
