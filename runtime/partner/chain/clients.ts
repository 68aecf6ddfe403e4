import type { Client } from "../../store/rows.ts";
import type { Change } from "../change.ts";
import { HOUR_MS } from "../clock.ts";
import { createClientId, createSecret, SECRET_PREFIXES } from "../secrets/secrets.ts";
import type { Vault } from "../secrets/vault.ts";
import { changedFields, isEmpty } from "./differences.ts";
import { rowsOf } from "./rows.ts";
import { alreadyRotated } from "./rule-error.ts";
import { keyBoundTo, unbind } from "./unbind.ts";

const clients = rowsOf<Client, "previousSecretHash" | "secretHash">({
  noun: "client",
  resource: "client",
  table: (tx) => tx.clients,
  nameOf: ({ name }) => name,
  factsOf: ({ name, clientId, previousSecretUntil }) => ({ name, clientId, previousSecretUntil }),
});

export interface ClientFields {
  readonly name: string;
}

/** A client's secret and its stored hash. */
export interface NewClientSecret extends Pick<Client, "secretHash"> {
  /** Revealed once. */
  readonly clientSecret: string;
}

export function newClientSecret(vault: Vault): NewClientSecret {
  const clientSecret = createSecret(SECRET_PREFIXES.clientSecret);
  return { clientSecret, secretHash: vault.hash("client-secret", clientSecret) };
}

export async function createClient(
  change: Change,
  { fields, secret }: { readonly fields: ClientFields; readonly secret: NewClientSecret },
): Promise<Client> {
  return clients.insert(change, {
    id: change.newId(),
    organizationId: change.organizationId,
    name: fields.name,
    clientId: createClientId(),
    secretHash: secret.secretHash,
    previousSecretHash: null,
    previousSecretUntil: null,
    createdAt: change.at,
    updatedAt: change.at,
  });
}

export interface UpdateClient {
  readonly id: string;
  readonly fields: { readonly name?: string | undefined };
}

/** @throws {RuleError} if there is no such client */
export async function updateClient(change: Change, { id, fields }: UpdateClient): Promise<Client> {
  const before = await clients.find(change, id);
  const changed = changedFields(before, fields);
  return isEmpty(changed) ? before : clients.save(change, { before, changed });
}

export interface RotateClientSecret {
  readonly id: string;
  /** The hash of the secret to replace. */
  readonly replaces: string;
  readonly secret: NewClientSecret;
  /** How long the replaced secret works too. */
  readonly overlapHours: number;
}

/**
 * Replaces the secret of a client. Of an earlier rotation, whose overlap has not ended, the secret
 * before is dropped: at most two work at once.
 *
 * @throws {RuleError} `conflict` if the secret has been rotated since
 */
export async function rotateClientSecret(
  change: Change,
  { id, replaces, secret: { secretHash }, overlapHours }: RotateClientSecret,
): Promise<Client> {
  const before = await clients.find(change, id);
  if (before.secretHash !== replaces) throw alreadyRotated("client's secret");
  const key = await keyBoundTo(change, { clientId: id });
  if (key) change.affect(key.id);
  return clients.save(change, {
    before,
    changed: { secretHash, ...(await overlapOf(change, { replaces, overlapHours })) },
    action: "rotate-secret",
    hidden: ["clientSecret"],
  });
}

/** Returns the columns of the secret that is replaced; its time ends by the store's clock. */
async function overlapOf(
  { tx }: Change,
  { replaces, overlapHours }: Pick<RotateClientSecret, "replaces" | "overlapHours">,
): Promise<Pick<Client, "previousSecretHash" | "previousSecretUntil">> {
  if (overlapHours === 0) return { previousSecretHash: null, previousSecretUntil: null };
  const endsMs = (await tx.installation.nowMs()) + overlapHours * HOUR_MS;
  return { previousSecretHash: replaces, previousSecretUntil: new Date(endsMs).toISOString() };
}

export async function deleteClient(change: Change, id: string): Promise<void> {
  const client = await clients.find(change, id);
  await unbind(change, { clientId: id });
  await clients.remove(change, client);
}
