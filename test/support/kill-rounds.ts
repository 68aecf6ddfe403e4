import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { Runtime } from "./command.ts";
import { kill, onData, prepareData, serveData } from "./data-server.ts";
import { launch } from "./launch.ts";
import type { Receiver } from "./receiver.ts";
import { createSaveStream } from "./save-stream.ts";
import { writeHandbookCorpus } from "./server.ts";
import { expectWhole, readStore } from "./store-file.ts";

/** Maximum time that a save continues before the server is killed. */
const MAX_DELAY_MS = 5;

export interface KillRounds {
  readonly runtime: Runtime;
  /** A folder for the data and the corpus. */
  readonly folder: string;
  readonly receiver: Receiver;
  readonly rounds: number;
  /** Number of administrators who save in parallel. */
  readonly lanes: number;
  /** Average number of saves answered in a round. */
  readonly savesPerRound: number;
}

/**
 * Streams saves to a server, kills it with SIGKILL at a random moment, starts it again on the same
 * data folder and compares, for the given number of rounds.
 *
 * @returns the number of acknowledged saves
 */
export async function runKillRounds(options: KillRounds): Promise<number> {
  const { runtime, folder, receiver, rounds, lanes, savesPerRound } = options;
  const prepared = await prepareData(folder);
  const stream = createSaveStream({
    token: prepared.token,
    lanes,
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
    expectSentOnce(prepared.data, receiver);
  }
  await expectNoneLeft(prepared.data);
  expect(await server.stop()).toBe(0);
  return stream.acknowledged();
}

export interface KillFirstStarts {
  readonly runtime: Runtime;
  readonly folder: string;
  readonly rounds: number;
}

/** Maximum time that a first start continues after it has created its data folder. */
const MAX_START_MS = 60;

/**
 * Kills first starts at random moments; the next start has to complete what they began
 * (ATTACK-J131).
 */
export async function killFirstStarts({ runtime, folder, rounds }: KillFirstStarts): Promise<void> {
  const corpus = await writeHandbookCorpus(join(folder, "corpus.json"));
  for (let round = 1; round <= rounds; round++) {
    const data = join(folder, `data-${round}`);
    const args = ["serve", "--port", "0", "--corpus", corpus, "--data", data];
    const started = launch(args, { runtime });
    while (!existsSync(data)) await sleep(1);
    await sleep(Math.random() * MAX_START_MS);
    started.signal("SIGKILL");
    await started.exited;
    await onData(data, async ({ store }) => {
      expect(await store.read.installation.rootKey()).toBeDefined();
      expect(await store.read.signingKeys.count({})).toBe(1);
    });
    expectWhole(data);
  }
}

/** Expects that no notice stays pending after the leases of killed processes have ended. */
async function expectNoneLeft(data: string): Promise<void> {
  const pending = () => readStore(data, "SELECT id FROM notices WHERE state = 'pending'");
  await expect.poll(pending, { timeout: 30_000, interval: 500 }).toEqual([]);
}

/** Expects that each notice was sent at most once: whatever arrived has its log entry. */
function expectSentOnce(data: string, receiver: Receiver): void {
  const [log] = readStore(data, "SELECT count(*) AS entries FROM notices");
  expect(receiver.all().length).toBeLessThanOrEqual(log!.entries as number);
}
