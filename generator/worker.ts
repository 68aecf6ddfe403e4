/** A thread of the pool: answers each batch of files with what was read. */
import { parentPort, workerData } from "node:worker_threads";
import type { FoundFile } from "./collect.ts";
import { type Answer, inOrder } from "./pool.ts";
import { buffersOf, createReader } from "./read.ts";
import { createVocabulary } from "./vocabulary.ts";

const vocabulary = createVocabulary();
const read = createReader(workerData, vocabulary);

parentPort!.on("message", async (batch: readonly FoundFile[]) => {
  const known = vocabulary.names.length;
  const results = await inOrder(batch, read);
  const answer: Answer = { results, newTerms: vocabulary.names.slice(known) };
  parentPort!.postMessage(answer, results.flatMap(buffersOf));
});
