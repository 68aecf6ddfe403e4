import type { Client } from "../../store/rows.ts";
import type { Change } from "../change.ts";
import { createClientId, createSecret, SECRET_PREFIXES } from "../secrets/secrets.ts";
import type { Vault } from "../secrets/vault.ts";
import { changedFields, isEmpty } from "./differences.ts";
import { rowsOf } from "./rows.ts";
import { alreadyRotated } from "./rule-error.ts";
import { keyBoundTo, unbind } from "./unbind.ts";

const clients = rowsOf<Client, "secretHash">({
  noun: "client",
  resource: "client",
  table: (tx) => tx.clients,
  nameOf: ({ name }) => name,
  factsOf: ({ name, clientId }) => ({ name, clientId }),
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
}

/** @throws {RuleError} `conflict` if the secret has been rotated since */
export async function rotateClientSecret(
  change: Change,
  { id, replaces, secret: { secretHash } }: RotateClientSecret,
): Promise<Client> {
  const before = await clients.find(change, id);
  if (before.secretHash !== replaces) throw alreadyRotated("client's secret");
  const key = await keyBoundTo(change, { clientId: id });
  if (key) change.affect(key.id);
  return clients.save(change, {
    before,
    changed: { secretHash },
    action: "rotate-secret",
    hidden: ["clientSecret"],
  });
}

export async function deleteClient(change: Change, id: string): Promise<void> {
  const client = await clients.find(change, id);
  await unbind(change, { clientId: id });
  await clients.remove(change, client);
}
