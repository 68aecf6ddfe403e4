import { type Answer, request } from "./request.ts";
import type * as api from "./types.ts";
import { MAX_API_KEYS, MAX_CERTIFICATES } from "./types.ts";

/** Every collection of the admin API: the type of its items, of a new one and of a change. */
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

/** Names of a collection and its items, and the permission to see them. */
export interface CollectionFacts {
  /** The field that holds one item in a response; the audit log uses the same name. */
  readonly singular: string;
  /** In texts: `webhook`. */
  readonly noun: string;
  readonly plural: string;
  /** Permission to read; with `:w`, permission to write. */
  readonly permission: "api-keys" | "directory";
  /** How many an organization can have. Default: no maximum. */
  readonly cap?: number;
}

const KEYS = { permission: "api-keys" } as const;
const DIRECTORY = { permission: "directory" } as const;

export const COLLECTIONS: Readonly<Record<CollectionName, CollectionFacts>> = {
  "api-keys": {
    ...KEYS,
    singular: "apiKey",
    noun: "API key",
    plural: "API keys",
    cap: MAX_API_KEYS,
  },
  clients: { ...KEYS, singular: "client", noun: "client", plural: "Clients" },
  certificates: {
    ...KEYS,
    singular: "certificate",
    noun: "certificate",
    plural: "Certificates",
    cap: MAX_CERTIFICATES,
  },
  contracts: { ...KEYS, singular: "contract", noun: "contract", plural: "Contracts" },
  webhooks: { ...KEYS, singular: "webhook", noun: "webhook", plural: "Webhooks" },
  spaces: { ...DIRECTORY, singular: "space", noun: "space", plural: "Spaces" },
  agents: { ...DIRECTORY, singular: "agent", noun: "agent", plural: "Agents" },
  consumers: { ...DIRECTORY, singular: "consumer", noun: "consumer", plural: "Consumers" },
};

/** Returns the name by which people know an item. */
export function nameOf(item: ItemOf<CollectionName>): string {
  if ("name" in item) return item.name;
  if ("title" in item) return item.title;
  return "displayName" in item ? item.displayName : item.email;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** How many match, on all pages. */
  readonly total: number;
  /** Start of the next page, if there is one. */
  readonly nextAfter?: string;
}

/** One item and its version. */
export interface ItemVersion<Item> {
  readonly item: Item;
  readonly etag: string | undefined;
}

/** Secrets by field name, in plain text. */
export type Secrets = Readonly<Record<string, string>>;

