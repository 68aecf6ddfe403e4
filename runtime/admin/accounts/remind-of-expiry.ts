import { reminderDays } from "../../partner/keys/expiry.ts";
import { expiryMail } from "../../partner/mail/expiry-mail.ts";
import type { Platform } from "../../partner/platform.ts";
import type { ApiKey } from "../../store/rows.ts";
import type { Permission } from "./permissions.ts";

/** The permission of those who are reminded: they see the keys. */
const READER: Permission = "api-keys";

/**
 * Sends mails to administrators 30, 7 and 1 days before API keys expire: one to each who may see the
 * keys, and only if there is a mail server. Of several runtimes, one sends it.
 */
export async function remindOfExpiry(platform: Platform): Promise<void> {
  if (!platform.mailer.hasServer) return;
  const { read } = platform.store;
  const nowMs = await read.installation.nowMs();
  const due = (await read.apiKeys.list({ active: true })).filter((key) => isDue(key, nowMs));
  const taken: ApiKey[] = [];
  for (const key of due) if (await take(platform, { key, nowMs })) taken.push(key);
  for (const [organizationId, keys] of Map.groupBy(taken, (key) => key.organizationId)) {
    await mailTo(platform, { organizationId, keys });
  }
}

function isDue({ expiresAt, remindedDays }: ApiKey, nowMs: number): boolean {
  const days = reminderDays(expiresAt, nowMs);
  if (days === null || Date.parse(expiresAt!) <= nowMs) return false;
  return remindedDays === null || days < remindedDays;
}

interface Due {
  readonly key: ApiKey;
  readonly nowMs: number;
}

/** @returns true if this runtime is the one that reminds of it */
function take({ store }: Platform, { key, nowMs }: Due): Promise<boolean> {
  const { id, expiresAt, remindedDays } = key;
  return store.transaction(async (tx) => {
    const change = { remindedDays: reminderDays(expiresAt, nowMs) };
    return (await tx.apiKeys.update({ id, expiresAt, remindedDays }, change)) === 1;
  });
}

interface Reminder {
  readonly organizationId: string;
  readonly keys: readonly ApiKey[];
}

async function mailTo(
  { store: { read }, mailer, publicUrl }: Platform,
  { organizationId, keys }: Reminder,
): Promise<void> {
  const organization = await read.organizations.find({ id: organizationId });
  const administrators = await read.admins.list({ organizationId });
  for (const { email, permissions } of administrators) {
    if (!permissions.includes(READER)) continue;
    const expiring = keys.map(({ id, name, expiresAt }) => ({
      name,
      expiresAt: expiresAt!,
      link: `${publicUrl}/admin#/api-keys/${id}`,
    }));
    mailer.send(expiryMail({ to: email, organization: organization!.name, keys: expiring }));
  }
}
