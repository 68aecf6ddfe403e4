import type { Platform } from "../../partner/platform.ts";
import type { Admin } from "../../store/rows.ts";
import type { Administrator } from "./add-administrator.ts";
import { isLive } from "./sessions.ts";

/** An administrator as lists show one. */
export interface AdministratorEntry extends Administrator, Pick<Admin, "createdAt"> {
  /** Accurate to a minute; null if there was no sign-in yet. */
  readonly lastSignInAt: string | null;
  /** How many sessions go on. */
  readonly sessions: number;
  /** How many tokens for scripts there are. */
  readonly tokens: number;
}

/** The administrators of the installation, or of one organization, in the order of their creation. */
export async function entriesOf(
  { store, now }: Pick<Platform, "store" | "now">,
  { organizationId }: { readonly organizationId?: string | undefined } = {},
): Promise<readonly AdministratorEntry[]> {
  const { read } = store;
  const admins = await read.admins.list({ organizationId });
  // Read after the administrators, so that none of theirs is missing.
  const organizations = new Map((await read.organizations.list({})).map((row) => [row.id, row]));
  const live = (await read.adminSessions.list({})).filter((session) => isLive(session, now()));
  const sessions = Map.groupBy(live, ({ adminId }) => adminId);
  const tokens = Map.groupBy(await read.adminTokens.list({}), ({ adminId }) => adminId);
  return admins.map(({ id, email, permissions, createdAt, lastSignInAt, organizationId }) => ({
    id,
    email,
    organization: { id: organizationId, name: organizations.get(organizationId)!.name },
    permissions,
    createdAt,
    lastSignInAt,
    sessions: sessions.get(id)?.length ?? 0,
    tokens: tokens.get(id)?.length ?? 0,
  }));
}
