import type { ApiKey, KeyLimits } from "../../store/rows.ts";
import type { Change } from "../change.ts";
import { reminderDays } from "../keys/expiry.ts";
import { openBindings } from "../keys/fully-bound.ts";
import { type KeyFault, keyFault } from "../keys/key-state.ts";
import { WAKE_KINDS } from "../notices/kinds.ts";
import { createSecret, displayPrefix, SECRET_PREFIXES } from "../secrets/secrets.ts";
import type { Vault } from "../secrets/vault.ts";
import { announce } from "./announce.ts";
import { type BindingFields, checkBindings } from "./bindings.ts";
import { changedFields, isEmpty } from "./differences.ts";
import { rowsOf } from "./rows.ts";
import { alreadyRotated, invalid, RuleError } from "./rule-error.ts";

/** API keys per organization (PIA §8); checked only when one is created. */
export const MAX_API_KEYS = 20;

const apiKeys = rowsOf<ApiKey, "generation" | "keyHash" | "lastUsedAt" | "remindedDays">({
  noun: "API key",
  resource: "apiKey",
  table: (tx) => tx.apiKeys,
  nameOf: ({ name }) => name,
  factsOf: ({ name, displayPrefix, clientId, certificateId, contractId, webhookId, ...key }) => ({
    name,
    displayPrefix,
    clientId,
    certificateId,
    contractId,
    webhookId,
    active: key.active,
    expiresAt: key.expiresAt,
    networks: key.networks,
    requestsPerMinute: key.requestsPerMinute,
  }),
});

/** Limits of a key; a field left out stays as it is. */
type LimitFields = { readonly [Field in keyof KeyLimits]?: KeyLimits[Field] | undefined };

export interface ApiKeyFields extends BindingFields, LimitFields {
  readonly name: string;
}

/** A new key works at any time, from everywhere, as often as its partner likes. */
const NO_LIMITS: KeyLimits = {
  active: true,
  expiresAt: null,
  networks: null,
  requestsPerMinute: null,
};

/** A raw key and its stored parts. */
export interface NewApiKeySecret extends Pick<ApiKey, "keyHash" | "displayPrefix"> {
  /** Revealed once. */
  readonly key: string;
}

export function newApiKeySecret(vault: Vault): NewApiKeySecret {
  const key = createSecret(SECRET_PREFIXES.apiKey);
  return { key, keyHash: vault.hash("api-key", key), displayPrefix: displayPrefix(key) };
}

/**
 * @throws {RuleError} if the cap is reached, a binding does not belong to the organization, or the
 *   expiry is not in the future
 */
export async function createApiKey(
  change: Change,
  { fields, secret }: { readonly fields: ApiKeyFields; readonly secret: NewApiKeySecret },
): Promise<ApiKey> {
  const { tx, organizationId, at } = change;
  if ((await tx.apiKeys.count({ organizationId })) >= MAX_API_KEYS) {
    const message = `Reached the maximum number of API keys (${MAX_API_KEYS}): delete one that is no longer used.`;
    throw new RuleError("invalid", message);
  }
  await checkBindings(change, fields);
  const reminder = await checkExpiry(change, fields);
  const { active, expiresAt, networks, requestsPerMinute } = fields;
  const id = change.newId();
  change.affect(id);
  return apiKeys.insert(change, {
    id,
    organizationId,
    name: fields.name,
    keyHash: secret.keyHash,
    displayPrefix: secret.displayPrefix,
    clientId: fields.clientId ?? null,
    certificateId: fields.certificateId ?? null,
    contractId: fields.contractId ?? null,
    webhookId: fields.webhookId ?? null,
    active: active ?? NO_LIMITS.active,
    expiresAt: expiresAt ?? NO_LIMITS.expiresAt,
    networks: networks ?? NO_LIMITS.networks,
    requestsPerMinute: requestsPerMinute ?? NO_LIMITS.requestsPerMinute,
    remindedDays: null,
    ...reminder,
    generation: 1,
    createdAt: at,
    updatedAt: at,
    lastUsedAt: null,
  });
}

export interface UpdateApiKey {
  readonly id: string;
  readonly fields: { readonly [Field in keyof ApiKeyFields]?: ApiKeyFields[Field] | undefined };
}

