import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runShared } from "../support/command.ts";
import { prepareData } from "../support/data-server.ts";
import { withStore, writeStore } from "../support/store-file.ts";
import { makeFolder } from "../support/tree.ts";

/** Nothing listens there; notices do not matter here. */
const NOWHERE = "http://127.0.0.1:1/notices";

function hashOf(line: string): string {
  return createHash("sha256").update(line).digest("hex");
}

function audit(args: readonly string[], data: string) {
  return runShared(["audit", ...args, "--data", data]);
}

it("docgate audit: an export is verified, also by other programs; ATTACK-O170: a changed entry is found", async () => {
  const { data } = await prepareData(await makeFolder());
  const intact = await audit(["verify"], data);
  expect(intact).toMatchObject({ code: 0, stderr: "" });
  expect(intact.stdout).toMatch(
    /^Acme: \d+ entries, none missing or changed; last hash [0-9a-f]{64}\n$/,
  );

  const { stdout } = await audit(["export", "--org", "Acme"], data);
  const lines = stdout.trimEnd().split("\n");
  const hashes = lines.map(hashOf);
  const links = lines.map((line) => JSON.parse(line).previousHash);
  expect(links).toEqual([null, ...hashes.slice(0, -1)]);
  expect(intact.stdout).toContain(`: ${lines.length} entries`);
  expect(intact.stdout).toContain(hashes.at(-1));
  expect((await audit(["export", "--since", "2999-01-01"], data)).stdout).toBe("");

  const file = join(data, "export.ndjson");
  await writeFile(file, stdout);
  expect(await audit(["verify", file], data)).toMatchObject({ code: 0 });

  writeStore(data, "UPDATE audit SET admin = 'someone else' WHERE sequence = 2");
  const { at } = JSON.parse(lines[1]!);
  expect(await audit(["verify", file], data)).toMatchObject({
    code: 1,
    stdout: `Acme: Entry 2 of ${at} is not the one in the export.\nAcme: Entry 2 of ${at} was changed.\n`,
  });
});

/** A row of the audit log as it is in an export, with the number and the hash that it needs there. */
function entryAfter(line: string, changes: Record<string, unknown>): string {
  return JSON.stringify({ ...JSON.parse(line), previousHash: hashOf(line), ...changes });
}

