import type { Notice } from "../../store/rows.ts";
import type { Change } from "../change.ts";
import { lifeFault } from "../keys/key-state.ts";
import { notFound, RuleError } from "./rule-error.ts";

/**
 * Sends what a notice reported once more, with a new entry in the log. A certificate delivery
 * carries the certificate that is bound now.
 *
 * @throws {RuleError} `not-found` if there is no such notice
 * @throws {RuleError} `conflict` if there is nobody or nothing to send it to
 */
export async function resendNotice(change: Change, id: string): Promise<void> {
  const { tx, organizationId } = change;
  const notice = await tx.notices.find({ id, organizationId });
  if (!notice) throw notFound("notice");
  const webhook = await tx.webhooks.find({ id: await webhookOf(change, notice) });
  if (!webhook) throw gone("The webhook of this notice was deleted.");
  change.resend(notice);
  change.record({ action: "resend", resource: "notice", resourceId: id, name: webhook.name });
}

/** Finds the webhook that the notice's key has now; that of a test never changes. */
async function webhookOf({ tx }: Change, { apiKeyId, webhookId, kinds }: Notice): Promise<string> {
  if (apiKeyId === null || kinds.length === 0) return webhookId;
  const key = await tx.apiKeys.find({ id: apiKeyId });
  if (!key) throw gone("The API key of this notice was deleted.");
  const fault = lifeFault(key, await tx.installation.nowMs());
  if (fault) {
    const state = fault === "key-paused" ? "is paused" : "has expired";
    throw gone(`The API key of this notice ${state}, so its partner gets no notices.`);
  }
  if (key.webhookId === null) throw gone("The API key of this notice has no webhook.");
  if (kinds.includes("r_cert") && key.certificateId === null) {
    throw gone("The API key of this notice has no certificate to deliver.");
  }
  return key.webhookId;
}

function gone(message: string): RuleError {
  return new RuleError("conflict", message);
}