/**
 * @throws {RuleError} if there is no such key, a binding does not belong to the organization, or a new
 *   expiry is not in the future
 */
export async function updateApiKey(change: Change, { id, fields }: UpdateApiKey): Promise<ApiKey> {
  const before = await apiKeys.find(change, id);
  const changed = changedFields(before, fields);
  if (isEmpty(changed)) return before;
  await checkBindings(change, changed);
  const reminder = await checkExpiry(change, changed);
  const after = await apiKeys.save(change, { before, changed: { ...changed, ...reminder } });
  announce(change, { before, after });
  return after;
}

/** @returns the reminders of a new expiry whose day has passed already */
async function checkExpiry(
  { tx }: Change,
  { expiresAt }: LimitFields,
): Promise<Partial<Pick<ApiKey, "remindedDays">>> {
  if (expiresAt === undefined) return {};
  const nowMs = await tx.installation.nowMs();
  if (expiresAt === null || Date.parse(expiresAt) > nowMs) {
    return { remindedDays: reminderDays(expiresAt, nowMs) };
  }
  const message = "Must be in the future. To end a key's access now, pause it.";
  throw invalid({ path: "expiresAt", message });
}

export interface RotateApiKey {
  readonly id: string;
  /** The hash of the raw key to replace: of two concurrent rotations, one wins. */
  readonly replaces: string;
  readonly secret: NewApiKeySecret;
}

/**
 * @throws {RuleError} `conflict` if the key has been rotated since (ATTACK-D39)
 */
export async function rotateApiKey(
  change: Change,
  { id, replaces, secret }: RotateApiKey,
): Promise<ApiKey> {
  const before = await apiKeys.find(change, id);
  if (before.keyHash !== replaces) throw alreadyRotated("API key");
  const { keyHash, displayPrefix } = secret;
  const changed = { keyHash, displayPrefix };
  const after = await apiKeys.save(change, { before, changed, action: "rotate", hidden: ["key"] });
  announce(change, { before, after });
  return after;
}

/** Records a rotation that lost against a concurrent one (ATTACK-D39). */
export async function recordLostRotation(change: Change, id: string): Promise<void> {
  const row = await apiKeys.find(change, id);
  apiKeys.record(change, { action: "rotate-refused", row });
}

/** Revokes every application token of the key, for good (CHAIN-C19). */
export async function revokeTokens(change: Change, id: string): Promise<void> {
  const before = await apiKeys.find(change, id);
  const changed = { generation: before.generation + 1 };
  await apiKeys.save(change, { before, changed, action: "revoke-tokens" });
  change.affect(id);
}

/** @throws {RuleError} `conflict` if the key does not work for its partner (ATTACK-F80) */
export async function wake(change: Change, id: string): Promise<void> {
  const row = await apiKeys.find(change, id);
  const fault = keyFault(row, await change.tx.installation.nowMs());
  if (fault) throw cannotWake(row, fault);
  change.notify(id, ...WAKE_KINDS);
  change.notifyCertificate(id, "r_cert");
  apiKeys.record(change, { action: "wake", row });
}

function cannotWake(key: ApiKey, fault: KeyFault): RuleError {
  if (fault === "key-paused") return refused("active", "Wake is not possible: the key is paused.");
  if (fault === "key-expired") {
    return refused("expiresAt", "Wake is not possible: the key has expired.");
  }
  return new RuleError("conflict", "Wake is possible only while all four bindings are set.", {
    errors: openBindings(key).map((path) => ({ path, message: "Nothing is bound here." })),
  });
}

function refused(path: keyof KeyLimits, message: string): RuleError {
  return new RuleError("conflict", message, { errors: [{ path, message }] });
}

/** Computes again what the key's partner is served; never necessary (ATTACK-H120). */
export async function rebuildApiKey(change: Change, id: string): Promise<void> {
  const row = await apiKeys.find(change, id);
  change.affect(id);
  apiKeys.record(change, { action: "rebuild-cache", row });
}

export async function deleteApiKey(change: Change, id: string): Promise<void> {
  await apiKeys.remove(change, await apiKeys.find(change, id));
  change.affect(id);
}
