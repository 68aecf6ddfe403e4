/**
 * Simulates administrators who save all day. Each lane is one of them, who creates, changes and
 * deletes one resource of each collection, binds them to an API key and rotates it, one request
 * after another. The stream remembers the server's answers, so that a test can end the server at
 * any moment and then check that exactly the acknowledged state exists: in the collections, in the
 * audit log, and for the partner that has the key.
 */
import { callPartner, callServed, DROPPED, type PartnerAnswer } from "./partner-client.ts";

/** The collections that a lane saves to, with their names in answers and audit entries. */
export const COLLECTIONS = {
  spaces: "space",
  agents: "agent",
  clients: "client",
  certificates: "certificate",
  webhooks: "webhook",
  contracts: "contract",
  "api-keys": "apiKey",
} as const;

type Collection = keyof typeof COLLECTIONS;

const COLLECTION_NAMES = Object.keys(COLLECTIONS) as Collection[];

/** Matches any value, where the server chooses it. */
const UNKNOWN = Symbol("unknown");

type View = Readonly<Record<string, unknown>>;

/** At most one resource of each kind, and the agent's front settings. */
type State = Readonly<Partial<Record<Collection | "frontSettings", View>>>;

/** One save: its request, its log entry, and the state after it. */
interface Save {
  readonly method: "POST" | "PATCH" | "PUT" | "DELETE";
  readonly path: string;
  readonly body?: View;
  readonly collection: Collection;
  readonly action: string;
  readonly after: State;
}

/** A sequence of saves, with its own resources. */
interface Lane {
  readonly number: number;
  state: State;
  /** A save that may have been answered or not, because the server ended in the meantime. */
  pending: Save | undefined;
  /** Undefined if the answer that revealed it was lost. */
  rawKey: string | undefined;
  /** Raw keys that must no longer work. */
  readonly spent: string[];
}

/** A save as it should be in the audit log. */
interface LoggedSave {
  readonly action: string;
  readonly resource: string;
  readonly resourceId: string;
}

export interface AuditEntry extends LoggedSave {
  readonly id: string;
  readonly changes: Readonly<Record<string, readonly [unknown, unknown]>>;
}

export interface SaveStreamOptions {
  readonly token: string;
  /** Number of lanes that save in parallel. */
  readonly lanes: number;
  readonly notificationUrl: (lane: number) => string;
}

/** A stream of administrators' saves to a server that may end at any moment (ATTACK-J127). */
export interface SaveStream {
  /** Returns the number of saves answered so far. */
  acknowledged(): number;
  /** Saves until the server no longer answers, or `isOver` returns true. */
  run(url: string, options?: { readonly isOver?: () => boolean }): Promise<void>;
  /**
   * Compares the server's state with its answers: every acknowledged save exists, interrupted ones
   * exist completely or not at all, the audit log lists exactly these, and partners are served the
   * same.
   *
   * @throws {Error} at the first difference
   */
  verify(url: string): Promise<void>;
}

