import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  auditLines,
  type ExportedLog,
  readExport,
} from "../../../../runtime/admin/audit/export-audit.ts";
import { removeOldEntries } from "../../../../runtime/admin/audit/remove-old-entries.ts";
import { verifyAudit } from "../../../../runtime/admin/audit/verify-audit.ts";
import { createSpace } from "../../../../runtime/partner/chain/spaces.ts";
import { type Actor, runChange } from "../../../../runtime/partner/change.ts";
import type { AuditEntry } from "../../../../runtime/store/rows.ts";
import {
  createOrganization,
  createTestPlatform,
  holdTransactions,
  type TestPlatform,
} from "../../../support/platform.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Makes spaces one after the other, an audit entry each, a minute apart. */
async function addEntries(world: TestPlatform, actor: Actor, count: number): Promise<void> {
  for (let number = 1; number <= count; number++) {
    await runChange(world.platform, actor, (change) =>
      createSpace(change, { title: `${number}`, description: "" }),
    );
    world.clock.advance(60_000);
  }
}

async function setUp(count: number) {
  const world = await createTestPlatform();
  const actor = await createOrganization(world, "Acme");
  await addEntries(world, actor, count);
  return {
    ...world,
    actor,
    organization: (await world.platform.store.read.organizations.find({ name: "Acme" }))!,
  };
}

type World = Awaited<ReturnType<typeof setUp>>;

async function verify({ platform, organization }: World, earlier?: ExportedLog) {
  return verifyAudit(platform.store, organization, earlier);
}

async function exported({ platform, organization }: World, since?: string): Promise<string[]> {
  const lines = auditLines(platform.store, { organizations: [organization], since });
  return Array.fromAsync(lines);
}

/** The export as `audit verify` reads it. */
async function asEarlier(world: World, lines: readonly string[]) {
  async function* each() {
    yield* lines;
  }
  return (await readExport(each(), "export.ndjson")).get(world.organization.id)!;
}

describe("verifyAudit", () => {
  it("finds nothing in a log that nobody touched, and none in an empty one", async () => {
    const world = await setUp(3);
    expect(await verify(world)).toMatchObject({ organization: "Acme", entries: 3, faults: [] });

    expect(await verify(await setUp(0))).toEqual({
      organization: "Acme",
      entries: 0,
      first: 1,
      hash: null,
      faults: [],
    });
  });

  const TIMES = [1, 2, 3, 4, 5].map((n) => `2026-03-01T12:0${n - 1}:00.000Z`);

  it.each<[string, string, string]>([
    [
      "a changed name",
      "update audit set name = 'other' where sequence = 2",
      `Entry 2 of ${TIMES[1]} was changed.`,
    ],
    [
      "a changed field",
      `update audit set changes = '{"title":["a","b"]}' where sequence = 5`,
      `Entry 5 of ${TIMES[4]} was changed.`,
    ],
    [
      "a removed entry",
      "delete from audit where sequence = 3",
      `Entry 3 is missing after ${TIMES[1]}, before ${TIMES[3]}.`,
    ],
    [
      "removed entries at the start",
      "delete from audit where sequence < 3",
      `Entries 1 to 2 are missing, before ${TIMES[2]}.`,
    ],
    [
      "removed entries at the end",
      "delete from audit where sequence > 3",
      `Entries 4 to 5 are missing after ${TIMES[2]}.`,
    ],
    ["all entries removed", "delete from audit where sequence > 0", "Entries 1 to 5 are missing."],
    [
      "an entry that another program has added",
      `insert into audit select 'f', organization_id, at, admin, network, action, resource, resource_id, name,
       changes, 6, previous_hash from audit where sequence = 5`,
      `Entry 5 of ${TIMES[4]} was changed.`,
    ],
    ...([null, 0, -7] as const).map((sequence): [string, string, string] => [
      `a row with the number ${sequence}`,
      `insert into audit select 'f', organization_id, at, admin, network, action, resource, resource_id, name,
       changes, ${sequence}, previous_hash from audit where sequence = 5`,
      "1 more in the table, without a number from 1 on.",
    ]),
  ])("ATTACK-O170: tells of %s, and since when", async (_what, statement, fault) => {
    const world = await setUp(5);
    await world.place.sql(statement);
    const { faults } = await verify(world);
    expect(faults[0]).toBe(fault);
  });

  it("ATTACK-O170: tells of a second entry with a number, wherever a page of the log ends", async () => {
    const world = await setUp(3);
    const { audit } = world.platform.store.read;
    const { id } = world.organization;
    await world.place.sql(
      `insert into audit select 'z', organization_id, at, admin, network, action, resource, resource_id, name,
       changes, 2, previous_hash from audit where sequence = 2`,
    );
    const [first] = await audit.after(id, { sequence: 1, limit: 1 });
    const [second] = await audit.after(id, { ...first!, limit: 1 });
    expect([first!.sequence, second!.sequence, second!.id]).toEqual([2, 2, "z"]);
    expect((await verify(world)).faults).toContain(`Entry 2 of ${TIMES[1]} was added.`);
  });

  it("is not misled by entries that are removed because of their age while it reads", async () => {
    const world = await setUp(3);
    world.clock.advance(3 * DAY_MS);
    await addEntries(world, world.actor, 2);
    const { store } = world.platform;
    let reads = 0;
    const after: typeof store.read.audit.after = async (...args) => {
      const page = await store.read.audit.after(...args);
      if (++reads === 1) await removeOldEntries(world.platform, 1);
      return page;
    };
    const slow = { ...store, read: { ...store.read, audit: { ...store.read.audit, after } } };
    const report = await verifyAudit(slow, world.organization);
    expect(report).toMatchObject({ entries: 3, first: 4, faults: [] });
  });

  it("ATTACK-O170: tells that numbers were changed to hide a removed entry", async () => {
    const world = await setUp(4);
    await world.place.sql("delete from audit where sequence = 2");
    await world.place.sql("update audit set sequence = 2 where sequence = 3");
    await world.place.sql("update audit set sequence = 3 where sequence = 4");
    expect((await verify(world)).faults).toEqual([
      `Entry 1 of ${TIMES[0]} was changed.`,
      `Entry 2 of ${TIMES[2]} was changed.`,
      `Entry 4 is missing after ${TIMES[3]}.`,
    ]);
  });

  it("ATTACK-O171: a log that was written again as a whole differs from an earlier export", async () => {
    const world = await setUp(3);
    const earlier = await asEarlier(world, await exported(world));
    expect(await verify(world, earlier)).toMatchObject({ faults: [] });

    await world.place.sql("delete from audit where sequence > 0");
    await world.place.sql("delete from audit_heads where sequence > 0");
    await addEntries(world, world.actor, 2);

    expect((await verify(world)).faults).toEqual([]);
    expect((await verify(world, earlier)).faults).toEqual([
      "Entry 1 of 2026-03-01T12:03:00.000Z is not the one in the export.",
      "Entry 2 of 2026-03-01T12:04:00.000Z is not the one in the export.",
      "The export has entries after 2, where the log ends.",
    ]);
  });

  it("is kept whole by changes at the same time", async () => {
    const world = await setUp(0);
    holdTransactions(world, 4);
    await Promise.all(
      [1, 2, 3, 4].map((number) =>
        runChange(world.platform, world.actor, (change) =>
          createSpace(change, { title: `${number}`, description: "" }),
        ),
      ),
    );
    expect(await verify(world)).toMatchObject({ entries: 4, faults: [] });
  });
});

