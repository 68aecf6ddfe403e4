import { newApiKeySecret, rotateApiKey } from "../../partner/chain/api-keys.ts";
import { newClientSecret, rotateClientSecret } from "../../partner/chain/clients.ts";
import type { PartnerSecrets } from "../../partner/chain/env-file.ts";
import { resendNotice } from "../../partner/chain/resend.ts";
import { notFound } from "../../partner/chain/rule-error.ts";
import {
  newSigningSecret,
  rotateSigningSecret,
  testWebhook,
} from "../../partner/chain/webhooks.ts";
import type { Platform } from "../../partner/platform.ts";
import type { Notice } from "../../store/rows.ts";
import type { Browser } from "../accounts/browser.ts";
import { outcomesOf } from "../api/notice-outcomes.ts";
import { Refusal } from "../refusal.ts";
import {
  endPartnerLink,
  findPartnerSession,
  type PartnerSession,
  runAsPartner,
} from "./partner-links.ts";

/** How long an action waits for what became of its notice. */
const WAIT_SECONDS = 5;

/**
 * Sends a test notice to the partner.
 *
 * @returns the notice, pending if it took longer than {@link WAIT_SECONDS}
 * @throws {Refusal} 401 if there is no session, 409 if the key has no webhook
 */
export async function sendTest(platform: Platform, browser: Browser): Promise<Notice> {
  const { noticeIds } = await runAsPartner(platform, browser, async (change, { key }) => {
    if (key.webhookId === null) throw notBound("webhook");
    await testWebhook(change, key.webhookId);
  });
  return settledNotice(platform, noticeIds);
}

/**
 * Sends one of the partner's notices once more.
 *
 * @returns the new notice, as {@link sendTest}
 * @throws {Refusal} 401 if there is no session
 * @throws {RuleError} `not-found` if the key has no such notice, `conflict` if it cannot be sent
 */
export async function sendAgain(
  platform: Platform,
  { browser, id }: { readonly browser: Browser; readonly id: string },
): Promise<Notice> {
  const { noticeIds } = await runAsPartner(platform, browser, async (change, { key }) => {
    if (!(await change.tx.notices.find({ id, apiKeyId: key.id }))) throw notFound("notice");
    await resendNotice(change, id);
  });
  return settledNotice(platform, noticeIds);
}

async function settledNotice(platform: Platform, noticeIds: readonly string[]): Promise<Notice> {
  await outcomesOf({ platform, query: { wait: WAIT_SECONDS } }, noticeIds);
  return (await platform.store.read.notices.find({ id: noticeIds[0]! }))!;
}

/**
 * Replaces the client secret.
 *
 * @param options.overlapHours how long the old one works too
 * @throws {Refusal} 401 if there is no session, 403 if the administrator does not allow it, 409 if
 *   the key has no client
 */
export async function rotatePartnerSecret(
  platform: Platform,
  { browser, overlapHours }: { readonly browser: Browser; readonly overlapHours: number },
): Promise<PartnerSecrets> {
  const secret = newClientSecret(platform.vault);
  await runAsPartner(platform, browser, async (change, session) => {
    expectRotation(session);
    const client = await change.tx.clients.find({ id: session.key.clientId ?? "" });
    if (!client) throw notBound("client");
    const { id, secretHash: replaces } = client;
    await rotateClientSecret(change, { id, replaces, secret, overlapHours });
  });
  return { clientSecret: secret.clientSecret };
}

/**
 * Replaces the raw key.
 *
 * @throws {Refusal} 401 if there is no session, 403 if the administrator does not allow it
 */
export async function rotatePartnerKey(
  platform: Platform,
  browser: Browser,
): Promise<PartnerSecrets> {
  const secret = newApiKeySecret(platform.vault);
  await runAsPartner(platform, browser, async (change, session) => {
    expectRotation(session);
    const { id, keyHash: replaces } = session.key;
    await rotateApiKey(change, { id, replaces, secret });
  });
  return { rawKey: secret.key };
}

/**
 * Replaces the secret that signs the partner's notices.
 *
 * @param options.overlapHours how long the old one signs too
 * @throws {Refusal} 401 if there is no session, 403 if the administrator does not allow it, 409 if
 *   the key has no webhook
 * @throws {RuleError} `conflict` if its notices are not signed with a secret
 */
export async function rotatePartnerSigning(
  platform: Platform,
  { browser, overlapHours }: { readonly browser: Browser; readonly overlapHours: number },
): Promise<PartnerSecrets> {
  const id = (await findPartnerSession(platform, browser))?.key.webhookId ?? "";
  const secret = await newSigningSecret(platform.vault, id);
  await runAsPartner(platform, browser, async (change, session) => {
    expectRotation(session);
    const webhook = await change.tx.webhooks.find({ id });
    if (!webhook || session.key.webhookId !== id) throw notBound("webhook");
    const { signingSecret: replaces } = webhook;
    await rotateSigningSecret(change, { id, replaces, secret, overlapHours });
  });
  return { signingSecret: secret.signingSecret };
}

/** Ends the session, if there is one. */
export async function endPartnerSession(platform: Platform, browser: Browser): Promise<void> {
  await runAsPartner(platform, browser, (change, { key }) => endPartnerLink(change, key.id));
}

function expectRotation({ link: { mayRotate } }: PartnerSession): void {
  if (mayRotate) return;
  const message =
    "The administrator has not allowed you to rotate. Ask for it, or for new secrets.";
  throw new Refusal(message, { status: 403 });
}

function notBound(noun: string): Refusal {
  const message = `No ${noun} is bound to your API key. Ask the administrator to bind one.`;
  return new Refusal(message, { status: 409 });
}