export function createSaveStream(options: SaveStreamOptions): SaveStream {
  const { token, notificationUrl } = options;
  const lanes = Array.from(
    { length: options.lanes },
    (_, number): Lane => ({
      number,
      state: {},
      pending: undefined,
      rawKey: undefined,
      spent: [],
    }),
  );
  /** Saves answered since the last look at the audit log. */
  let unseen: LoggedSave[] = [];
  let newestAudit: string | undefined;
  const audited: AuditedState = new Map();
  let acknowledged = 0;
  let count = 0;

  const call = (url: string, method: string, path: string, body?: unknown) =>
    callServed(`${url}/admin/api${path}`, { method, body, authorization: `Bearer ${token}` });

  function nameOf(lane: Lane): string {
    return `lane ${lane.number} ${++count}`;
  }

  async function runLane(lane: Lane, url: string, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const save = nextSave(lane, { name: nameOf(lane), notificationUrl });
      lane.pending = save;
      let answer: PartnerAnswer;
      try {
        answer = await call(url, save.method, save.path, save.body);
      } catch {
        return;
      }
      lane.pending = undefined;
      unseen.push(acknowledge(lane, save, answer));
      acknowledged += 1;
    }
  }

  async function verifyLane(lane: Lane, url: string): Promise<LoggedSave | undefined> {
    const actual = await readLane(lane, url);
    const { pending, state } = lane;
    if (isLike(actual, state)) {
      lane.pending = undefined;
      return undefined;
    }
    if (!pending || !isLike(actual, pending.after)) {
      throw new Error(
        `Lane ${lane.number} is neither as it was answered ${JSON.stringify(state)} nor as after ` +
          `${JSON.stringify(pending)}, but ${JSON.stringify(actual)}`,
      );
    }
    const { action, collection } = pending;
    const resource = COLLECTIONS[collection];
    const resourceId = idOf(actual[collection]) ?? idOf(state[collection])!;
    if (collection === "api-keys" && action !== "update") {
      if (lane.rawKey !== undefined) lane.spent.push(lane.rawKey);
      lane.rawKey = undefined;
    }
    lane.state = actual;
    lane.pending = undefined;
    return { action, resource, resourceId };
  }

  async function readLane({ number }: Lane, url: string): Promise<State> {
    const state: Partial<Record<Collection | "frontSettings", View>> = {};
    for (const collection of COLLECTION_NAMES) {
      const all = await readAll(url, collection);
      const mine = all.filter((item) => textOf(item).startsWith(`lane ${number} `));
      if (mine.length > 1) throw new Error(`Lane ${number} has ${mine.length} ${collection}`);
      if (mine[0]) state[collection] = mine[0];
    }
    if (state.agents) {
      const answer = await call(url, "GET", `/agents/${idOf(state.agents)}/front-settings`);
      state.frontSettings = answer.json;
    }
    return state;
  }

  async function readAll(url: string, collection: string): Promise<View[]> {
    const answer = await call(url, "GET", `/${collection}`);
    if (answer.status !== 200) throw new Error(`GET ${collection}: ${answer.text}`);
    return answer.json.items;
  }

  async function verifyAudit(url: string, applied: readonly LoggedSave[]): Promise<void> {
    const entries = await readAudit((path) => call(url, "GET", path), newestAudit);
    newestAudit = entries.at(-1)?.id ?? newestAudit;
    const saves = entries.filter(isSave);
    const told = saves.map(lineOf);
    const known = [...unseen, ...applied].map(lineOf);
    const [missing, surplus] = [without(known, told), without(told, known)];
    if (missing.length + surplus.length > 0) {
      throw new Error(`The audit log lacks [${missing}], and has [${surplus}] in addition`);
    }
    unseen = [];
    for (const entry of saves) replay(audited, entry);
    for (const collection of COLLECTION_NAMES) {
      compareAudited(audited, COLLECTIONS[collection], await readAll(url, collection));
    }
  }

  return {
    acknowledged: () => acknowledged,
    async run(url, { isOver = () => false } = {}) {
      await Promise.all(lanes.map((lane) => runLane(lane, url, isOver)));
    },
    async verify(url) {
      const applied = await Promise.all(lanes.map((lane) => verifyLane(lane, url)));
      await verifyAudit(
        url,
        applied.filter((save) => save !== undefined),
      );
      await Promise.all(lanes.map((lane) => verifyPartner(lane, url)));
    },
  };
}

/** Reads the audit log after an entry, oldest first. */
export async function readAudit(
  get: (path: string) => Promise<PartnerAnswer>,
  behind?: string,
): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  let before = "";
  for (;;) {
    const { items, nextBefore } = (await get(`/audit?limit=200${before}`)).json;
    const fresh = items.filter(({ id }: AuditEntry) => behind === undefined || id > behind);
    entries.push(...fresh);
    if (nextBefore === null || fresh.length < items.length) return entries.reverse();
    before = `&before=${nextBefore}`;
  }
}

/** The state according to the audit log: resource → id → fields. */
export type AuditedState = Map<string, Map<string, Record<string, unknown>>>;

