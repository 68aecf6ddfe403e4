import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { appendFile, chmod, cp, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { platformOptions } from "../../runtime/cli/cli-session.ts";
import { examine } from "../../runtime/cli/doctor.ts";
import type { Finding } from "../../runtime/cli/doctor-report.ts";
import { createMasterKey } from "../../runtime/partner/secrets/vault.ts";
import { readSettings } from "../../runtime/serve/read-settings.ts";
import { RUNTIMES, runEach, runShared } from "../support/command.ts";
import { makeDoc, writeCorpus } from "../support/corpora.ts";
import { type DataFolder, prepareData } from "../support/data-server.ts";
import { damageTable, withStore, writeStore } from "../support/store-file.ts";
import { makeFolder, makeSharedFolder } from "../support/tree.ts";

type Environment = Readonly<Record<string, string>>;

/** Runs the checks of `docgate doctor` in this process. */
function findings(
  { data, corpus }: Pick<DataFolder, "data" | "corpus">,
  environment: Environment = {},
  { isOnline = false } = {},
): Promise<readonly Finding[]> {
  const { settings, problems } = readSettings({ flags: { data, corpus }, environment });
  const platform = platformOptions(settings, { now: Date.now, onError: () => {} });
  return examine({ settings, problems, platform, isOnline });
}

/** All stored data: rows of every table, and the bytes of every other file. */
async function contentOf(data: string): Promise<unknown> {
  const rows = withStore(data, (database) => {
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    return tables.map(({ name }) => [name, database.prepare(`SELECT * FROM "${name}"`).all()]);
  });
  const names = (await readdir(data)).filter(
    (name) => !/^docgate\.db|^outbox$|^states$/.test(name),
  );
  const files = names.map(async (name) => [name, await readFile(join(data, name), "utf8")]);
  return [rows, await Promise.all(files)];
}

/** Expects that warnings are failures with `--strict`, and that programs can read them. */
async function expectStrict({ data, corpus }: DataFolder): Promise<void> {
  const args = ["doctor", "--data", data, "--corpus", corpus, "--format", "json"];
  const [lenient, strict] = await runEach([args, [...args, "--strict"]]);
  expect([lenient!.code, strict!.code]).toEqual([0, 1]);
  const { findings, summary } = JSON.parse(lenient!.stdout);
  expect(findings).toContainEqual({
    level: "warn",
    what: "administrators",
    message: expect.stringContaining("docgate admin create"),
  });
  expect(summary).toMatchObject({ fail: 0, warn: expect.any(Number) });
}

describe("docgate doctor", () => {
  const folder = makeSharedFolder();
  let made: DataFolder;
  beforeAll(async () => {
    made = await prepareData(folder());
  });

  /** A data folder and a corpus for one test. */
  async function copy(): Promise<DataFolder> {
    const copied = await makeFolder();
    await cp(folder(), copied, { recursive: true });
    return { ...made, data: join(copied, "data"), corpus: join(copied, "corpus.json") };
  }

  it("on both runtimes exits 0 when nothing fails, 1 when something does, and changes nothing", async () => {
    const { data, corpus } = await copy();
    const before = await contentOf(data);
    for (const runtime of RUNTIMES) {
      const doctor = (...args: string[]) =>
        runShared(["doctor", "--data", data, ...args], { runtime });
      const [well, ill] = await Promise.all([
        doctor("--corpus", corpus),
        doctor("--corpus", `${corpus}.gone`),
      ]);
      expect([well.code, well.stderr]).toEqual([0, ""]);
      const times = /\d[\d.]*(?= GiB)|(?<=clock: ).*|(?<=(Node.js|Deno) ).*/g;
      expect(well.stdout.replaceAll(times, "…")).toBe(
        [
          `ok    runtime: ${runtime === "node" ? "Node.js" : "Deno"} …`,
          "ok    public address: this machine only",
          `ok    corpus: ${corpus}, 7 docs`,
          `ok    data folder: ${data}`,
          `ok    disk: ${runtime === "node" ? "… GiB free" : "not checked: on Deno, this needs --allow-sys=statfs"}`,
          `ok    store: ${data}/docgate.db, the master key opens it`,
          "ok    signing keys: 1",
          "ok    administrators: 1",
          "ok    clock: …",
          "ok    mail: written to outbox/",
          "",
        ].join("\n"),
      );
      expect(ill.code).toBe(1);
      expect(ill.stdout).toMatch(/^fail {2}corpus: .*corpus\.json\.gone.*$/m);
      expect(ill.stdout).toMatch(/^ok {4}administrators: 1$/m);
    }
    expect(await contentOf(data)).toEqual(before);
  });

  const FAILURES: readonly {
    readonly name: string;
    readonly what: string;
    /** Names the subject, and the fix. */
    readonly message: RegExp;
    /** Causes the failure. */
    readonly prepare?: (folder: DataFolder) => Promise<void> | void;
    readonly environment?: Environment;
  }[] = [
    {
      name: "a corpus that is damaged",
      what: "corpus",
      message: /corpus\.json/,
      prepare: ({ corpus }) => appendFile(corpus, "x"),
    },
    {
      name: "a file that is not a store",
      what: "store",
      message: /docgate\.db" cannot be opened: file is not a database\. Restore a backup/,
      prepare: ({ data }) => writeFile(join(data, "docgate.db"), "no database".repeat(100)),
    },
    {
      name: "a store with a damaged page",
      what: "store",
      message: /docgate\.db" is damaged: .* Restore a backup/,
      prepare: ({ data }) => damageTable(data, "audit"),
    },
    {
      name: "a store of a newer docgate",
      what: "store",
      message: /written by a newer docgate.* Run that version, or restore a backup/,
      prepare: ({ data }) =>
        writeStore(data, "INSERT INTO kysely_migration VALUES ('999-later', '2030-01-01')"),
    },
    {
      name: "a missing key file",
      what: "store",
      message: /master\.key".* Put the file back, or set DOCGATE_MASTER_KEY/,
      prepare: ({ data }) => rename(join(data, "master.key"), join(data, "aside")),
    },
    {
      name: "another store's key",
      what: "store",
      message: /the given master key has the id "\S+", expected "\S+"/,
      environment: { DOCGATE_MASTER_KEY: createMasterKey() },
    },
    {
      name: "an invalid key",
      what: "settings",
      message: /expected 32 random bytes/,
      environment: { DOCGATE_MASTER_KEY: "abc" },
    },
    {
      name: "an invalid allowance",
      what: "settings",
      message: /"yes" is not a host name, an address/,
      environment: { DOCGATE_NOTICE_ALLOW_PRIVATE: "yes" },
    },
    {
      name: "an invalid mail server",
      what: "settings",
      message: /expected smtp:\/\/host:port/,
      environment: { SMTP_URL: "mail.example.com" },
    },
    {
      name: "an unreachable mail server",
      what: "mail",
      message: /^smtp:\/\/127\.0\.0\.1:1: .*\(ESOCKET\)$/,
      environment: { SMTP_URL: "smtp://127.0.0.1:1" },
    },
  ];

  it.each(FAILURES)("finds $name, and only that, and says what to fix", async (failure) => {
    const { prepare, environment, what, message } = failure;
    const prepared = await copy();
    await prepare?.(prepared);
    const names = await readdir(prepared.data);
    const failed = (await findings(prepared, environment)).filter(({ level }) => level === "fail");
    expect(failed).toEqual([{ level: "fail", what, message: expect.stringMatching(message) }]);
    const key = environment?.DOCGATE_MASTER_KEY;
    if (key) expect(failed[0]!.message).not.toContain(key);
    // No key is created in place of a missing one.
    expect((await readdir(prepared.data)).filter((name) => /key/.test(name))).toEqual(
      names.filter((name) => /key/.test(name)),
    );
  });

  it("finds a data folder that cannot be written", async (context) => {
    const [prepared, view] = [await copy(), await makeFolder()];
    try {
      execFileSync("mount", ["--bind", prepared.data, view], { stdio: "pipe" });
    } catch (error) {
      context.skip(`needs to mount a file system, as root does: ${(error as Error).message}`);
    }
    onTestFinished(() => void execFileSync("umount", ["--lazy", view]));
    execFileSync("mount", ["-o", "remount,ro,bind", view]);
    const failed = (await findings({ ...prepared, data: view })).filter(
      ({ level }) => level === "fail",
    );
    expect(failed).toEqual([
      {
        level: "fail",
        what: "data folder",
        message: expect.stringMatching(/cannot be written .*read-only.*: make it a folder/),
      },
    ]);
  });

  describe("in a work tree of git", () => {
    /** A data folder below a new repository, and doctor's finding about git there. */
    async function copyInto(): Promise<{
      data: string;
      git(...args: string[]): string;
      find(environment?: Environment): Promise<string[]>;
    }> {
      const { data, corpus } = await copy();
      const root = dirname(data);
      const git = (...args: string[]) =>
        execFileSync("git", ["-C", root, ...args], { encoding: "utf8", stdio: "pipe" });
      git("init", "--quiet");
      return {
        data,
        git,
        async find(environment) {
          const found = await findings({ data, corpus }, environment);
          return found
            .filter(({ what }) => what === "git")
            .map(({ level, message }) => `${level}: ${message.replaceAll(data, "data")}`);
        },
      };
    }

    it("accepts a data folder that docgate has created", async () => {
      const { git, find } = await copyInto();
      git("add", "--all");
      expect(git("ls-files")).toBe("corpus.json\n");
      expect(await find()).toEqual(["ok: ignores data"]);
    });

    it("warns if the master key would be added, and fails if it is tracked", async () => {
      const { data, git, find } = await copyInto();
      git("add", "--force", "data/.gitignore");
      git("rm", "--quiet", "--force", "data/.gitignore");
      // ATTACK-T280: a former key opens backups.
      await writeFile(join(data, "master.key.pZ0mWcAyqXI"), "a former key");
      expect(await find()).toEqual([
        "warn: would add docgate.db, master.key, master.key.pZ0mWcAyqXI in data: write * into data/.gitignore",
      ]);
      git("add", "--all");
      // Even if the store cannot be opened.
      expect(await find({ DOCGATE_MASTER_KEY: "abc" })).toEqual([
        expect.stringMatching(
          /^fail: tracks docgate\.db, master\.key, master\.key\.pZ0mWcAyqXI in data: run "git rm --cached"/,
        ),
      ]);
    });

    it("says that it could not run git", async () => {
      const { find } = await copyInto();
      vi.stubEnv("PATH", "");
      onTestFinished(() => void vi.unstubAllEnvs());
      expect(await find()).toEqual([
        expect.stringMatching(
          /^warn: could not tell .*ENOENT.*: "git ls-files data" must print noth/,
        ),
      ]);
    });
  });

  it("asks the public address only with --online", async () => {
    let answer = '{"status":"ok"}';
    const requests: string[] = [];
    const proxy = createServer((request, response) => {
      requests.push(request.url!);
      response.end(answer);
    });
    proxy.listen(0, "127.0.0.1");
    await once(proxy, "listening");
    onTestFinished(() => void proxy.close());
    const { port } = proxy.address() as AddressInfo;
    const environment = { DOCGATE_PUBLIC_URL: `http://127.0.0.1:${port}` };
    const ask = async (isOnline: boolean) =>
      (await findings(made, environment, { isOnline }))
        .filter(({ what }) => what === "public address")
        .map(({ level, message }) => `${level} ${message}`);

    expect(await ask(false)).toEqual([expect.stringMatching(/^warn is not https/)]);
    expect(requests).toEqual([]);
    expect((await ask(true))[1]).toMatch(/^ok .*\/healthz answers$/);
    answer = "welcome to nginx";
    expect((await ask(true))[1]).toMatch(/^fail .*answers 200, but not as docgate/);
    proxy.close();
    proxy.closeAllConnections();
    expect((await ask(true))[1]).toMatch(/^fail .*does not answer \(.*.+\): check/);
  });

  it("warns about pages whose address is a route of docgate", async () => {
    const { data, corpus } = await copy();
    await writeCorpus(corpus, { docs: [makeDoc("graph", { slug: "/graph" })] });

    const found = (await findings({ data, corpus })).filter(({ what }) => what === "corpus");
    expect(found.map(({ level }) => level)).toEqual(["ok", "warn"]);
    expect(found[1]!.message).toContain("The page graph.md cannot be read at /graph");
  });

  it("warns about what works but should be fixed, without failing", async () => {
    const folder = await makeFolder();
    const prepared = await prepareData(folder, {
      notificationUrls: ["http://127.0.0.1:1/notices"],
    });
    const { data, corpus } = prepared;
    await chmod(data, 0o755);
    writeStore(data, "UPDATE certificates SET not_after = '2026-01-01T00:00:00.000Z'");
    writeStore(data, "DELETE FROM admins");
    writeStore(data, "UPDATE api_keys SET updated_at = '2999-01-01T00:00:00.000Z'");
    const environment = { DOCGATE_PUBLIC_URL: "http://docs.example.com" };
    const all = await findings(prepared, environment);
    const warnings = all.filter(({ level }) => level === "warn").map(({ what }) => what);
    expect(new Set(warnings)).toEqual(
      new Set(["public address", "data folder", "administrators", "clock", "certificate"]),
    );
    expect(all.filter(({ level }) => level === "fail")).toEqual([]);
    await expectStrict(prepared);
    // Before the first start.
    const fresh = await findings({ corpus, data: join(folder, "fresh") });
    expect(fresh.map(({ level, what }) => `${level} ${what}`)).toEqual([
      "ok runtime",
      "ok public address",
      "ok corpus",
      "warn data folder",
      "ok disk",
      "warn store",
    ]);
    expect(await readdir(folder)).not.toContain("fresh");
  });
});
