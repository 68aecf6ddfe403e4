import { expect, it, onTestFinished } from "vitest";
import { RUNTIMES, runShared } from "../support/command.ts";
import {
  ADMIN,
  callAdmin,
  claimAt,
  type DataChain,
  type DataFolder,
  issueAt,
  mintAt,
  prepareData,
  serveData,
  statusOf,
} from "../support/data-server.ts";
import { DROPPED } from "../support/partner-client.ts";
import { startReceiver } from "../support/receiver.ts";
import type { TestServer } from "../support/server.ts";
import { expectWhole, readStore } from "../support/store-file.ts";
import { makeFolder } from "../support/tree.ts";

interface Twins {
  readonly prepared: DataFolder;
  /** One server of each runtime, on one data folder. */
  readonly servers: readonly [TestServer, TestServer];
}

async function startTwins(): Promise<Twins> {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const notificationUrls = [receiver.url("/first"), receiver.url("/second")];
  const prepared = await prepareData(await makeFolder(), { notificationUrls });
  const [first, second] = await Promise.all(
    RUNTIMES.map((runtime) => serveData(prepared, { runtime })),
  );
  return { prepared, servers: [first!, second!] };
}

async function stopBoth({ prepared, servers }: Twins): Promise<void> {
  for (const server of servers) {
    expect(await server.stop()).toBe(0);
    expect(server.log()).not.toMatch(/Error/);
  }
  expectWhole(prepared.data);
}

it("ATTACK-J130: a Node and a Deno server on one data folder: a change by one is effective on the other", async () => {
  const twins = await startTwins();
  const { prepared, servers } = twins;
  const [one, other] = servers;
  const { token, data } = prepared;
  const [chain, second] = prepared.chains as [DataChain, DataChain];
  const change = async (server: TestServer, path: string, body: unknown) => {
    const answer = await callAdmin(server, { token, method: "PATCH", path, body });
    expect(answer.status, answer.text).toBe(200);
  };
  /** The answers of both to a read, after each has been asked once. */
  const both = async (...args: [DataChain, string]) => [
    await statusOf(one, ...args),
    await statusOf(other, ...args),
  ];

  expect(await both(chain, chain.rawKey)).toEqual([200, 200]);
  // The allow-list, in both directions.
  const moved = { ...chain, origin: "https://moved.example" };
  await change(one, `/webhooks/${chain.webhookId}`, { origin: moved.origin });
  expect(await both(chain, chain.rawKey)).toEqual([DROPPED, DROPPED]);
  expect(await both(moved, chain.rawKey)).toEqual([200, 200]);
  await change(other, `/api-keys/${chain.keyId}`, { certificateId: null });
  expect(await both(moved, chain.rawKey)).toEqual([DROPPED, DROPPED]);
  await change(one, `/api-keys/${chain.keyId}`, { certificateId: chain.certificateId });
  expect(await both(moved, chain.rawKey)).toEqual([200, 200]);
  // Rotation and revocation.
  const rotate = { token, method: "POST", path: `/api-keys/${chain.keyId}/rotate` };
  const { key } = (await callAdmin(other, rotate)).json;
  expect(await both(moved, chain.rawKey)).toEqual([401, 401]);
  expect(await both(moved, key)).toEqual([200, 200]);
  const application = await mintAt(one, { ...moved, rawKey: key });
  expect(await both(moved, application)).toEqual([200, 200]);
  const revoke = { token, method: "POST", path: `/api-keys/${chain.keyId}/revoke-tokens` };
  await callAdmin(one, revoke);
  expect(await both(moved, application)).toEqual([401, 401]);
  // ATTACK-E50: of claims that race on both, one wins.
  const bearer = { chain: second, token: await mintAt(other, second) };
  const code = await issueAt(one, bearer);
  const claims = await Promise.all(
    Array.from({ length: 20 }, (_, index) => claimAt(servers[index % 2]!, { ...bearer, code })),
  );
  expect(claims.filter((answer) => answer === '200 {"success":true}')).toHaveLength(1);
  // Both save, with an operator's command in between: everything is saved, nothing is lost.
  const countSaves = () =>
    readStore(data, "SELECT count(*) AS n FROM audit WHERE action = 'update'");
  const before = countSaves()[0]!.n as number;
  const saves = Array.from({ length: 60 }, (_, index) =>
    change(servers[index % 2]!, `/spaces/${second.spaceId}`, { title: `Title ${index}` }),
  );
  const [command] = await Promise.all([
    runShared(["admin", "token", "--email", ADMIN.email, "--data", data]),
    ...saves,
  ]);
  expect(command.stdout).toMatch(/^dga_\w+\n$/);
  expect(countSaves()).toEqual([{ n: before + 60 }]);
  const path = `/spaces/${second.spaceId}`;
  const titles = servers.map(async (server) => (await callAdmin(server, { token, path })).json);
  expect(await titles[0]).toEqual(await titles[1]);
  await stopBoth(twins);
});

it("ATTACK-C34: a new signing key is effective at once everywhere; old tokens are valid until theirs is removed", async () => {
  const twins = await startTwins();
  const { prepared, servers } = twins;
  const [chain] = prepared.chains as [DataChain];
  const docgate = async (...args: string[]) => {
    const result = await runShared(["admin", ...args, "--data", prepared.data]);
    return { ...result, lines: result.stdout.split("\n").slice(0, -1) };
  };
  const mintBoth = () => Promise.all(servers.map((server) => mintAt(server, chain)));
  const readBoth = async (token: string) =>
    Promise.all(servers.map((server) => statusOf(server, chain, token)));

  const [old] = await mintBoth();
  const { lines } = await docgate("rotate-signing-key");
  const fresh = await mintBoth();
  expect(fresh.map(kidOf)).toEqual([lines[0], lines[0]]);
  for (const token of [old!, ...fresh]) expect(await readBoth(token)).toEqual([200, 200]);
  const listed = await docgate("signing-keys");
  expect(listed.lines.map((line) => line.split("\t")[0])).toEqual([lines[0], kidOf(old!)]);

  // The id of one key in 64 begins with a hyphen.
  const unknown = await docgate("remove-signing-key", "-no-such-key");
  expect(unknown.stderr).toContain('There is no signing key "-no-such-key"');
  const refused = await docgate("remove-signing-key", lines[0]!);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain(`The key "${lines[0]}" signs now`);
  expect((await docgate("remove-signing-key", kidOf(old!))).code).toBe(0);
  expect(await readBoth(old!)).toEqual([401, 401]);
  for (const token of fresh) expect(await readBoth(token)).toEqual([200, 200]);
  await stopBoth(twins);
});

function kidOf(token: string): string {
  return JSON.parse(Buffer.from(token.split(".", 1)[0]!, "base64url").toString()).kid;
}