/** Checks that an entry is about a change; some record that a secret was shown. */
export function isSave({ resource, action }: AuditEntry): boolean {
  return (Object.values(COLLECTIONS) as string[]).includes(resource) && action !== "read-secret";
}

/** Applies a change again from its audit entry. */
export function replay(state: AuditedState, { resource, resourceId, ...entry }: AuditEntry): void {
  const rows = state.get(resource) ?? new Map<string, Record<string, unknown>>();
  state.set(resource, rows);
  const row = rows.get(resourceId) ?? {};
  for (const [field, [, after]] of Object.entries(entry.changes)) row[field] = after;
  if (entry.action !== "delete") rows.set(resourceId, row);
  else {
    rows.delete(resourceId);
    forget(state, resourceId);
  }
}

/** Unbinds a deleted resource; an agent is deleted with its space. */
function forget(state: AuditedState, id: string): void {
  for (const row of state.get("apiKey")?.values() ?? []) {
    for (const field of Object.keys(row)) if (row[field] === id) row[field] = null;
  }
  for (const row of state.get("contract")?.values() ?? []) {
    const spaceIds = (row.spaceIds ?? []) as string[];
    row.spaceIds = spaceIds.filter((spaceId) => spaceId !== id);
  }
  for (const [agentId, row] of state.get("agent") ?? []) {
    if (row.spaceId === id) state.get("agent")!.delete(agentId);
  }
}

/** @throws {Error} if the rows differ from the audit log */
export function compareAudited(
  state: AuditedState,
  resource: string,
  items: readonly View[],
): void {
  const told = state.get(resource) ?? new Map<string, Record<string, unknown>>();
  const ids = (all: Iterable<unknown>) => Array.from(all).sort().join();
  if (ids(told.keys()) !== ids(items.map(({ id }) => id))) {
    throw new Error(`By the audit log there are other ${resource}s: ${ids(told.keys())}`);
  }
  for (const item of items) {
    for (const [field, value] of Object.entries(told.get(item.id as string)!)) {
      const isTold = field in item && !String(value).startsWith("(hidden)");
      if (!isTold || isLike(item[field] ?? null, value ?? null)) continue;
      throw new Error(
        `${resource} ${item.id}: ${field} is ${JSON.stringify(item[field])}, by the audit log ` +
          JSON.stringify(value),
      );
    }
  }
}

/** Removes each of the others once from a list. */
function without(list: readonly string[], others: readonly string[]): string[] {
  const left = [...list];
  for (const other of others) {
    const index = left.indexOf(other);
    if (index !== -1) left.splice(index, 1);
  }
  return left;
}

function lineOf({ action, resource, resourceId }: LoggedSave): string {
  return `${action} ${resource} ${resourceId}`;
}

/** Updates the known state from an answer. @throws {Error} if it is not as requested */
function acknowledge(lane: Lane, save: Save, { status, text }: PartnerAnswer): LoggedSave {
  const { collection, action, after } = save;
  if (status >= 300) throw new Error(`${save.method} ${save.path}: ${status} ${text}`);
  const body = text === "" ? {} : JSON.parse(text);
  const resource = COLLECTIONS[collection];
  const view: View | undefined = body[resource];
  if (view && !isLike(view, after[collection])) {
    throw new Error(`${save.path}: ${text} is not ${JSON.stringify(after[collection])}`);
  }
  const resourceId = idOf(view) ?? idOf(lane.state[collection])!;
  lane.state = view ? { ...after, [collection]: view } : after;
  if (collection === "api-keys" && (body.key || action === "delete")) {
    if (lane.rawKey !== undefined) lane.spent.push(lane.rawKey);
    lane.rawKey = body.key;
  }
  return { action, resource, resourceId };
}

interface Next {
  readonly name: string;
  readonly notificationUrl: (lane: number) => string;
}

function nextSave(lane: Lane, next: Next): Save {
  return creation(lane, next) ?? pick(changes(lane, next));
}

