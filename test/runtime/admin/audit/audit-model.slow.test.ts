import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { addAdministrator } from "../../../../runtime/admin/accounts/add-administrator.ts";
import {
  auditLines,
  type ExportedLogs,
  readExport,
} from "../../../../runtime/admin/audit/export-audit.ts";
import { removeOldEntries } from "../../../../runtime/admin/audit/remove-old-entries.ts";
import {
  findLostOrganizations,
  verifyAudit,
} from "../../../../runtime/admin/audit/verify-audit.ts";
import { createSpace } from "../../../../runtime/partner/chain/spaces.ts";
import { runChange } from "../../../../runtime/partner/change.ts";
import type { AuditEntry } from "../../../../runtime/store/rows.ts";
import { IS_LONG } from "../../../support/extent.ts";
import { createTestPlatform, type TestPlatform } from "../../../support/platform.ts";
import { createRandom } from "../../../support/random.ts";
import { ENGINE } from "../../../support/store-place.ts";

/**
 * A model of the audit log of "Acme" as whoever can write to the database may leave it. The model
 * knows of each state whether content/admin/logs.md says that it is found.
 */
interface State {
  /** In no order. */
  readonly rows: readonly Row[];
  readonly head: { readonly sequence: number; readonly hash: string | null } | null;
  /** The id and the name of the organization; null if the store does not have it. */
  readonly organization: { readonly id: string; readonly name: string } | null;
}

/** A row of the table; `changes` as the text that it is there. */
type Row = Omit<AuditEntry, "changes" | "sequence"> & {
  readonly changes: string;
  readonly sequence: number | null;
};

interface Tampering {
  readonly name: string;
  apply(state: State): State;
}

/** Entries of the log. */
const CHAIN = IS_LONG ? 12 : 8;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Pairs that the gate tries; the long suite tries all on SQLite. */
const PAIRS = IS_LONG ? 3_000 : 75;

it.each([
  { what: "from the first entry on", removed: 0, seed: 1 },
  { what: "after older ones were removed because of their age", removed: 3, seed: 2 },
])(
  "ATTACK-S223: tampering with entries $what is found wherever the page says so",
  async ({ removed, seed }) => {
    const world = await createTestPlatform();
    const { honest, exports } = await makeLog(world, removed);
    const kinds = tamperings(honest);
    const states = [
      { name: "nothing", state: honest },
      ...kinds.map(({ name, apply }) => ({ name, state: apply(honest) })),
      ...pairsOf(kinds, seed).map(([one, other]) => ({
        name: `${one.name}, then ${other.name}`,
        state: other.apply(one.apply(honest)),
      })),
    ];
    const wrong: string[] = [];
    for (const { name, state } of states) {
      // The store refuses an id that another entry has.
      if (new Set(state.rows.map(({ id }) => id)).size < state.rows.length) continue;
      await write(world, state);
      for (const earlier of exports) {
        const faults = await verifyAll(world, earlier.logs);
        if (faults.length > 0 !== isFound(state, earlier.rows)) {
          wrong.push(
            `${name}, with an export of ${earlier.rows.length}: ${faults.join(" ") || "-"}`,
          );
        }
      }
    }
    expect(wrong).toEqual([]);
  },
);

it("ATTACK-S223: a log that nobody touched is never reported, whatever was removed because of its age", async () => {
  const world = await createTestPlatform();
  const { platform, clock } = world;
  const actor = await addAcme(world);
  const exports: ExportedLogs[] = [new Map()];
  for (let day = 1; day <= CHAIN; day++) {
    clock.advance(day % 3 === 0 ? 0 : DAY_MS);
    await runChange(platform, actor, (change) =>
      createSpace(change, { title: `${day}`, description: "" }),
    );
    if (day % 4 === 0) await removeOldEntries(platform, day === 4 ? 3 : 2);
    exports.push(await exportNow(world));
    for (const earlier of exports) expect(await verifyAll(world, earlier)).toEqual([]);
  }
});

/** Creates a log, with exports of none, some and all of them. */
async function makeLog(world: TestPlatform, removed: number) {
  const { platform, clock, place } = world;
  const actor = await addAcme(world);
  const exports = [{ logs: new Map() as ExportedLogs, rows: [] as readonly Row[] }];
  const rowsNow = async () =>
    (await place.sql("select * from audit order by sequence")).map((row) => fromColumns(row));
  const add = (title: string) =>
    runChange(platform, actor, (change) => createSpace(change, { title, description: "" }));
  // Two entries are there: of the organization and of its administrator.
  for (let number = 3; number <= CHAIN + removed - (removed > 0 ? 1 : 0); number++) {
    if (number === removed + 1) clock.advance(3 * DAY_MS);
    await add(`${number}`);
    if (number === CHAIN - 3) exports.push({ logs: await exportNow(world), rows: await rowsNow() });
  }
  if (removed > 0) await removeOldEntries(platform, 1);
  const rows = await rowsNow();
  expect(rows).toHaveLength(CHAIN);
  exports.push({ logs: await exportNow(world), rows });
  const [head] = await place.sql("select sequence, hash from audit_heads");
  const organization = { id: actor.organizationId, name: "Acme" };
  return { honest: { rows, head, organization } as unknown as State, exports };
}

