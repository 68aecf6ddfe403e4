import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { ROOT } from "../support/command.ts";
import {
  callAdmin,
  claimAt,
  issueAt,
  mintAt,
  prepareData,
  serveData,
  statusOf,
} from "../support/data-server.ts";
import { expectWhole } from "../support/store-file.ts";
import { makeFolder } from "../support/tree.ts";
import { expectHealed, readinessOf, vitalsOf } from "../support/vitals.ts";

const HOUR_MS = 3_600_000;
const YEAR_MS = 365.25 * 24 * HOUR_MS;
/** The clock jumps while answers of this duration are in progress. */
const ANSWER_MS = 800;

interface Notice {
  readonly state: string;
  readonly createdAt: string;
}

it("ATTACK-J135, ATTACK-C30: the clock of a server jumps: tokens, saves, notices and health keep working", async () => {
  const folder = await makeFolder();
  const slow = createServer((_, response) => {
    setTimeout(() => response.writeHead(204).end(), ANSWER_MS);
  });
  slow.listen(0, "127.0.0.1");
  await once(slow, "listening");
  onTestFinished(() => {
    slow.closeAllConnections();
    slow.close();
  });
  const { port } = slow.address() as AddressInfo;
  const prepared = await prepareData(folder, {
    notificationUrls: [`http://127.0.0.1:${port}/notices`],
  });
  const clock = join(folder, "clock");
  const jump = (ms: number) => writeFileSync(clock, String(ms));
  jump(0);
  const server = await serveData(prepared, {
    env: { TEST_CLOCK: clock, NODE_OPTIONS: `--import ${ROOT}test/fixtures/clock.ts` },
  });
  const chain = prepared.chains[0]!;
  const token = await mintAt(server, chain);
  const path = `/spaces/${chain.spaceId}`;
  const save = async (title: string) => {
    const call = { token: prepared.token, method: "PATCH", path, body: { title } };
    const answer = await callAdmin(server, call);
    expect([answer.status, answer.json.space?.title]).toEqual([200, title]);
  };
  const notices = async (): Promise<readonly Notice[]> =>
    (await callAdmin(server, { token: prepared.token, path: "/notices" })).json.items;
  const states = async () => (await notices()).map(({ state }) => state);
  expect(await statusOf(server, chain, token)).toBe(200);
  const before = vitalsOf(server);

  let saved = 0;
  for (const ms of [HOUR_MS, -HOUR_MS, 10 * YEAR_MS, -10 * YEAR_MS, 0]) {
    // A code from before the jump, and a notice that is being sent during it.
    const code = await issueAt(server, { chain, token });
    await save(`before ${ms}`);
    expect(await states()).toContain("pending");
    jump(ms);
    const day = new Date(Date.now() + ms).toISOString().slice(0, 10);
    await save(`after ${ms}`);
    expect((await notices()).map(({ createdAt }) => createdAt.slice(0, 10))).toContain(day);
    saved += 2;
    expect(await statusOf(server, chain, token)).toBe(200);
    expect(await statusOf(server, chain, await mintAt(server, chain))).toBe(200);
    expect(await readinessOf(server)).toEqual([200, undefined]);
    // Two minutes may have passed, according to the clock.
    expect(await claimAt(server, { chain, token, code })).toMatch(/^(?:200|401) /);
    const fresh = await issueAt(server, { chain, token });
    expect(await claimAt(server, { chain, token, code: fresh })).toBe('200 {"success":true}');
  }
  const left = async () => new Set(await states());
  await expect.poll(left, { timeout: 60_000, interval: 500 }).toEqual(new Set(["delivered"]));
  expect((await notices()).length).toBeGreaterThanOrEqual(saved);
  await expectHealed(server, before);
  expect(await server.stop()).toBe(0);
  expectWhole(prepared.data);
});