/** Creates a missing resource; the key comes last, with all four bindings. */
function creation({ number, state }: Lane, { name, notificationUrl }: Next): Save | undefined {
  const text = name.replaceAll(" ", "-");
  const url = notificationUrl(number);
  const bodies: readonly [Collection, View][] = [
    ["spaces", { title: name, description: "A space" }],
    ["agents", { spaceId: idOf(state.spaces), agentId: text, displayName: name }],
    ["clients", { name }],
    ["certificates", { name }],
    ["webhooks", { name, origin: `https://${text}.example`, notificationUrl: url }],
    ["contracts", { name, spaceIds: [idOf(state.spaces)] }],
    ["api-keys", { name, ...bindingsOf(state) }],
  ];
  const missing = bodies.find(([collection]) => !state[collection]);
  if (!missing) return undefined;
  const [collection, body] = missing;
  const bound = collection === "api-keys" ? WORKING : {};
  return {
    method: "POST",
    path: `/${collection}`,
    body,
    collection,
    action: "create",
    after: {
      ...state,
      [collection]: { ...body, ...bound, id: UNKNOWN, ...REST },
      ...(collection === "agents" && { frontSettings: {} }),
    },
  };
}

/** Matches the other fields of a view, which the server chooses. */
const REST = { [UNKNOWN]: true };

function bindingsOf(state: State): View {
  return {
    clientId: idOf(state.clients),
    certificateId: idOf(state.certificates),
    contractId: idOf(state.contracts),
    webhookId: idOf(state.webhooks),
  };
}

const BOUND = {
  clients: "clientId",
  certificates: "certificateId",
  contracts: "contractId",
  webhooks: "webhookId",
} as const;

/** What the view of a key says of its bindings. */
const WORKING = { fullyBound: true, state: "working" };
const NOT_BOUND = { fullyBound: false, state: "not-bound" };

/** Returns every possible change of the existing resources. */
function changes({ number, state, rawKey }: Lane, { name, notificationUrl }: Next): Save[] {
  const key = state["api-keys"]!;
  const bindings = bindingsOf(state);
  const isBound = key.fullyBound === true;
  const patch = (collection: Collection, body: View, further: View = {}): Save => ({
    method: "PATCH",
    path: `/${collection}/${idOf(state[collection])}`,
    body,
    collection,
    action: "update",
    after: { ...state, [collection]: { ...state[collection], ...body, ...further } },
  });
  const rotate = (collection: Collection, unknown: readonly string[]): Save => ({
    method: "POST",
    path: `/${collection}/${idOf(state[collection])}/rotate`,
    collection,
    action: "rotate",
    after: {
      ...state,
      [collection]: {
        ...state[collection],
        ...Object.fromEntries(unknown.map((field) => [field, UNKNOWN])),
      },
    },
  });
  const rotateKey = rotate("api-keys", ["displayPrefix"]);
  // The key cannot be used without its plain text.
  if (rawKey === undefined) return [rotateKey];
  if (!isBound) return [patch("api-keys", bindings, WORKING)];
  const unbound = pick(Object.values(BOUND));
  const isOffered = (state.contracts!.spaceIds as string[]).length > 0;
  const validity = ["publicCertificate", "fingerprint", "notBefore", "notAfter"];
  const often = [
    patch("api-keys", { name }),
    patch("api-keys", { [unbound]: null }, NOT_BOUND),
    rotateKey,
    rotate("certificates", validity),
    patch("spaces", { title: name }),
    patch("agents", { displayName: name }),
    patch("contracts", { otpInsideRegistration: !state.contracts!.otpInsideRegistration }),
    patch("contracts", { name }),
    ...(isOffered ? [] : [patch("contracts", { spaceIds: [idOf(state.spaces)] })]),
    patch("webhooks", { notificationUrl: `${notificationUrl(number)}/${name.split(" ").at(-1)}` }),
    saveFrontSettings(state, name),
  ];
  const seldom = COLLECTION_NAMES.map((collection) => removal(state, collection));
  return [...often, ...often, pick(seldom)];
}

