import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Runtime } from "../support/command.ts";
import { killFirstStarts, runKillRounds } from "../support/kill-rounds.ts";
import { startReceiver } from "../support/receiver.ts";

/** Rounds on each runtime. Default: 200. */
const ROUNDS = Number(process.env.LONG_ROUNDS ?? 200);
const SAVES_PER_ROUND = 50;

it.each<Runtime>(["node", "deno"])(
  `ATTACK-J127: ${ROUNDS} times kill -9 in a stream of saves on %s: acknowledged saves are there, and none is partial`,
  async (runtime) => {
    const folder = await mkdtemp(join(tmpdir(), "docgate-kill-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    const options = { rounds: ROUNDS, lanes: 4, savesPerRound: SAVES_PER_ROUND };
    const saves = await runKillRounds({ runtime, folder, receiver, ...options });
    expect(saves).toBeGreaterThan((ROUNDS * SAVES_PER_ROUND) / 2);
  },
);

it.each<Runtime>(["node", "deno"])(
  `ATTACK-J131: ${ROUNDS} first starts on %s, killed at any moment: the next start completes each`,
  async (runtime) => {
    const folder = await mkdtemp(join(tmpdir(), "docgate-kill-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await killFirstStarts({ runtime, folder, rounds: ROUNDS });
  },
);
