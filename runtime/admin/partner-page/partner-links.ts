import { notFound } from "../../partner/chain/rule-error.ts";
import { type Change, type ChangeResult, runChange } from "../../partner/change.ts";
import { HOUR_MS, MINUTE_MS, timestamp } from "../../partner/clock.ts";
import type { Platform } from "../../partner/platform.ts";
import { CODE_PATTERN, createCode } from "../../partner/secrets/secrets.ts";
import type { Queries } from "../../store/queries.ts";
import type { ApiKey, PartnerLink } from "../../store/rows.ts";
import { isValid } from "../accounts/admin-tokens.ts";
import type { Browser } from "../accounts/browser.ts";
import { Refusal } from "../refusal.ts";

/** The path of the page, which the path of its cookie is too. */
export const PARTNER_PAGE = "/partner-page";

/** How long a link can be used. */
export const LINK_MINUTES = 15;

/** How long the session lasts that a link opens. */
export const SESSION_HOURS = 8;

export interface NewPartnerLink
  extends Pick<PartnerLink, "apiKeyId" | "adminId" | "tokenId" | "mayRotate" | "showsCauses"> {
  /** Secret part of the link, from {@link createCode}. */
  readonly code: string;
}

/**
 * Makes the link to the page of a key's partner. An earlier link of the key ends, and the session that
 * it opened.
 *
 * @throws {RuleError} `not-found` if there is no such key
 */
export async function makePartnerLink(
  platform: Platform,
  { tx, organizationId, at, record }: Change,
  { code, ...wanted }: NewPartnerLink,
): Promise<PartnerLink> {
  const { apiKeyId: id, mayRotate, showsCauses } = wanted;
  const key = await tx.apiKeys.find({ id, organizationId });
  if (!key) throw notFound("API key");
  const link: PartnerLink = {
    ...wanted,
    tokenHash: platform.vault.hash("partner-link", code),
    createdAt: at,
    expiresAt: timestamp(platform, LINK_MINUTES * MINUTE_MS),
    openedAt: null,
    network: null,
    device: null,
  };
  await tx.partnerLinks.put(link, ["apiKeyId"]);
  const changes = { mayRotate: [null, mayRotate], showsCauses: [null, showsCauses] } as const;
  record({ ...entryOf(key), action: "make-partner-link", changes });
  return link;
}

/** Returns the link of a key, or the session that it opened, unless it has ended. */
export async function livePartnerLink(
  platform: Platform,
  apiKeyId: string,
): Promise<PartnerLink | null> {
  const found = await findLive(platform, platform.store.read, { apiKeyId });
  return found?.link ?? null;
}

/**
 * Ends the link of a key and the session that it opened, if there are any.
 *
 * @throws {RuleError} `not-found` if there is no such key
 */
export async function endPartnerLink(change: Change, apiKeyId: string): Promise<void> {
  const { tx, organizationId } = change;
  const key = await tx.apiKeys.find({ id: apiKeyId, organizationId });
  if (!key) throw notFound("API key");
  await endAll(change, { apiKeyId });
}

/** Ends the links that an administrator made, and the sessions that they opened. */
export function endPartnerLinksOf(change: Change, adminId: string): Promise<void> {
  return endAll(change, { adminId });
}

async function endAll(
  { tx, at, record }: Change,
  where: Partial<Pick<PartnerLink, "apiKeyId" | "adminId">>,
): Promise<void> {
  for (const { apiKeyId: id, expiresAt } of await tx.partnerLinks.remove(where)) {
    if (expiresAt <= at) continue;
    const key = (await tx.apiKeys.find({ id }))!;
    record({ ...entryOf(key), action: "end-partner-link" });
  }
}

/** A partner who has opened a link: what the page may show and do. */
export interface PartnerSession {
  readonly link: PartnerLink;
  readonly key: ApiKey;
}

/**
 * Uses a link, once.
 *
 * @returns the value of the session's cookie
 * @throws {Refusal} 403 if the link is invalid, was used, or has ended
 */
export async function openPartnerLink(
  platform: Platform,
  { code, browser }: { readonly code: string; readonly browser: Browser },
): Promise<string> {
  if (!CODE_PATTERN.test(code)) throw noLink();
  const { store, vault } = platform;
  const found = await findLive(platform, store.read, {
    tokenHash: vault.hash("partner-link", code),
  });
  if (!found) throw noLink();
  const cookie = createCode();
  const { network, device } = browser;
  const { tokenHash } = found.link;
  await runChange(platform, actorOf(found, browser), async ({ tx, at, record }) => {
    // One statement both finds the link and replaces its code, so it opens once.
    const opened = await tx.partnerLinks.update(
      { tokenHash },
      {
        tokenHash: vault.hash("partner-session", cookie),
        expiresAt: timestamp(platform, SESSION_HOURS * HOUR_MS),
        openedAt: at,
        network,
        device,
      },
    );
    if (opened === 0) throw noLink();
    const changes = { device: [null, device] } as const;
    record({ ...entryOf(found.key), action: "open-partner-link", changes });
  });
  return cookie;
}

/** Finds the live session with this cookie value. */
export async function findPartnerSession(
  platform: Platform,
  { cookie }: Pick<Browser, "cookie">,
): Promise<PartnerSession | null> {
  if (cookie === undefined || !CODE_PATTERN.test(cookie)) return null;
  const tokenHash = platform.vault.hash("partner-session", cookie);
  return findLive(platform, platform.store.read, { tokenHash });
}

/**
 * Runs a change on behalf of a partner, who is checked again in its transaction: since the request
 * began, the session may have ended.
 *
 * @throws {Refusal} 401 if there is no session
 */
export async function runAsPartner<Result>(
  platform: Platform,
  browser: Browser,
  work: (change: Change, session: PartnerSession) => Promise<Result>,
): Promise<ChangeResult<Result>> {
  const session = await findPartnerSession(platform, browser);
  if (!session) throw noSession();
  const { tokenHash } = session.link;
  return runChange(platform, actorOf(session, browser), async (change) => {
    const current = await findLive(platform, change.tx, { tokenHash });
    if (!current) throw noSession();
    return work(change, current);
  });
}

async function findLive(
  { now }: Platform,
  { partnerLinks, adminTokens, apiKeys }: Queries,
  where: Partial<Pick<PartnerLink, "apiKeyId" | "tokenHash">>,
): Promise<PartnerSession | null> {
  const link = await partnerLinks.find(where);
  if (!link || now() >= Date.parse(link.expiresAt)) return null;
  const { tokenId } = link;
  const token = tokenId === null ? null : await adminTokens.find({ id: tokenId });
  if (token && !isValid(token, now())) return null;
  const key = await apiKeys.find({ id: link.apiKeyId });
  return key ? { link, key } : null;
}

/** Who acts, in the audit log. */
function actorOf({ key }: PartnerSession, { network }: Browser) {
  return { organizationId: key.organizationId, name: `partner ${key.name}`, network };
}

function entryOf({ id, name }: ApiKey) {
  return { resource: "apiKey", resourceId: id, name };
}

function noLink(): Refusal {
  const message =
    "This link is invalid, was used, or has ended. Ask the administrator for another one.";
  return new Refusal(message, { status: 403 });
}

function noSession(): Refusal {
  const message = "Your session has ended. Ask the administrator for another link.";
  return new Refusal(message, { status: 401 });
}
