import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { Runtime } from "./command.ts";
import { kill, prepareData, serveData } from "./data-server.ts";
import type { Receiver } from "./receiver.ts";
import { createSaveStream } from "./save-stream.ts";

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
    checkFile(join(prepared.data, "docgate.db"), receiver);
  }
  expect(await server.stop()).toBe(0);
  return stream.acknowledged();
}

/** Looks at the file itself: whole, with a ready row for each key, and no notice left hanging. */
function checkFile(file: string, receiver: Receiver): void {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const all = (sql: string) => database.prepare(sql).all();
    expect(all("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
    expect(all("PRAGMA foreign_key_check")).toEqual([]);
    expect(all(UNLIKE_SERVED)).toEqual([]);
    expect(all("SELECT id FROM notices WHERE state = 'pending'")).toEqual([]);
    // Each is sent once at most: whatever arrived has its entry.
    const [row] = all("SELECT count(*) AS entries FROM notices");
    expect(receiver.all().length).toBeLessThanOrEqual(row!.entries as number);
  } finally {
    database.close();
  }
}

const UNLIKE_SERVED = `
  SELECT api_keys.id FROM api_keys LEFT JOIN served_keys ON served_keys.api_key_id = api_keys.id
  WHERE served_keys.api_key_id IS NULL
    OR served_keys.key_hash <> api_keys.key_hash
    OR served_keys.client_id IS NOT api_keys.client_id
    OR served_keys.certificate_id IS NOT api_keys.certificate_id
    OR served_keys.contract_id IS NOT api_keys.contract_id
    OR served_keys.webhook_id IS NOT api_keys.webhook_id`;