async function addAcme({ platform }: TestPlatform) {
  const { organization } = await addAdministrator(platform, {
    wanted: {
      organization: "Acme",
      email: "admin@acme.test",
      password: "four words of nobody",
      permissions: ["audit"],
    },
    actor: "test",
  });
  return { organizationId: organization.id, name: "admin@acme.test" };
}

async function exportNow({ platform }: TestPlatform): Promise<ExportedLogs> {
  const organizations = await platform.store.read.organizations.list({});
  return readExport(auditLines(platform.store, { organizations }), "export.ndjson");
}

/** Finds as `docgate audit verify` does. */
async function verifyAll({ platform }: TestPlatform, earlier: ExportedLogs): Promise<string[]> {
  const { store } = platform;
  const faults = [...(await findLostOrganizations(store, earlier))];
  for (const organization of await store.read.organizations.list({})) {
    const report = await verifyAudit(store, organization, earlier.get(organization.id));
    faults.push(...report.faults);
  }
  return faults;
}

/** True if the page says that verifying against an export of these rows finds it. */
function isFound({ rows, head, organization }: State, earlier: readonly Row[]): boolean {
  if (organization === null) return rows.length > 0 || head !== null || earlier.length > 0;
  if (rows.some(({ organizationId }) => organizationId !== organization.id)) return true;
  if (earlier.some(({ organizationId }) => organizationId !== organization.id)) return true;
  const inOrder = rows.toSorted((one, other) => (one.sequence ?? 0) - (other.sequence ?? 0));
  const [first] = inOrder;
  if (!first) return head !== null || earlier.length > 0;
  const start = first.sequence ?? 0;
  if (!inOrder.every(({ sequence }, index) => sequence === start + index) || start < 1) return true;
  const links = [start === 1 ? null : first.previousHash, ...inOrder.map(hashOf)];
  if (inOrder.some(({ previousHash }, index) => previousHash !== links[index])) return true;
  if (head?.sequence !== inOrder.at(-1)!.sequence || head.hash !== links.at(-1)) return true;
  if (start > 1 && !inOrder.some((row) => isRemovalUpTo(row, first))) return true;
  const named = [...earlier, ...inOrder].findLast(({ resource }) => resource === "organization");
  if (named && named.name !== organization.name) return true;
  const before = earlier.find(({ sequence }) => sequence === start - 1);
  if (before && hashOf(before) !== first.previousHash) return true;
  const lines = new Set(inOrder.map(lineOf));
  return earlier.some((row) => row.sequence! >= start && !lines.has(lineOf(row)));
}

function isRemovalUpTo({ action, changes }: Row, first: Row): boolean {
  if (action !== "remove-old") return false;
  const told = parsed(changes) as Partial<Record<string, readonly unknown[]>> | null;
  const isSame = (field: "sequence" | "previousHash") => told?.[field]?.[1] === first[field];
  return isSame("sequence") && isSame("previousHash");
}

function lineOf({ sequence, previousHash, organizationId, changes, ...rest }: Row): string {
  const { id, at, admin, network, action, resource, resourceId, name } = rest;
  const start = { sequence, previousHash, organizationId, id, at, admin, network, action };
  return JSON.stringify({ ...start, resource, resourceId, name, changes: parsed(changes) });
}

function parsed(changes: string): unknown {
  try {
    return JSON.parse(changes);
  } catch {
    // A text that another program wrote.
    return changes;
  }
}

function hashOf(row: Row): string {
  return createHash("sha256").update(lineOf(row)).digest("hex");
}

/** Every kind of tampering with the log. */
function tamperings(honest: State): readonly Tampering[] {
  const places = [...honest.rows.keys()];
  const [start, end] = [honest.rows[0]!.sequence!, honest.head!.sequence];
  return [
    ...places.flatMap((index) => [
      ...edits(index, honest),
      ...removals(index),
      ...insertions(index),
    ]),
    ...places.flatMap((one) => places.slice(one + 1).flatMap((other) => swaps(one, other))),
    ...places.map((index) => headAt(index)),
    ...[2, 3, 6].flatMap((count) => cuts(count, start)),
    { name: "no noted end", apply: (state: State) => ({ ...state, head: null }) },
    { name: "hashes made again", apply: rechain },
    {
      name: "numbers and hashes made again",
      apply: (state: State) => rechain(renumber(state, start)),
    },
    { name: "numbers from 1 and hashes made again", apply: (state) => rechain(renumber(state, 1)) },
    { name: "all entries removed", apply: (state) => ({ ...state, rows: [] }) },
    { name: "a log from the end on", apply: (state) => cutBefore(state, end + 1) },
    ...organizationChanges(),
  ];
}

