import type { ApiKey, Bindings } from "../../store/rows.ts";
import type { Change } from "../change.ts";
import { isFullyBound, openBindings } from "../keys/fully-bound.ts";
import { WAKE_KINDS } from "../notices/kinds.ts";
import { createSecret, displayPrefix, SECRET_PREFIXES } from "../secrets/secrets.ts";
import type { Vault } from "../secrets/vault.ts";
import { announce } from "./announce.ts";
import { type BindingFields, checkBindings } from "./bindings.ts";
import { changedFields, isEmpty } from "./differences.ts";
import { rowsOf } from "./rows.ts";
import { alreadyRotated, RuleError } from "./rule-error.ts";

/** API keys per organization (PIA §8); checked only when one is created. */
export const MAX_API_KEYS = 20;

const apiKeys = rowsOf<ApiKey, "generation" | "keyHash" | "lastUsedAt">({
  noun: "API key",
  resource: "apiKey",
  table: (tx) => tx.apiKeys,
  nameOf: ({ name }) => name,
  factsOf: ({ name, displayPrefix, clientId, certificateId, contractId, webhookId }) => ({
    name,
    displayPrefix,
    clientId,
    certificateId,
    contractId,
    webhookId,
  }),
});

export interface ApiKeyFields extends BindingFields {
  readonly name: string;
}

/** A raw key and its stored parts. */
export interface NewApiKeySecret extends Pick<ApiKey, "keyHash" | "displayPrefix"> {
  /** Revealed once. */
  readonly key: string;
}

export function newApiKeySecret(vault: Vault): NewApiKeySecret {
  const key = createSecret(SECRET_PREFIXES.apiKey);
  return { key, keyHash: vault.hash("api-key", key), displayPrefix: displayPrefix(key) };
}

/** @throws {RuleError} if the cap is reached, or a binding does not belong to the organization */
export async function createApiKey(
  change: Change,
  { fields, secret }: { readonly fields: ApiKeyFields; readonly secret: NewApiKeySecret },
): Promise<ApiKey> {
  const { tx, organizationId, at } = change;
  if ((await tx.apiKeys.count({ organizationId })) >= MAX_API_KEYS) {
    const message = `Reached the maximum number of API keys (${MAX_API_KEYS}).`;
    throw new RuleError("invalid", message);
  }
  await checkBindings(change, fields);
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

/** @throws {RuleError} if there is no such key, or a binding does not belong to the organization */
export async function updateApiKey(change: Change, { id, fields }: UpdateApiKey): Promise<ApiKey> {
  const before = await apiKeys.find(change, id);
  const changed = changedFields(before, fields);
  if (isEmpty(changed)) return before;
  await checkBindings(change, changed);
  const after = await apiKeys.save(change, { before, changed });
  announce(change, { before, after });
  return after;
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

/** @throws {RuleError} `conflict` if the key is not fully bound (ATTACK-F80) */
export async function wake(change: Change, id: string): Promise<void> {
  const row = await apiKeys.find(change, id);
  if (!isFullyBound(row)) throw notFullyBound(row);
  change.notify(id, ...WAKE_KINDS);
  change.notifyCertificate(id, "r_cert");
  apiKeys.record(change, { action: "wake", row });
}

function notFullyBound(key: Bindings): RuleError {
  return new RuleError("conflict", "Wake is possible only while all four bindings are set.", {
    errors: openBindings(key).map((path) => ({ path, message: "Nothing is bound here." })),
  });
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