/** An item that was created, changed or rotated, with the secrets that are shown only this once. */
export interface Revealing<Item> extends ItemVersion<Item> {
  readonly secrets: Secrets;
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

interface ListOptions {
  /** Filters and the start of the page; without a limit the page holds everything. */
  readonly query?: Query;
  readonly signal?: AbortSignal;
}

/** Leaves shared secrets out of answers, because each one shown is recorded in the audit log. */
const LEFT_OUT: Partial<Record<CollectionName, Query>> = {
  certificates: { withoutSecretKey: true },
};

/** Reads a page of a collection, in order of creation. */
export async function list<Name extends CollectionName>(
  collection: Name,
  { query = {}, signal }: ListOptions = {},
): Promise<Page<ItemOf<Name>>> {
  const path = `/${collection}${queryText({ ...LEFT_OUT[collection], ...query })}`;
  return (await request<Page<ItemOf<Name>>>(path, signal ? { signal } : {})).body;
}

/** Reads the whole of a collection that is always small, to offer its items as a choice. */
export async function listAll<Name extends CollectionName>(
  collection: Name,
  options: ListOptions = {},
): Promise<readonly ItemOf<Name>[]> {
  return (await list(collection, options)).items;
}

/** Counts the items of a collection, or those that filters let through. */
export async function countOf(
  collection: CollectionName,
  { query, signal }: ListOptions = {},
): Promise<number> {
  return (await list(collection, { query: { ...query, limit: 1 }, ...(signal && { signal }) }))
    .total;
}

export async function read<Name extends CollectionName>(
  collection: Name,
  id: string,
): Promise<ItemVersion<ItemOf<Name>>> {
  return split(collection, await request(itemPath(collection, id) + leftOut(collection)));
}

/** Reads a certificate with its shared secret, which the audit log records. */
export async function readWithSecret(id: string): Promise<ItemVersion<api.Certificate>> {
  return split("certificates", await request(itemPath("certificates", id)));
}

/** @param options.idempotencyKey The same for every attempt, so that only one item is created. */
export async function create<Name extends CollectionName>(
  collection: Name,
  { input, idempotencyKey }: { readonly input: InputOf<Name>; readonly idempotencyKey: string },
): Promise<Revealing<ItemOf<Name>>> {
  const options = { method: "POST", body: input, idempotencyKey } as const;
  return split(collection, await request(`/${collection}${leftOut(collection)}`, options));
}

/** Asks whether an item could be created. @throws {ApiError} With all that stands in the way. */
export async function tryCreate<Name extends CollectionName>(
  collection: Name,
  input: InputOf<Name>,
): Promise<void> {
  await request(`/${collection}?dryRun=true`, { method: "POST", body: input });
}

interface Target {
  readonly id: string;
  /** The version to change. Default: any. */
  readonly etag?: string | undefined;
}

/** @throws {ApiError} With 412 if somebody else has changed the item since. */
export async function update<Name extends CollectionName>(
  collection: Name,
  { id, etag, patch }: Target & { readonly patch: PatchOf<Name> },
): Promise<Revealing<ItemOf<Name>>> {
  const options = { method: "PATCH", body: patch, etag } as const;
  return split(collection, await request(itemPath(collection, id) + leftOut(collection), options));
}

export async function remove(collection: CollectionName, { id, etag }: Target): Promise<void> {
  await request(itemPath(collection, id), { method: "DELETE", etag });
}

/** How long an action waits for the outcomes of its notices. */
export const WAIT_SECONDS = 5;

/** Actions that send no notices. */
type Silent = "rotate-secret" | "rotate-signing-secret" | "revoke-tokens" | "rebuild-cache";
type Telling = "rotate" | "wake" | "test";

/** The notices that an action has sent, as far as they were settled within {@link WAIT_SECONDS}. */
export interface NoticeOutcomes {
  readonly outcomes: readonly api.Notice[];
}

export type Rotation = "rotate" | "rotate-secret" | "rotate-signing-secret";

interface RotationOptions {
  readonly action: Rotation;
  /** Default: no body. */
  readonly body?: { readonly overlapHours: number };
}

/** Replaces the key, secret or certificate of an item. */
export async function rotate<Name extends CollectionName>(
  collection: Name,
  { id, etag, action, body: options }: Target & RotationOptions,
): Promise<Revealing<ItemOf<Name>> & NoticeOutcomes> {
  const target = { id, etag, action, ...(options && { body: options }) };
  const answer = await run<Record<string, unknown>>(collection, target);
  const { outcomes = [], ...body } = answer.body;
  return {
    ...split(collection, { ...answer, body }),
    outcomes: outcomes as NoticeOutcomes["outcomes"],
  };
}

/** Runs an action on an item that changes nothing of what the console shows. */
export async function act(
  collection: CollectionName,
  target: Target & { readonly action: Silent | Telling },
): Promise<NoticeOutcomes> {
  const { body } = await run<Partial<NoticeOutcomes> | undefined>(collection, target);
  return { outcomes: body?.outcomes ?? [] };
}

function run<Body>(
  collection: CollectionName,
  {
    id,
    etag,
    action,
    body,
  }: Target & { readonly action: Silent | Telling; readonly body?: object },
): Promise<Answer<Body>> {
  const isTelling = action === "rotate" || action === "wake" || action === "test";
  const query = queryText({
    ...(action === "rotate" && LEFT_OUT[collection]),
    ...(isTelling && { wait: WAIT_SECONDS }),
  });
  return request(`${itemPath(collection, id)}/${action}${query}`, { method: "POST", etag, body });
}

function itemPath(collection: CollectionName, id: string): string {
  return `/${collection}/${encodeURIComponent(id)}`;
}

function leftOut(collection: CollectionName): string {
  return queryText(LEFT_OUT[collection] ?? {});
}

export function queryText(query: Query): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const text = new URLSearchParams(
    entries.map(([name, value]) => [name, String(value)]),
  ).toString();
  return text && `?${text}`;
}

/** A response holds the item in one field, with secrets next to it. */
function split<Name extends CollectionName>(
  collection: Name,
  { body, etag }: Answer<Record<string, unknown>>,
): Revealing<ItemOf<Name>> {
  const { [COLLECTIONS[collection].singular]: item, ...secrets } = body;
  return { item: item as ItemOf<Name>, etag, secrets: secrets as Secrets };
}