const EDITS: readonly Partial<Row>[] = [
  { at: "2026-03-01T12:00:00.001Z" },
  { admin: "somebody else" },
  { network: "203.0.113.7" },
  { action: "remove-old" },
  { resource: "agent" },
  { resourceId: "another" },
  { name: "another" },
  { changes: '{"title":[null,"another"]}' },
  { changes: "not JSON" },
  { changes: "null" },
  { previousHash: null },
  { previousHash: "0".repeat(64) },
  { organizationId: "other" },
  ...[null, 0, -1, 1, 5, 13, 99].map((sequence) => ({ sequence })),
];

function edits(index: number, { rows }: State): readonly Tampering[] {
  const changes: readonly Partial<Row>[] = [...EDITS, { id: `another-${index}` }];
  return changes
    .filter((edit) =>
      Object.entries(edit).some(([column, value]) => rows[index]![column as keyof Row] !== value),
    )
    .map((edit) => ({
      name: `row ${index} with ${JSON.stringify(edit)}`,
      apply: (state) => onRow(state, index, (row) => [{ ...row, ...edit }]),
    }));
}

function removals(index: number): readonly Tampering[] {
  return [{ name: `row ${index} removed`, apply: (state) => onRow(state, index, () => []) }];
}

function insertions(index: number): readonly Tampering[] {
  return [null, 0, undefined].map((sequence) => ({
    name: `row ${index} again with number ${sequence}`,
    apply: (state) =>
      onRow(state, index, (row) => {
        const copy = { ...row, id: `copy-${state.rows.length}-${row.id}` };
        return [row, sequence === undefined ? copy : { ...copy, sequence }];
      }),
  }));
}

/** Exchanges the numbers of two rows, or their numbers and hashes. */
function swaps(one: number, other: number): readonly Tampering[] {
  const exchange = (state: State, pick: (row: Row) => Partial<Row>) => {
    const [a, b] = [state.rows[one], state.rows[other]];
    if (!a || !b) return state;
    const rows = state.rows.with(one, { ...a, ...pick(b) }).with(other, { ...b, ...pick(a) });
    return { ...state, rows };
  };
  return [
    {
      name: `numbers of rows ${one} and ${other} swapped`,
      apply: (state) => exchange(state, ({ sequence }) => ({ sequence })),
    },
    {
      name: `rows ${one} and ${other} swapped`,
      apply: (state) =>
        exchange(state, ({ sequence, previousHash }) => ({ sequence, previousHash })),
    },
  ];
}

/** Puts the noted end back; without computing, as the hash is in the next row. */
function headAt(index: number): Tampering {
  return {
    name: `end noted at row ${index}`,
    apply(state) {
      const [row, next] = [state.rows[index], state.rows[index + 1]];
      if (!row) return state;
      const hash = next ? next.previousHash : hashOf(row);
      return { ...state, head: { sequence: row.sequence ?? 0, hash } };
    },
  };
}

/** Removes entries of the start or the middle, and writes down that they were too old. */
function cuts(count: number, start: number): readonly Tampering[] {
  return [
    {
      name: `the first ${count} cut, with an entry about it`,
      apply: (state) => cutBefore(state, start + count),
    },
    {
      name: `${count} cut from the middle, with an entry about it`,
      apply(state) {
        const rows = state.rows.filter((_, index) => index < 3 || index >= 3 + count);
        return withRemoval({ ...state, rows }, state.rows[3 + count]);
      },
    },
    {
      name: `${count} cut from the end, with the noted end`,
      apply(state) {
        const rows = state.rows.slice(0, -count);
        return headAt(rows.length - 1).apply({ ...state, rows });
      },
    },
  ];
}

function cutBefore(state: State, sequence: number): State {
  const rows = state.rows.filter((row) => (row.sequence ?? 0) >= sequence);
  return withRemoval({ ...state, rows }, rows[0]);
}

