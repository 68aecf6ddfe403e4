import type { Platform } from "../../partner/platform.ts";
import type { Admin } from "../../store/rows.ts";
import type { Administrator } from "./add-administrator.ts";
import { isLive } from "./sessions.ts";

/** An administrator as lists show it. */
export interface AdministratorEntry extends Administrator, Pick<Admin, "createdAt"> {
  /** Accurate to a minute; null if there has been no sign-in. */
  readonly lastSignInAt: string | null;
  /** Number of live sessions. */
  readonly sessions: number;
  /** Number of tokens for scripts. */
  readonly tokens: number;
  readonly hasSecondFactor: boolean;
}

/** Lists the administrators of the installation, or of one organization, by creation. */
export async function entriesOf(
  { store, now }: Pick<Platform, "store" | "now">,
  { organizationId }: { readonly organizationId?: string | undefined } = {},
): Promise<readonly AdministratorEntry[]> {
  const { read } = store;
  const admins = await read.admins.list({ organizationId });
  // Read after the administrators, so that every organization of theirs is included.
  const organizations = new Map((await read.organizations.list({})).map((row) => [row.id, row]));
  const live = (await read.adminSessions.list({})).filter((session) => isLive(session, now()));
  const sessions = Map.groupBy(live, ({ adminId }) => adminId);
  const tokens = Map.groupBy(await read.adminTokens.list({}), ({ adminId }) => adminId);
  const secrets = await read.totpSecrets.list({});
  const apps = secrets.filter(({ confirmedAt }) => confirmedAt !== null);
  const factors = [...apps, ...(await read.passkeys.list({}))];
  const holders = new Set(factors.map(({ adminId }) => adminId));
  return admins.map(({ id, email, permissions, createdAt, lastSignInAt, organizationId }) => ({
    id,
    email,
    organization: { id: organizationId, name: organizations.get(organizationId)!.name },
    permissions,
    createdAt,
    lastSignInAt,
    sessions: sessions.get(id)?.length ?? 0,
    tokens: tokens.get(id)?.length ?? 0,
    hasSecondFactor: holders.has(id),
  }));
}
