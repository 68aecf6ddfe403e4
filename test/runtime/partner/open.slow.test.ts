import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { v7 } from "uuid";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  type OpenedPlatform,
  openPlatform,
  type PlatformOptions,
  storeFile,
} from "../../../runtime/partner/open.ts";
import { rekey } from "../../../runtime/partner/secrets/rekey.ts";
import { createMasterKey } from "../../../runtime/partner/secrets/vault.ts";
import { makeFolder } from "../../support/tree.ts";

const NOW = Date.UTC(2026, 2, 1, 12);

function optionsFor(data: string, further: Partial<PlatformOptions> = {}): PlatformOptions {
  return {
    data,
    mailFrom: "docgate@localhost",
    noticeAllowPrivate: "",
    ownAddresses: () => [],
    publicUrl: "https://docgate.test",
    cores: 1,
    now: () => NOW,
    elapsed: () => 0,
    callLog: false,
    newId: v7,
    onError(error) {
      throw error;
    },
    ...further,
  };
}

async function open(data: string, further?: Partial<PlatformOptions>): Promise<OpenedPlatform> {
  const opened = await openPlatform(optionsFor(data, further));
  onTestFinished(() => opened.close({ graceMs: 0 }));
  return opened;
}

/** Opens the platform, and returns a hash that depends on its root key. */
async function fingerprint(data: string, further?: Partial<PlatformOptions>): Promise<string> {
  const opened = await openPlatform(optionsFor(data, further));
  const hash = opened.platform.vault.hash("code", "a secret");
  await opened.close({ graceMs: 0 });
  return hash;
}

async function newData(): Promise<string> {
  return join(await makeFolder(), "data");
}

const read = (data: string, name: string) => readFile(join(data, name), "utf8");

describe("openPlatform", () => {
  it("creates store and key file the first time, with mode 0600, and opens them the next", async () => {
    const data = await newData();
    const first = await fingerprint(data);
    for (const name of ["docgate.db", "master.key"]) {
      expect((await stat(join(data, name))).mode & 0o777, name).toBe(0o600);
    }
    const key = await read(data, "master.key");
    expect(await fingerprint(data)).toBe(first);
    expect(await read(data, "master.key")).toBe(key);
  });

  it("creates no key file if the key is given", async () => {
    const data = await newData();
    const masterKey = createMasterKey();
    const first = await fingerprint(data, { masterKey });
    expect(await readdir(data)).not.toContain("master.key");
    expect(await fingerprint(data, { masterKey })).toBe(first);
  });

  it("ATTACK-J130: of several simultaneous first starts, one creates the keys for all", async () => {
    const data = await newData();
    const all = await Promise.all(Array.from({ length: 6 }, () => fingerprint(data)));
    expect(new Set(all).size).toBe(1);
    expect(await fingerprint(data)).toBe(all[0]);
    const { platform } = await open(data);
    expect(await platform.store.read.signingKeys.count({})).toBe(1);
  });

  it("ATTACK-I122: a store whose key file is missing is refused, and no new key is created", async () => {
    const data = await newData();
    const before = await fingerprint(data);
    const key = await read(data, "master.key");
    await rm(join(data, "master.key"));
    for (const attempt of [open(data), rekey({ file: storeFile(data) }, { data })]) {
      await expect(attempt).rejects.toThrow(
        `The master key is missing: there is a store, but no key file "${data}/master.key". ` +
          "Put the file back, or set DOCGATE_MASTER_KEY to the key.",
      );
    }
    expect(await readdir(data)).not.toContain("master.key");
    await writeFile(join(data, "master.key"), key);
    expect(await fingerprint(data)).toBe(before);
  });

  it("ATTACK-I122: a key that does not belong to the store is refused, whatever its source", async () => {
    const data = await newData();
    await fingerprint(data);
    const wrong = createMasterKey();
    const refusal = /^Cannot open the store: the given master key has the id "\S+", expected "\S+"/;
    const given = { masterKey: wrong };
    await expect(open(data, given)).rejects.toThrow(refusal);
    await expect(open(data, { ...given, previousMasterKey: wrong })).rejects.toThrow(refusal);
    await writeFile(join(data, "master.key"), wrong);
    const failure = await open(data).catch((error: Error) => error);
    expect(failure).toMatchObject({ code: "wrong-master-key" });
    expect((failure as Error).message).not.toContain(wrong);
    expect(await read(data, "master.key")).toBe(wrong);
  });

  it.each<[string, Partial<PlatformOptions>, string]>([
    ["an invalid key", { masterKey: "abc" }, "setting"],
    ["an invalid allowance", { noticeAllowPrivate: "yes" }, "setting"],
    ["an invalid mail server", { smtpUrl: "mail.example.com" }, "setting"],
    ["an invalid sender", { mailFrom: "nobody" }, "setting"],
  ])("%s is refused before anything is created", async (_, further, code) => {
    const data = await newData();
    await expect(open(data, further)).rejects.toMatchObject({ code });
    await expect(stat(data)).rejects.toThrow("ENOENT");
  });

  it("ATTACK-I122: a truncated key file is refused, and nothing is created in its place", async () => {
    const data = await newData();
    await mkdir(data);
    await writeFile(join(data, "master.key"), createMasterKey().slice(0, 20));
    await expect(open(data)).rejects.toMatchObject({ code: "setting" });
    expect(await readdir(data)).toEqual(["master.key"]);
  });

  it("ATTACK-I124: a hash in the store depends on the root key, which the store has only in sealed form", async () => {
    const [one, other] = [await newData(), await newData()];
    const hash = await fingerprint(one);
    // Another installation has another root key: the same secret, another hash.
    expect(await fingerprint(other)).not.toBe(hash);
    const { platform } = await open(one);
    const sealed = await platform.store.read.installation.rootKey();
    // Nothing that can be derived from the store alone gives the hash.
    const candidates = [Buffer.alloc(0), Buffer.from(sealed!), randomBytes(32)];
    for (const key of candidates) {
      const derived = Buffer.from(hkdfSync("sha256", key, "", "docgate/hash/code", 32));
      for (const guess of [key, derived]) {
        expect(createHmac("sha256", guess).update("a secret").digest("base64url")).not.toBe(hash);
      }
    }
  });
});

