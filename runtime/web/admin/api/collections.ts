import { type Answer, request } from "./request.ts";
import type * as api from "./types.ts";

/** Every collection of the admin API: what its items are, what makes one, what changes one. */
export interface Collections {
  "api-keys": { item: api.ApiKey; input: api.ApiKeyInput; patch: api.ApiKeyPatch };
  clients: { item: api.Client; input: api.ClientInput; patch: api.ClientPatch };
  certificates: { item: api.Certificate; input: api.CertificateInput; patch: api.CertificatePatch };
  contracts: { item: api.Contract; input: api.ContractInput; patch: api.ContractPatch };
  webhooks: { item: api.Webhook; input: api.WebhookInput; patch: api.WebhookPatch };
  spaces: { item: api.Space; input: api.SpaceInput; patch: api.SpacePatch };
  agents: { item: api.Agent; input: api.AgentInput; patch: api.AgentPatch };
  consumers: { item: api.Consumer; input: api.ConsumerInput; patch: api.ConsumerPatch };
}

export type CollectionName = keyof Collections;
export type ItemOf<Name extends CollectionName> = Collections[Name]["item"];
export type InputOf<Name extends CollectionName> = Collections[Name]["input"];
export type PatchOf<Name extends CollectionName> = Collections[Name]["patch"];

/** What a collection and its items are called, and who may see them. */
export interface CollectionFacts {
  /** The field in which an answer holds one item; the audit log calls it so too. */
  readonly singular: string;
  /** In texts: `webhook`. */
  readonly noun: string;
  readonly plural: string;
  /** To read; with `:w` to write. */
  readonly permission: "api-keys" | "directory";
}

const KEYS = { permission: "api-keys" } as const;
const DIRECTORY = { permission: "directory" } as const;

export const COLLECTIONS: Readonly<Record<CollectionName, CollectionFacts>> = {
  "api-keys": { ...KEYS, singular: "apiKey", noun: "API key", plural: "API keys" },
  clients: { ...KEYS, singular: "client", noun: "client", plural: "Clients" },
  certificates: { ...KEYS, singular: "certificate", noun: "certificate", plural: "Certificates" },
  contracts: { ...KEYS, singular: "contract", noun: "contract", plural: "Contracts" },
  webhooks: { ...KEYS, singular: "webhook", noun: "webhook", plural: "Webhooks" },
  spaces: { ...DIRECTORY, singular: "space", noun: "space", plural: "Spaces" },
  agents: { ...DIRECTORY, singular: "agent", noun: "agent", plural: "Agents" },
  consumers: { ...DIRECTORY, singular: "consumer", noun: "consumer", plural: "Consumers" },
};

/** What people know an item by. */
export function nameOf(item: ItemOf<CollectionName>): string {
  if ("name" in item) return item.name;
  if ("title" in item) return item.title;
  return "displayName" in item ? item.displayName : item.email;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Where the next page begins, if there is one. */
  readonly nextAfter?: string;
}

/** One item, and the version that it is. */
export interface Versioned<Item> {
  readonly item: Item;
  readonly etag: string | undefined;
}

/** Secrets by the name of their field, in plain text. */
export type Secrets = Readonly<Record<string, string>>;

/** An item that was made or rotated, and what is shown of it this once. */
export interface Revealing<Item> extends Versioned<Item> {
  readonly secrets: Secrets;
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

interface ListOptions {
  /** Filters, and where the page begins; without a limit it holds everything. */
  readonly query?: Query;
  readonly signal?: AbortSignal;
}

/** No list shows a shared secret, and each that is sent leaves a trace in the audit log. */
const LEFT_OUT: Partial<Record<CollectionName, Query>> = {
  certificates: { withoutSecretKey: true },
};

/** Reads a page of a collection, in the order of creation. */
export async function list<Name extends CollectionName>(
  collection: Name,
  { query = {}, signal }: ListOptions = {},
): Promise<Page<ItemOf<Name>>> {
  const path = `/${collection}${queryText({ ...LEFT_OUT[collection], ...query })}`;
  return (await request<Page<ItemOf<Name>>>(path, signal ? { signal } : {})).body;
}

/** Reads all of a collection that is small by its nature, for a choice among its items. */
export async function listAll<Name extends CollectionName>(
  collection: Name,
  options: ListOptions = {},
): Promise<readonly ItemOf<Name>[]> {
  return (await list(collection, options)).items;
}

export async function read<Name extends CollectionName>(
  collection: Name,
  id: string,
): Promise<Versioned<ItemOf<Name>>> {
  return split(collection, await request(itemPath(collection, id)));
}

/** @param options.idempotencyKey The same for every try, so that there is one item in the end. */
export async function create<Name extends CollectionName>(
  collection: Name,
  { input, idempotencyKey }: { readonly input: InputOf<Name>; readonly idempotencyKey: string },
): Promise<Revealing<ItemOf<Name>>> {
  const options = { method: "POST", body: input, idempotencyKey } as const;
  return split(collection, await request(`/${collection}`, options));
}

interface Target {
  readonly id: string;
  /** The version that is meant; any if left out. */
  readonly etag?: string | undefined;
}

/** @throws {ApiError} With 412 where somebody else has changed the item since. */
export async function update<Name extends CollectionName>(
  collection: Name,
  { id, etag, patch }: Target & { readonly patch: PatchOf<Name> },
): Promise<Versioned<ItemOf<Name>>> {
  const options = { method: "PATCH", body: patch, etag } as const;
  return split(collection, await request(itemPath(collection, id), options));
}

export async function remove(collection: CollectionName, { id, etag }: Target): Promise<void> {
  await request(itemPath(collection, id), { method: "DELETE", etag });
}

/** Replaces the key, secret or certificate of an item. */
export async function rotate<Name extends CollectionName>(
  collection: Name,
  { id, etag, action }: Target & { readonly action: "rotate" | "rotate-secret" },
): Promise<Revealing<ItemOf<Name>>> {
  const path = `${itemPath(collection, id)}/${action}`;
  return split(collection, await request(path, { method: "POST", etag }));
}

/** Does something with an item that changes nothing of what is shown of it. */
export async function act(
  collection: CollectionName,
  { id, etag, action }: Target & { readonly action: string },
): Promise<{ readonly notices?: readonly string[] }> {
  const path = `${itemPath(collection, id)}/${action}`;
  const { body } = await request<{ notices: string[] } | undefined>(path, { method: "POST", etag });
  return body ?? {};
}

function itemPath(collection: CollectionName, id: string): string {
  return `/${collection}/${encodeURIComponent(id)}`;
}

export function queryText(query: Query): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const text = new URLSearchParams(
    entries.map(([name, value]) => [name, String(value)]),
  ).toString();
  return text && `?${text}`;
}

/** An answer holds the item in a field of its own, and secrets beside it. */
function split<Name extends CollectionName>(
  collection: Name,
  { body, etag }: Answer<Record<string, unknown>>,
): Revealing<ItemOf<Name>> {
  const { [COLLECTIONS[collection].singular]: item, ...secrets } = body;
  return { item: item as ItemOf<Name>, etag, secrets: secrets as Secrets };
}
