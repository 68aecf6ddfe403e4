import { DEFAULT_SIGNING, type Signing, type Webhook } from "../../store/rows.ts";
import type { Change } from "../change.ts";
import { HOUR_MS } from "../clock.ts";
import { type Allowance, loggedUrl, parseNotificationUrl } from "../notices/target.ts";
import { sealSigningSecret } from "../secrets/sealed-fields.ts";
import { createSigningSecret } from "../secrets/secrets.ts";
import type { Vault } from "../secrets/vault.ts";
import { changedFields, isEmpty } from "./differences.ts";
import { rowsOf } from "./rows.ts";
import { alreadyRotated, invalid, RuleError } from "./rule-error.ts";
import { keyBoundTo, unbind } from "./unbind.ts";

const webhooks = rowsOf<Webhook, "previousSigningSecret" | "signingSecret">({
  noun: "webhook",
  resource: "webhook",
  table: (tx) => tx.webhooks,
  nameOf: ({ name }) => name,
  factsOf: ({ name, origin, notificationUrl, signing, previousSecretUntil }) => ({
    name,
    origin,
    signing,
    previousSecretUntil,
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

/** A secret for the notices of one webhook. */
export interface NewSigningSecret {
  /** Revealed once. */
  readonly signingSecret: string;
  /** As it is stored. */
  readonly sealed: string;
}

export async function newSigningSecret(vault: Vault, id: string): Promise<NewSigningSecret> {
  const signingSecret = createSigningSecret();
  return { signingSecret, sealed: await sealSigningSecret(vault, { id, signingSecret }) };
}

/** Returns a new secret if this signing needs one. */
export async function secretFor(
  signing: Signing | undefined,
  { vault, id }: { readonly vault: Vault; readonly id: string },
): Promise<NewSigningSecret | undefined> {
  return signing === "v1" ? newSigningSecret(vault, id) : undefined;
}

export interface CreateWebhook {
  readonly id: string;
  readonly fields: WebhookFields;
  readonly allow: Allowance;
  /** As {@link secretFor} returns it for the signing. */
  readonly secret: NewSigningSecret | undefined;
}

/** @throws {RuleError} if notices may not be sent to the notification URL */
export async function createWebhook(
  change: Change,
  { id, fields, allow, secret }: CreateWebhook,
): Promise<Webhook> {
  const { name, origin, notificationUrl, signing = DEFAULT_SIGNING } = fields;
  return webhooks.insert(change, {
    id,
    organizationId: change.organizationId,
    name,
    origin,
    notificationUrl: normalizeUrl(notificationUrl, allow),
    signing,
    ...onlySecret(secret),
    createdAt: change.at,
    updatedAt: change.at,
  });
}

export interface UpdateWebhook {
  readonly id: string;
  readonly fields: { readonly [Field in keyof WebhookFields]?: WebhookFields[Field] | undefined };
  readonly allow: Allowance;
  /** As {@link secretFor} returns it for the signing; used if the webhook has none yet. */
  readonly secret: NewSigningSecret | undefined;
}

/** @throws {RuleError} as on creation, or if there is no such webhook */
export async function updateWebhook(
  change: Change,
  { id, fields, allow, secret }: UpdateWebhook,
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
  return webhooks.save(change, {
    before,
    changed: { ...changed, ...(changed.signing && onlySecret(secret)) },
    hidden: unseenOf(before, changed),
  });
}

/** Returns the columns of a webhook's secrets after a change of its signing. */
function onlySecret(
  secret: NewSigningSecret | undefined,
): Pick<Webhook, "signingSecret" | "previousSigningSecret" | "previousSecretUntil"> {
  const signingSecret = secret?.sealed ?? null;
  return { signingSecret, previousSigningSecret: null, previousSecretUntil: null };
}

/** Names the secret parts of a URL that changed: their values are not logged. */
function unseenOf(before: Webhook, { notificationUrl }: Partial<Webhook>): string[] {
  if (notificationUrl === undefined) return [];
  return loggedUrl(notificationUrl) === loggedUrl(before.notificationUrl)
    ? ["notificationUrl"]
    : [];
}

export interface RotateSigningSecret {
  readonly id: string;
  /** The stored form of the secret to replace. */
  readonly replaces: string | null;
  readonly secret: NewSigningSecret;
  /** How long notices are signed with the replaced secret too. */
  readonly overlapHours: number;
}

/**
 * Replaces the secret of a webhook. Of an earlier rotation, whose overlap has not ended, the secret
 * before is dropped: at most two are good at once.
 *
 * @throws {RuleError} `conflict` if its notices are not signed with one, or it has been rotated since
 */
export async function rotateSigningSecret(
  change: Change,
  { id, replaces, secret: { sealed }, overlapHours }: RotateSigningSecret,
): Promise<Webhook> {
  const before = await webhooks.find(change, id);
  if (before.signing !== "v1") throw noSecret(before);
  if (before.signingSecret !== replaces) throw alreadyRotated("webhook's signing secret");
  const until = new Date(Date.parse(change.at) + overlapHours * HOUR_MS).toISOString();
  const changed = {
    signingSecret: sealed,
    previousSigningSecret: overlapHours === 0 ? null : replaces,
    previousSecretUntil: overlapHours === 0 ? null : until,
  };
  const action = "rotate-signing-secret";
  return webhooks.save(change, { before, changed, action, hidden: ["signingSecret"] });
}

function noSecret({ signing }: Webhook): RuleError {
  const message =
    `This webhook has no signing secret: its "signing" is "${signing}". Only "v1" has one, which is ` +
    "created when you change to it.";
  return new RuleError("conflict", message);
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
