import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { Runtime } from "./command.ts";
import { kill, prepareData, serveData } from "./data-server.ts";
import type { Receiver } from "./receiver.ts";
import { createSaveStream } from "./save-stream.ts";
import { expectWhole, readStore } from "./store-file.ts";

/** The longest that a save is let go on when the server is killed. */
const MAX_DELAY_MS = 5;

export interface KillRounds {
  readonly runtime: Runtime;
  /** A folder for the data and the corpus. */
  readonly folder: string;
  readonly receiver: Receiver;
  readonly rounds: number;
  /** How many saves are answered in a round on average. */
  readonly savesPerRound: number;
}

/**
 * Streams saves to a server, kills it with SIGKILL at a random moment, starts it again on the same
 * data folder and compares, as many rounds as told.
 *
 * @returns how many saves were acknowledged
 */
export async function runKillRounds(options: KillRounds): Promise<number> {
  const { runtime, folder, receiver, rounds, savesPerRound } = options;
  const prepared = await prepareData(folder);
  const stream = createSaveStream({
    token: prepared.token,
    lanes: 4,
    notificationUrl: (lane) => receiver.url(`/lane-${lane}`),
  });
  const start = () => serveData(prepared, { runtime });
  let server = await start();
  for (let round = 1; round <= rounds; round++) {
    const goal = stream.acknowledged() + 1 + Math.floor(Math.random() * 2 * savesPerRound);
    const running = stream.run(server.url);
    await expect.poll(stream.acknowledged, { timeout: 60_000, interval: 1 }).toBeGreaterThan(goal);
    await sleep(Math.random() * MAX_DELAY_MS);
    await kill(server);
    await running;
    server = await start();
    await stream.verify(server.url);
    expectWhole(prepared.data);
    checkNotices(prepared.data, receiver);
  }
  expect(await server.stop()).toBe(0);
  return stream.acknowledged();
}

/** No notice is left hanging, and each was sent once at most: whatever arrived has its entry. */
function checkNotices(data: string, receiver: Receiver): void {
  expect(readStore(data, "SELECT id FROM notices WHERE state = 'pending'")).toEqual([]);
  const [log] = readStore(data, "SELECT count(*) AS entries FROM notices");
  expect(receiver.all().length).toBeLessThanOrEqual(log!.entries as number);
}