/** Appends an entry that says that those before the kept one were too old, and notes the end. */
function withRemoval(state: State, kept: Row | undefined): State {
  if (state.organization === null || state.head === null) return state;
  const last = state.rows.at(-1);
  const previousHash = last ? hashOf(last) : state.head.hash;
  const sequence = state.head.sequence + 1;
  const row = {
    id: `forged-${state.rows.length}`,
    organizationId: state.organization.id,
    at: "2026-03-09T12:00:00.000Z",
    admin: "retention",
    network: null,
    action: "remove-old",
    resource: "audit",
    resourceId: state.organization.id,
    name: "entries before",
    changes: JSON.stringify({
      sequence: [1, kept?.sequence ?? sequence],
      previousHash: [null, kept ? kept.previousHash : previousHash],
    }),
    sequence,
    previousHash,
  };
  return { ...state, rows: [...state.rows, row], head: { sequence, hash: hashOf(row) } };
}

function renumber(state: State, start: number): State {
  return {
    ...state,
    rows: state.rows.map((row, index) => ({ ...row, sequence: start + index })),
  };
}

/** Computes all hashes but the first, and notes the end. */
function rechain(state: State): State {
  const rows: Row[] = [];
  for (const row of state.rows) {
    const before = rows.at(-1);
    rows.push(before ? { ...row, previousHash: hashOf(before) } : row);
  }
  const last = rows.at(-1);
  return {
    ...state,
    rows,
    head: last ? { sequence: last.sequence ?? 0, hash: hashOf(last) } : null,
  };
}

function organizationChanges(): readonly Tampering[] {
  return [
    {
      name: "the organization renamed",
      apply: (state) => ({
        ...state,
        organization: state.organization && { ...state.organization, name: "Acme Ltd" },
      }),
    },
    {
      name: "the organization removed with everything",
      apply: () => ({ rows: [], head: null, organization: null }),
    },
    {
      name: "a store where the organization has no entries",
      apply: (state) => ({ ...state, rows: [], head: null }),
    },
    {
      name: "the organization with another id",
      apply(state) {
        if (state.organization === null) return state;
        const organization = { ...state.organization, id: "another-id" };
        const rows = state.rows.map((row) => ({ ...row, organizationId: "another-id" }));
        return rechain({ ...state, rows, organization });
      },
    },
  ];
}

function onRow(state: State, index: number, change: (row: Row) => readonly Row[]): State {
  return { ...state, rows: state.rows.flatMap((row, at) => (at === index ? change(row) : [row])) };
}

/** All ordered pairs, or some of them. */
function pairsOf<Item>(items: readonly Item[], seed: number): readonly (readonly [Item, Item])[] {
  if (IS_LONG && ENGINE === "sqlite")
    return items.flatMap((one) => items.map((other) => [one, other] as const));
  const random = createRandom(seed);
  const any = () => items[Math.floor(random() * items.length)]!;
  return Array.from({ length: PAIRS }, () => [any(), any()] as const);
}

const COLUMNS = {
  id: "id",
  organizationId: "organization_id",
  at: "at",
  admin: "admin",
  network: "network",
  action: "action",
  resource: "resource",
  resourceId: "resource_id",
  name: "name",
  changes: "changes",
  sequence: "sequence",
  previousHash: "previous_hash",
} as const satisfies Record<keyof Row, string>;

const FIELDS = Object.keys(COLUMNS) as (keyof Row)[];

function fromColumns(columns: Record<string, unknown>): Row {
  return Object.fromEntries(
    FIELDS.map((field) => [field, columns[COLUMNS[field]]]),
  ) as unknown as Row;
}

/** Writes a state into the store, as another program does. */
async function write({ place }: TestPlatform, state: State): Promise<void> {
  const { rows, head, organization } = state;
  const others = ["other", ...rows.map(({ organizationId }) => organizationId)];
  const owner = organization?.id ?? "";
  const script = [
    ...(ENGINE === "postgres" ? ["set session_replication_role = replica"] : []),
    ...["audit_heads", "audit", "admins", "organizations"].map((table) => `delete from ${table}`),
    ...(organization ? [organization] : []).map(
      ({ id, name }) => `insert into organizations values (${[id, name, 0, 1, ""].map(literal)})`,
    ),
    ...rows.map(
      (row) =>
        `insert into audit (${FIELDS.map((field) => COLUMNS[field])})
         values (${FIELDS.map((field) => literal(row[field]))})`,
    ),
    ...(head && head.hash !== null ? [head] : []).map(
      ({ sequence, hash }) =>
        `insert into audit_heads values (${[owner || others.at(-1)!, sequence, hash].map(literal)})`,
    ),
  ].join(";\n");
  if (ENGINE === "postgres") {
    await place.sql(script);
    return;
  }
  const database = new DatabaseSync(place.file, { enableForeignKeyConstraints: false });
  database.exec(`begin; ${script}; commit`);
  database.close();
}

function literal(value: string | number | null): string {
  return typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : `${value}`;
}
