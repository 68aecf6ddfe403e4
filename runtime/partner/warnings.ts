import type { Store } from "../store/store.ts";
import { DAY_MS, timestamp } from "./clock.ts";

/** Certificates and API keys are reported this long before they expire (CHAIN-C20). */
export const EXPIRY_WARNING_MS = 30 * DAY_MS;

/** Names that a warning lists; it counts the others. */
const NAMES = 3;

/** @returns the problems that an operator should fix, one sentence for each kind */
export async function findWarnings(store: Store, now: () => number): Promise<readonly string[]> {
  return [
    ...(await findExpiring(store, now)),
    ...(await findExpiringKeys(store, now)),
    ...(await findReadable(store)),
  ];
}

/** Finds API keys that are about to expire, and their partners' access with them. */
async function findExpiringKeys({ read }: Store, now: () => number): Promise<string[]> {
  const [start, end] = [timestamp({ now }), timestamp({ now }, EXPIRY_WARNING_MS)];
  const expiring = (await read.apiKeys.list({ active: true }, "expiresAt")).filter(
    ({ expiresAt }) => expiresAt !== null && start < expiresAt && expiresAt <= end,
  );
  const [first, ...others] = expiring;
  if (first === undefined) return [];
  const { name, expiresAt } = first;
  if (others.length === 0) {
    return [
      `The API key "${name}" expires at ${expiresAt}: extend it, or its partner loses access.`,
    ];
  }
  return [
    `${expiring.length} API keys expire, the first of them at ${expiresAt}: extend ` +
      `${listNames(expiring)}, or their partners lose access.`,
  ];
}

/** Finds certificates near or past their end; these keep serving and signing (CHAIN-C20). */
async function findExpiring(store: Store, now: () => number): Promise<string[]> {
  const soon = timestamp({ now }, EXPIRY_WARNING_MS);
  const certificates = await store.read.certificates.list({}, "notAfter");
  const expiring = certificates.filter(({ notAfter }) => notAfter <= soon);
  const [first, ...others] = expiring;
  if (first === undefined) return [];
  const { notAfter } = first;
  if (others.length === 0) {
    return [`The certificate "${first.name}" is valid until ${notAfter}: rotate it.`];
  }
  const names = listNames(expiring);
  return [
    `${expiring.length} certificates expire, the first of them at ${notAfter}: rotate ${names}.`,
  ];
}

/** Finds shared secrets sent to a partner over http, which can be read in transit (ATTACK-F78). */
async function findReadable({ read }: Store): Promise<string[]> {
  const readable: { readonly name: string; readonly webhook: string }[] = [];
  for (const { certificateId, webhookId } of await read.apiKeys.list({})) {
    if (certificateId === null || webhookId === null) continue;
    const certificate = await read.certificates.find({ id: certificateId });
    const webhook = await read.webhooks.find({ id: webhookId });
    if (!certificate?.secretKey || !webhook?.notificationUrl.startsWith("http:")) continue;
    readable.push({ name: certificate.name, webhook: webhook.name });
  }
  const [first, ...others] = readable;
  if (first === undefined) return [];
  if (others.length === 0) {
    return [
      `The shared secret of the certificate "${first.name}" is sent to the webhook ` +
        `"${first.webhook}" over http: use an https notification URL.`,
    ];
  }
  const names = listNames(readable);
  return [
    `The shared secrets of ${readable.length} certificates are sent over http: use https ` +
      `notification URLs for ${names}.`,
  ];
}

/** Lists the first names, and counts the others. */
function listNames(named: readonly { readonly name: string }[]): string {
  const shown = named.slice(0, NAMES).map(({ name }) => `"${name}"`);
  const rest = named.length - shown.length;
  return new Intl.ListFormat("en").format(rest > 0 ? [...shown, `${rest} more`] : shown);
}
