/** A thread of the pool: answers each batch of files with what was read. */
import { parentPort, workerData } from "node:worker_threads";
import type { FoundFile } from "./collect.ts";
import { inOrder } from "./pool.ts";
import { createReader } from "./read.ts";

const read = createReader(workerData);

parentPort!.on("message", async (batch: readonly FoundFile[]) => {
  parentPort!.postMessage(await inOrder(batch, read));
});