describe("auditLines", () => {
  it("gives lines that each have the SHA-256 of the one before", async () => {
    const lines = await exported(await setUp(3));
    const entries = lines.map((line) => JSON.parse(line) as AuditEntry);

    expect(entries.map(({ sequence, action, name }) => [sequence, action, name])).toEqual([
      [1, "create", "1"],
      [2, "create", "2"],
      [3, "create", "3"],
    ]);
    const hashes = lines.map((line) => createHash("sha256").update(line).digest("hex"));
    expect(entries.map(({ previousHash }) => previousHash)).toEqual([null, hashes[0], hashes[1]]);
  });

  it("leaves out entries before a time", async () => {
    const lines = await exported(await setUp(3), "2026-03-01T12:01:00.000Z");
    expect(lines.map((line) => JSON.parse(line).sequence)).toEqual([2, 3]);
  });
});

describe("readExport", () => {
  it("names the line that is not an entry", async () => {
    const world = await setUp(1);
    const lines = [...(await exported(world)), "{}"];
    await expect(asEarlier(world, lines)).rejects.toThrow(
      'export.ndjson:2 is not an audit entry. Expected a line of "docgate audit export".',
    );
  });

  it("refuses two lines that differ in spite of the same number", async () => {
    const world = await setUp(2);
    const [first, second] = await exported(world);
    const other = second!.replace('"name":"2"', '"name":"3"');
    await expect(asEarlier(world, [first!, second!, first!, second!])).resolves.toBeDefined();
    await expect(asEarlier(world, [first!, second!, other])).rejects.toThrow(
      "export.ndjson:3 is not the same as an earlier line with the number 2.",
    );
  });
});

describe("removeOldEntries", () => {
  it("removes what is older than the days, and writes down what it removed", async () => {
    const world = await setUp(3);
    const earlier = await asEarlier(world, await exported(world));
    world.clock.advance(2 * DAY_MS);
    await addEntries(world, world.actor, 2);

    await removeOldEntries(world.platform, 1);

    const entries = (await exported(world)).map((line) => JSON.parse(line) as AuditEntry);
    expect(entries.map(({ sequence, admin, action }) => [sequence, admin, action])).toEqual([
      [4, "admin@acme.test", "create"],
      [5, "admin@acme.test", "create"],
      [6, "retention", "remove-old"],
    ]);
    expect(entries[2]).toMatchObject({
      resource: "audit",
      name: "entries 1 to 3, before 2026-03-02T00:00:00.000Z",
      changes: { sequence: [1, 4], previousHash: [null, entries[0]!.previousHash] },
    });
    expect(await verify(world, earlier)).toMatchObject({ entries: 3, faults: [] });
  });

  it("can remove all entries there are", async () => {
    const world = await setUp(3);
    world.clock.advance(30 * DAY_MS);
    await removeOldEntries(world.platform, 7);
    expect(await verify(world)).toMatchObject({ entries: 1, faults: [] });
  });

  it("keeps everything with 0 days, and writes nothing where nothing is old", async () => {
    const world = await setUp(2);
    await removeOldEntries(world.platform, 1);
    world.clock.advance(900 * DAY_MS);
    await removeOldEntries(world.platform, 0);
    expect(await verify(world)).toMatchObject({ entries: 2, faults: [] });
  });

  it("ATTACK-O172: a removal that is not the noted one is a fault", async () => {
    const world = await setUp(3);
    world.clock.advance(2 * DAY_MS);
    await addEntries(world, world.actor, 2);
    await removeOldEntries(world.platform, 1);
    await world.place.sql("delete from audit where sequence = 4");
    const [fault] = (await verify(world)).faults;
    expect(fault).toBe("Entries 1 to 4 are missing, before 2026-03-03T12:04:00.000Z.");
  });
});
