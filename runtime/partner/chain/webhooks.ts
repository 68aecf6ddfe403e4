import type { Signing, Webhook } from "../../store/rows.ts";
import type { Change } from "../change.ts";
import { type Allowance, loggedUrl, parseNotificationUrl } from "../notices/target.ts";
import { changedFields, isEmpty } from "./differences.ts";
import { rowsOf } from "./rows.ts";
import { invalid } from "./rule-error.ts";
import { keyBoundTo, unbind } from "./unbind.ts";

const webhooks = rowsOf<Webhook>({
  noun: "webhook",
  resource: "webhook",
  table: (tx) => tx.webhooks,
  nameOf: ({ name }) => name,
  factsOf: ({ name, origin, notificationUrl, signing }) => ({
    name,
    origin,
    signing,
    notificationUrl: loggedUrl(notificationUrl),
  }),
});

export interface WebhookFields {
  readonly name: string;
  readonly origin: string;
  readonly notificationUrl: string;
  /** Default: `none`. */
  readonly signing?: Signing | undefined;
}

/** @throws {RuleError} if notices may not be sent to the notification URL */
export async function createWebhook(
  change: Change,
  { fields, allow }: { readonly fields: WebhookFields; readonly allow: Allowance },
): Promise<Webhook> {
  const { name, origin, notificationUrl, signing = "none" } = fields;
  return webhooks.insert(change, {
    id: change.newId(),
    organizationId: change.organizationId,
    name,
    origin,
    notificationUrl: normalizeUrl(notificationUrl, allow),
    signing,
    createdAt: change.at,
    updatedAt: change.at,
  });
}

export interface UpdateWebhook {
  readonly id: string;
  readonly fields: { readonly [Field in keyof WebhookFields]?: WebhookFields[Field] | undefined };
  readonly allow: Allowance;
}

/** @throws {RuleError} as on creation, or if there is no such webhook */
export async function updateWebhook(
  change: Change,
  { id, fields, allow }: UpdateWebhook,
): Promise<Webhook> {
  const before = await webhooks.find(change, id);
  const changed = changedFields(before, {
    ...fields,
    notificationUrl:
      fields.notificationUrl === undefined
        ? undefined
        : normalizeUrl(fields.notificationUrl, allow),
  });
  if (isEmpty(changed)) return before;
  const key = await keyBoundTo(change, { webhookId: id });
  if (key) change.affect(key.id);
  return webhooks.save(change, { before, changed, hidden: unseenOf(before, changed) });
}

/** Names the secret parts of a URL that changed: their values are not logged. */
function unseenOf(before: Webhook, { notificationUrl }: Partial<Webhook>): string[] {
  if (notificationUrl === undefined) return [];
  return loggedUrl(notificationUrl) === loggedUrl(before.notificationUrl)
    ? ["notificationUrl"]
    : [];
}

/** Sends an empty notice, under the same rules as any other (ATTACK-F70). */
export async function testWebhook(change: Change, id: string): Promise<void> {
  const row = await webhooks.find(change, id);
  change.testWebhook(id);
  webhooks.record(change, { action: "test", row });
}

export async function deleteWebhook(change: Change, id: string): Promise<void> {
  const webhook = await webhooks.find(change, id);
  await unbind(change, { webhookId: id });
  await webhooks.remove(change, webhook);
}

/** Applies the one rule for notification URLs and returns the URL in its normal form. */
function normalizeUrl(text: string, allow: Allowance): string {
  const parsed = parseNotificationUrl(text, { allow });
  if (parsed.ok) return parsed.target.url.href;
  throw invalid({ path: "notificationUrl", message: parsed.problem });
}