function saveFrontSettings(state: State, name: string): Save {
  return {
    method: "PUT",
    path: `/agents/${idOf(state.agents)}/front-settings`,
    body: { name },
    collection: "agents",
    action: "front-settings",
    after: { ...state, frontSettings: { name } },
  };
}

/** Deletes a resource and what depends on it: bindings, agents, its place in the contract. */
function removal(state: State, collection: Collection): Save {
  const { [collection]: gone, ...others } = state;
  const after: Record<string, View> = others;
  const binding = BOUND[collection as keyof typeof BOUND];
  if (binding) after["api-keys"] = { ...state["api-keys"], [binding]: null, ...NOT_BOUND };
  if (collection === "spaces") {
    delete after.agents;
    after.contracts = { ...state.contracts, spaceIds: [] };
  }
  if (collection === "spaces" || collection === "agents") delete after.frontSettings;
  return {
    method: "DELETE",
    path: `/${collection}/${idOf(gone)}`,
    collection,
    action: "delete",
    after,
  };
}

/** Checks that the key's partner is served what administrators see. */
async function verifyPartner({ number, state, rawKey, spent }: Lane, url: string): Promise<void> {
  const key = state["api-keys"];
  const origin = state.webhooks?.origin as string | undefined;
  if (origin === undefined) return;
  const read = (path: string, bearer: string) =>
    callPartner(`${url}/v1${path}`, { origin, authorization: `Bearer ${bearer}` });
  const fail = (what: string, got: unknown) =>
    new Error(`Lane ${number}: ${what}: ${got === DROPPED ? DROPPED : JSON.stringify(got)}`);
  if (!key?.fullyBound) {
    const answer = await read("/space/list", rawKey ?? "");
    if (answer !== DROPPED) throw fail("the Origin of no fully bound key is served", answer);
    return;
  }
  for (const dead of spent) {
    const answer = await read("/space/list", dead);
    if (answer === DROPPED || answer.status !== 401) throw fail("a spent key works", answer);
  }
  if (rawKey === undefined) return;
  const results: unknown[] = [];
  for (const path of [
    "/space/list",
    "/resources/consumer-contract",
    "/resources/consumer-policy",
  ]) {
    const answer = await read(path, rawKey);
    if (answer === DROPPED || answer.status !== 200) throw fail(path, answer);
    results.push(answer.json.result);
  }
  const { name, otpInsideRegistration, spaceIds } = state.contracts!;
  const isOffered = (spaceIds as string[]).length > 0;
  const agents = state.agents ? [{ displayName: state.agents.displayName, ...REST }] : [];
  const expected = [
    isOffered ? [{ title: state.spaces!.title, agents, ...REST }] : [],
    { name, apiKeyId: key.id, ...REST },
    { otpInsideRegistration, ...REST },
  ];
  if (!isLike(results, expected))
    throw fail("partner and administrators see different things", results);
}

/** Not compared, because they depend on the time. */
const TIMES = new Set(["createdAt", "updatedAt", "lastUsedAt"]);

/** Compares JSON with an expected value, in which parts may be unknown. */
export function isLike(actual: unknown, expected: unknown): boolean {
  if (expected === UNKNOWN) return true;
  if (typeof expected !== "object" || expected === null || typeof actual !== "object") {
    return actual === expected;
  }
  if (actual === null || Array.isArray(actual) !== Array.isArray(expected)) return false;
  const isPartial = UNKNOWN in expected;
  const fields = new Set([...(isPartial ? [] : Object.keys(actual)), ...Object.keys(expected)]);
  return Array.from(fields).every(
    (field) =>
      TIMES.has(field) ||
      isLike((actual as View)[field], (expected as Record<string, unknown>)[field]),
  );
}

function idOf(view: View | undefined): string | undefined {
  return view?.id as string | undefined;
}

function textOf({ name, title, displayName }: View): string {
  return String(name ?? title ?? displayName);
}

function pick<Item>(items: readonly Item[]): Item {
  return items[Math.floor(Math.random() * items.length)]!;
}
