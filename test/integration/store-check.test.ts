import { copyFile, readdir, readFile, stat, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeAll, describe, expect, it } from "vitest";
import { createMasterKey } from "../../runtime/partner/secrets/vault.ts";
import { runShared } from "../support/command.ts";
import { callAdmin, type DataFolder, prepareData } from "../support/data-server.ts";
import { startServer } from "../support/server.ts";
import { makeFolder, makeSharedFolder } from "../support/tree.ts";

describe("docgate store check", () => {
  const folder = makeSharedFolder();
  let prepared: DataFolder;
  let backup: string;

  beforeAll(async () => {
    prepared = await prepareData(folder(), { notificationUrls: ["http://127.0.0.1:9/notices"] });
    const server = await startServer({
      partner: true,
      corpus: prepared.corpus,
      args: ["--data", prepared.data],
      env: { DOCGATE_NOTICE_ALLOW_PRIVATE: "127.0.0.1" },
    });
    const path = `/webhooks/${prepared.chains[0]!.webhookId}`;
    const { token } = prepared;
    await callAdmin(server, { token, method: "PATCH", path, body: { signing: "v1" } });
    await server.stop();
    backup = join(folder(), "backup.db");
    await runShared(["store", "backup", backup, "--data", prepared.data]);
  });

  const check = (file: string, env: Record<string, string> = {}) =>
    runShared(["store", "check", file, "--data", prepared.data], { env });

  /** Makes a copy of the backup that one statement has changed. */
  async function changedBy(statement: string): Promise<string> {
    const file = join(await makeFolder(), "changed.db");
    await copyFile(backup, file);
    const database = new DatabaseSync(file);
    database.exec(statement);
    database.close();
    return file;
  }

  /** Returns the content of the folder of a backup, with its times. */
  async function stateOf(file: string) {
    const parent = join(file, "..");
    const names = (await readdir(parent)).filter((name) => name.startsWith("backup"));
    return [names, await readFile(file), (await stat(file)).mtimeMs];
  }

  it("opens a backup, decrypts each kind, counts, and leaves nothing behind", async () => {
    const before = await stateOf(backup);
    const { code, stdout, stderr } = await check(backup);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^.*backup\.db: 1 organizations, 1 administrators, 1 API keys, /);
    expect(stdout).toMatch(
      /Decrypted: 1 private keys of certificates, 1 shared secrets, 1 signing secrets of webhooks, 1 keys that sign tokens, 1 keys that sign notices, /,
    );
    expect(stdout).toMatch(
      /: \d+ audit entries, none missing or changed\nThis backup can be restored\.\n$/,
    );
    expect(await stateOf(backup)).toEqual(before);
    expect((await readdir(tmpdir())).filter((name) => name.startsWith("docgate-check-"))).toEqual(
      [],
    );
  });

  it("checks an export in the same way", async () => {
    const file = join(folder(), "export.ndjson");
    await runShared(["store", "export", file, "--data", prepared.data]);
    const { code, stdout } = await check(file);
    expect([code, stdout]).toEqual([0, expect.stringContaining("This backup can be restored.")]);
    const text = await readFile(file, "utf8");
    await truncate(file, text.lastIndexOf('["apiKeys"'));
    expect(await check(file)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`The export "${file}" is incomplete`),
    });
  });

  it("ATTACK-S224: names a backup under another master key, and its key", async () => {
    const { code, stderr } = await check(backup, { DOCGATE_MASTER_KEY: createMasterKey() });
    expect(code).not.toBe(0);
    expect(stderr).toMatch(/the given master key has the id "[\w-]+", expected "[\w-]+"/);
  });

  it("ATTACK-S224: names a backup of a newer docgate, and one that is cut off or not one", async () => {
    const newer = await changedBy(
      "insert into kysely_migration (name, timestamp) values ('999-later', '2027-01-01')",
    );
    expect((await check(newer)).stderr).toContain(
      `The store "${newer}" was written by a newer docgate (its schema has "999-later").`,
    );
    const half = join(await makeFolder(), "half.db");
    await copyFile(backup, half);
    await truncate(half, (await stat(half)).size / 2);
    const cut = await check(half);
    expect([cut.code, cut.stderr]).toEqual([1, expect.stringContaining(half)]);
    expect((await check(join(folder(), "nothing.db"))).stderr).toContain("nothing.db");
    expect((await check(prepared.corpus)).code).toBe(1);
  });

  it.each([
    [
      "update certificates set private_key = replace(private_key, substr(private_key, -9, 4), 'AAAA')",
      /^The private key of the certificate ".+" cannot be decrypted: it was changed\.$/m,
    ],
    [
      "update webhooks set signing_secret = (select secret_key from certificates)",
      /^The signing secret of the webhook ".+" cannot be decrypted: it was changed\.$/m,
    ],
    [
      "update certificates set public_certificate = 'none'",
      /^The private key of the certificate ".+" belongs to another one\.$/m,
    ],
    ["update audit set name = 'another' where sequence = 2", /^.+: Entry 2 of .+ was changed\.$/m],
  ])("ATTACK-S224: names the cell that was changed by %s", async (statement, fault) => {
    const { code, stdout } = await check(await changedBy(statement));
    expect(stdout).toMatch(fault);
    expect([code, stdout]).toEqual([1, expect.stringContaining("Do not rely on this backup.\n")]);
  });
});