describe("rekey", () => {
  it("ATTACK-I123: replaces the key in the file; the old one no longer opens anything", async () => {
    const data = await newData();
    const before = await fingerprint(data);
    const old = (await read(data, "master.key")).trim();
    await rekey({ file: storeFile(data) }, { data });
    expect(await readdir(data)).not.toContain("master.key.previous");
    expect((await stat(join(data, "master.key"))).mode & 0o777).toBe(0o600);
    expect(await fingerprint(data)).toBe(before);
    await expect(open(data, { masterKey: old })).rejects.toThrow("Cannot open the store");
  });

  it("ATTACK-T280: keeps the key that earlier backups need, and says where it is", async () => {
    const data = await newData();
    const before = await fingerprint(data);
    const [db, file] = [storeFile(data), join(data, "master.key")];
    await copyFile(db, join(data, "backup"));
    const old = await read(data, "master.key");

    const first = await rekey({ file: db }, { data });
    const second = await rekey({ file: db }, { data });
    expect(first).toEqual({ id: expect.any(String), file: `${file}.${first!.id}` });
    expect((await stat(first!.file!)).mode & 0o777).toBe(0o600);
    expect(await read(data, `master.key.${first!.id}`)).toBe(old);
    expect((await readdir(data)).filter((name) => name.startsWith("master.key")).sort()).toEqual(
      ["master.key", `master.key.${first!.id}`, `master.key.${second!.id}`].sort(),
    );

    // A backup is restored: the message says what to do, and doing it opens it.
    const current = (await read(data, "master.key")).trim();
    await copyFile(join(data, "backup"), db);
    const given = open(data, { masterKey: current });
    await expect(given).rejects.toThrow(
      `The file "${first!.file}" has that key: set DOCGATE_MASTER_KEY to its content.`,
    );
    const refused = await open(data).catch(({ message }: Error) => message);
    expect(refused).toMatch(
      new RegExp(
        `expected "${first!.id}", .* The file "${first!.file}" has that key: rename "${file}", ` +
          `which later backups need, to "${file}\\.\\S+", and copy "${first!.file}" to "${file}"\\.$`,
      ),
    );
    const [, aside] = /to "(\S+)", and copy/.exec(refused as string)!;
    await rename(file, aside!);
    await copyFile(first!.file!, file);
    expect(await fingerprint(data)).toBe(before);
    expect((await readFile(aside!, "utf8")).trim()).toBe(current);
  });

  it("ATTACK-T280: with given keys, names the id of the one to keep; nothing if there is none", async () => {
    const data = await newData();
    const [old, current] = [createMasterKey(), createMasterKey()];
    await fingerprint(data, { masterKey: old });
    const both = { data, masterKey: current, previousMasterKey: old };
    const former = await rekey({ file: storeFile(data) }, both);
    expect(former).toEqual({ id: expect.any(String), file: null });
    await expect(open(data, { masterKey: createMasterKey() })).rejects.toThrow(
      `such as "${join(data, "master.key.")}`,
    );
    expect(await rekey({ file: storeFile(data) }, both)).toBeNull();
    expect(await readdir(data)).not.toContain(`master.key.${former!.id}`);
  });

  it("ATTACK-I123: changes from the previous to the current key if both are given, even twice", async () => {
    const data = await newData();
    const [old, current] = [createMasterKey(), createMasterKey()];
    const before = await fingerprint(data, { masterKey: old });
    const both = { masterKey: current, previousMasterKey: old };
    expect(await fingerprint(data, both)).toBe(before);
    for (let run = 0; run < 2; run++) {
      await rekey({ file: storeFile(data) }, { data, ...both });
      expect(await fingerprint(data, both)).toBe(before);
    }
    expect(await fingerprint(data, { masterKey: current })).toBe(before);
    await expect(open(data, { masterKey: old })).rejects.toThrow("Cannot open the store");
  });

  it("ATTACK-I123: without the key that opens the store, changes neither store nor files", async () => {
    const data = await newData();
    const before = await fingerprint(data);
    const right = await read(data, "master.key");
    const wrong = { masterKey: createMasterKey(), previousMasterKey: createMasterKey() };
    await expect(rekey({ file: storeFile(data) }, { data, ...wrong })).rejects.toThrow(
      "Cannot open",
    );
    await writeFile(join(data, "master.key"), createMasterKey());
    const stranger = await read(data, "master.key");
    await expect(rekey({ file: storeFile(data) }, { data })).rejects.toThrow("Cannot open");
    expect(await read(data, "master.key")).toBe(stranger);
    expect(await readdir(data)).not.toContain("master.key.previous");
    await writeFile(join(data, "master.key"), right);
    expect(await fingerprint(data)).toBe(before);
  });

  /** The folder's content after an interruption, taken from before or after the change. */
  const INTERRUPTIONS: readonly (readonly [string, Record<string, string>])[] = [
    ["before anything", { "docgate.db": "before", "master.key": "before" }],
    [
      "after the old key was kept",
      { "docgate.db": "before", "master.key": "before", "master.key.previous": "before" },
    ],
    [
      "after the new key was written",
      { "docgate.db": "before", "master.key": "after", "master.key.previous": "before" },
    ],
    [
      "after the store was changed",
      { "docgate.db": "after", "master.key": "after", "master.key.previous": "before" },
    ],
    ["when all was done", { "docgate.db": "after", "master.key": "after" }],
  ];

  it.each(INTERRUPTIONS)(
    "ATTACK-I123: interrupted %s, it opens as before, and can be run again",
    async (_, files) => {
      const folder = await makeFolder();
      const [data, kept] = [join(folder, "data"), join(folder, "kept")];
      const before = await fingerprint(data);
      for (const state of ["before", "after"]) {
        if (state === "after") await rekey({ file: storeFile(data) }, { data });
        await mkdir(join(kept, state), { recursive: true });
        for (const name of ["docgate.db", "master.key"]) {
          await copyFile(join(data, name), join(kept, state, name));
        }
      }
      const interrupted = join(folder, "interrupted");
      await mkdir(interrupted);
      for (const [name, state] of Object.entries(files)) {
        const source = name.replace(".previous", "");
        await copyFile(join(kept, state, source), join(interrupted, name));
      }
      expect(await fingerprint(interrupted)).toBe(before);
      const used = await read(interrupted, "master.key");
      await rekey({ file: storeFile(interrupted) }, { data: interrupted });
      expect(await fingerprint(interrupted)).toBe(before);
      expect(await read(interrupted, "master.key")).not.toBe(used);
      expect(await readdir(interrupted)).not.toContain("master.key.previous");
      for (const state of ["before", "after"]) {
        const masterKey = await readFile(join(kept, state, "master.key"), "utf8");
        await expect(open(interrupted, { masterKey })).rejects.toThrow("Cannot open the store");
      }
    },
  );

  it("ATTACK-I123: run twice at once, the key in the file opens the store", async () => {
    const data = await newData();
    const before = await fingerprint(data);
    const run = () => rekey({ file: storeFile(data) }, { data });
    await Promise.all([run(), run(), fingerprint(data)]);
    expect(await fingerprint(data)).toBe(before);
  });

  it("ATTACK-I123: is refused for a folder without a store, and creates none", async () => {
    const data = await newData();
    await expect(rekey({ file: storeFile(data) }, { data })).rejects.toThrow(
      `There is no store at "${storeFile(data)}"`,
    );
    await expect(stat(data)).rejects.toThrow("ENOENT");
  });
});