/** Writes a log as a program does that computes the hashes: lines of an export become rows. */
function writeLog(data: string, lines: readonly string[]): void {
  withStore(data, (database) => {
    database.exec("PRAGMA foreign_keys = OFF; DELETE FROM audit; DELETE FROM audit_heads");
    const insert = database.prepare(
      `INSERT INTO audit (id, organization_id, at, admin, network, action, resource, resource_id,
       name, changes, sequence, previous_hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    for (const line of lines) {
      const { id, organizationId, at, admin, network, action, resource, resourceId, ...rest } =
        JSON.parse(line);
      const { name, changes, sequence, previousHash } = rest;
      const start = [id, organizationId, at, admin, network, action, resource, resourceId, name];
      insert.run(...start, JSON.stringify(changes), sequence, previousHash);
    }
    const last = lines.at(-1)!;
    const { organizationId, sequence } = JSON.parse(last);
    const end = [organizationId, sequence, hashOf(last)];
    database.prepare("INSERT INTO audit_heads VALUES (?, ?, ?)").run(...end);
  });
}

describe("ATTACK-S223: with an earlier export, docgate audit verify finds", () => {
  async function exportedData() {
    const { data } = await prepareData(await makeFolder(), { notificationUrls: [NOWHERE] });
    const { stdout } = await audit(["export"], data);
    const file = join(data, "export.ndjson");
    await writeFile(file, stdout);
    const lines = stdout.trimEnd().split("\n");
    const { organizationId } = JSON.parse(lines[0]!);
    return { data, file, lines, organizationId };
  }

  it("a store that is another one", async () => {
    const { file, organizationId } = await exportedData();
    const { data } = await prepareData(await makeFolder());
    const { code, stdout } = await audit(["verify", file], data);
    expect([code, stdout.split("\n")[0]]).toEqual([
      1,
      `The export has entries of an organization that is not in the store: "Acme", id ${organizationId}.`,
    ]);
  });

  it("an organization that was removed, or has another id", async () => {
    const { data, file, lines, organizationId } = await exportedData();
    const fault = `The export has entries of an organization that is not in the store: "Acme", id ${organizationId}.\n`;
    const moved: string[] = [];
    for (const line of lines.slice(0, -1)) {
      const before = moved.at(-1);
      const previousHash = before === undefined ? null : hashOf(before);
      moved.push(JSON.stringify({ ...JSON.parse(line), organizationId: "another", previousHash }));
    }
    writeLog(data, moved);
    writeStore(data, "PRAGMA foreign_keys = OFF; UPDATE organizations SET id = 'another'");
    const other = await audit(["verify", file], data);
    expect([other.code, other.stdout.startsWith(fault)]).toEqual([1, true]);

    writeStore(
      data,
      "PRAGMA foreign_keys = OFF; DELETE FROM audit; DELETE FROM audit_heads; DELETE FROM organizations",
    );
    expect(await audit(["verify", file], data)).toMatchObject({
      code: 1,
      stdout: `${fault}The store has no organization, and so no log.\n`,
    });
  });

  it("entries cut from the middle, with a forged entry that says they were too old", async () => {
    const { data, file, lines } = await exportedData();
    const kept = JSON.parse(lines[6]!);
    const removal = entryAfter(lines.at(-1)!, {
      id: "forged",
      sequence: lines.length + 1,
      admin: "retention",
      action: "remove-old",
      resource: "audit",
      changes: { sequence: [5, kept.sequence], previousHash: [null, kept.previousHash] },
    });
    writeLog(data, [...lines.slice(0, 4), ...lines.slice(6), removal]);
    const { code, stdout } = await audit(["verify", file], data);
    expect([code, stdout]).toEqual([
      1,
      `Acme: Entries 5 to 6 are missing after ${JSON.parse(lines[3]!).at}, before ${kept.at}.\n`,
    ]);
  });

  it("a row without a number", async () => {
    const { data, file } = await exportedData();
    writeStore(
      data,
      `INSERT INTO audit (id, organization_id, at, admin, network, action, resource, resource_id, name,
       changes, previous_hash) SELECT 'added', organization_id, at, admin, network, action, resource,
       resource_id, name, changes, previous_hash FROM audit WHERE sequence = 3`,
    );
    expect(await audit(["verify", file], data)).toMatchObject({
      code: 1,
      stdout: "Acme: 1 more in the table, without a number from 1 on.\n",
    });
  });

  it("many differences: prints ten, and how many more there are", async () => {
    const { data, file, lines } = await exportedData();
    writeStore(data, "UPDATE audit SET admin = 'somebody else'");
    const { code, stdout } = await audit(["verify", file], data);
    // Of each entry: that it is not the exported one, and that it was changed.
    const more = 2 * lines.length - 10;
    expect([code, stdout.split("\n").slice(10)]).toEqual([
      1,
      [`Acme: ${more} more like these.`, ""],
    ]);
  });
});

it("docgate audit refuses what it cannot use, and makes no store", async () => {
  const folder = await makeFolder();
  const { data } = await prepareData(folder);
  await expect(audit(["verify", "--org", "Nobody"], data)).resolves.toMatchObject({
    stderr: 'docgate: There is no organization with the name "Nobody".\n',
  });
  await expect(audit(["export", "--since", "yesterday"], data)).resolves.toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Expected a day such as 2026-11-22, or 2026-11-22T10:00:00Z."),
  });
  const missing = join(folder, "none.ndjson");
  await expect(audit(["verify", missing], data)).resolves.toMatchObject({
    stderr: expect.stringContaining(`"${missing}"`),
  });
  await expect(audit(["verify"], join(folder, "no-data"))).resolves.toMatchObject({
    stderr: expect.stringContaining("There is no store at"),
  });
});
