import { readdir, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createMasterKey } from "../../runtime/partner/secrets/vault.ts";
import { RUNTIMES, type Runtime, runDocgate } from "../support/command.ts";
import {
  claimAt,
  type DataChain,
  type DataFolder,
  issueAt,
  mintAt,
  prepareData,
  serveData,
  statusOf,
} from "../support/data-server.ts";
import { startReceiver } from "../support/receiver.ts";
import type { TestServer } from "../support/server.ts";
import { expectWhole } from "../support/store-file.ts";
import { makeFolder } from "../support/tree.ts";

/** Does not print an address, because it ends before it serves. */
const NOTHING = "";

function start(
  { data, corpus }: DataFolder,
  options: { readonly runtime: Runtime; readonly env?: Record<string, string> },
) {
  return runDocgate(["serve", "--port", "0", "--corpus", corpus, "--data", data], options);
}

describe("a master key", () => {
  it("ATTACK-I122: that is wrong or invalid is refused at the start, and never printed", async () => {
    const prepared = await prepareData(await makeFolder());
    const wrong = createMasterKey();
    const [byWrong, byNone] = await Promise.all([
      start(prepared, { runtime: "node", env: { DOCGATE_MASTER_KEY: wrong } }),
      start(prepared, { runtime: "deno", env: { DOCGATE_MASTER_KEY: "not a key" } }),
    ]);
    expect([byWrong.code, byWrong.stdout]).toEqual([1, NOTHING]);
    expect(byWrong.stderr).toMatch(
      /^docgate: Cannot open the store: the given master key has the id "\S+", expected "\S+", .*\n$/,
    );
    expect(byWrong.stderr).not.toContain(wrong);
    expect([byNone.code, byNone.stdout]).toEqual([2, NOTHING]);
    expect(byNone.stderr).toMatch(
      /^docgate: DOCGATE_MASTER_KEY: Cannot read the master key: got 9 characters, .*\n$/,
    );
  });

  it.each(RUNTIMES)(
    "ATTACK-I122: whose file is missing is refused on %s, and not created again",
    async (runtime) => {
      const prepared = await prepareData(await makeFolder());
      const { data } = prepared;
      await rename(join(data, "master.key"), join(data, "aside"));
      const { code, stdout, stderr } = await start(prepared, { runtime });
      expect([code, stdout]).toEqual([1, NOTHING]);
      expect(stderr).toMatch(/^docgate: The master key is missing: .*master\.key.*\n$/);
      expect(await readdir(data)).not.toContain("master.key");
    },
  );

  it("ATTACK-I123, ATTACK-T280: in the file is changed while docgate serves; everything works during and after that", async () => {
    const runtime = "deno";
    const { prepared, chain, keyFile } = await prepare();
    const old = await readFile(keyFile, "utf8");
    const server = await serveData(prepared, { runtime });
    const token = await mintAt(server, chain);
    const args = ["admin", "rekey", "--data", prepared.data];
    const { code, stderr } = await runDocgate(args, { runtime });
    expect(code).toBe(0);
    expect(await readFile(keyFile, "utf8")).not.toBe(old);
    const [, kept] = /the former one, "(.+)", as long as you keep backups from before now;/.exec(
      stderr,
    )!;
    expect(await readFile(kept!, "utf8")).toBe(old);
    await expectWorking(server, { chain, token });
    await server.stop();
    const again = await serveData(prepared, { runtime });
    await expectWorking(again, { chain, token });
    await again.stop();
    expectWhole(prepared.data);
  });

  it("ATTACK-I123: in the environment is changed while docgate serves; everything works during and after that", async () => {
    const { prepared, chain, keyFile } = await prepare();
    const [previous, current] = [(await readFile(keyFile, "utf8")).trim(), createMasterKey()];
    await rename(keyFile, `${keyFile}.aside`);
    const env = { DOCGATE_MASTER_KEY: current, DOCGATE_PREVIOUS_MASTER_KEY: previous };
    const server = await serveData(prepared, { env });
    const token = await mintAt(server, chain);
    const changed = await runDocgate(["admin", "rekey", "--data", prepared.data], { env });
    expect([changed.code, changed.stderr]).toEqual([
      0,
      expect.stringMatching(
        /^The store is under the new master key; the former one no longer opens it\. Keep the former one, with the id "\S+", as long as you keep backups from before now; remove it then\.\n$/,
      ),
    ]);
    await expectWorking(server, { chain, token });
    await server.stop();
    const old = { runtime: "node", env: { DOCGATE_MASTER_KEY: previous } } as const;
    expect((await start(prepared, old)).code).toBe(1);
    const again = await serveData(prepared, { env: { DOCGATE_MASTER_KEY: current } });
    await expectWorking(again, { chain, token });
    await again.stop();
    expectWhole(prepared.data);
  });
});

async function prepare() {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const prepared = await prepareData(await makeFolder(), { notificationUrls: [receiver.url()] });
  const chain = prepared.chains[0] as DataChain;
  return { prepared, chain, keyFile: join(prepared.data, "master.key") };
}

/** Uses hashes, encrypted values and signing keys: everything that depends on the master key. */
async function expectWorking(
  server: TestServer,
  { chain, token }: { readonly chain: DataChain; readonly token: string },
): Promise<void> {
  expect(await statusOf(server, chain, token)).toBe(200);
  expect(await statusOf(server, chain, chain.rawKey)).toBe(200);
  expect(await statusOf(server, chain, await mintAt(server, chain))).toBe(200);
  const code = await issueAt(server, { chain, token });
  expect(await claimAt(server, { chain, token, code })).toBe('200 {"success":true}');
}
