import type { Store } from "../store/store.ts";
import { DAY_MS, timestamp } from "./clock.ts";

/** Certificates are reported this long before they expire (CHAIN-C20). */
export const EXPIRY_WARNING_MS = 30 * DAY_MS;

/** @returns the problems that an operator should fix, one sentence each */
export async function findWarnings(store: Store, now: () => number): Promise<readonly string[]> {
  return [...(await findExpiring(store, now)), ...(await findReadable(store))];
}

/** Finds certificates near or past their end; these keep serving and signing (CHAIN-C20). */
async function findExpiring(store: Store, now: () => number): Promise<string[]> {
  const soon = timestamp({ now }, EXPIRY_WARNING_MS);
  const certificates = await store.read.certificates.list({}, "notAfter");
  return certificates
    .filter(({ notAfter }) => notAfter <= soon)
    .map(
      ({ name, notAfter }) => `The certificate "${name}" is valid until ${notAfter}: rotate it.`,
    );
}

/** Finds shared secrets sent to a partner over http, which can be read in transit (ATTACK-F78). */
async function findReadable({ read }: Store): Promise<string[]> {
  const warnings: string[] = [];
  for (const { certificateId, webhookId } of await read.apiKeys.list({})) {
    if (certificateId === null || webhookId === null) continue;
    const certificate = await read.certificates.find({ id: certificateId });
    const webhook = await read.webhooks.find({ id: webhookId });
    if (!certificate?.secretKey || !webhook?.notificationUrl.startsWith("http:")) continue;
    warnings.push(
      `The shared secret of the certificate "${certificate.name}" is sent to the webhook ` +
        `"${webhook.name}" over http: use an https notification URL.`,
    );
  }
  return warnings;
}
