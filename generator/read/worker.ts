/** Runs in a thread of the pool: answers each batch of files with the results of reading them. */
import { parentPort, workerData } from "node:worker_threads";
import { createVocabulary } from "../index/vocabulary.ts";
import type { FoundFile } from "./collect.ts";
import { buffersOf, createReader, type ReadResult } from "./read.ts";
import type { Answer } from "./thread.ts";

const vocabulary = createVocabulary();
const read = createReader(workerData, vocabulary);

parentPort!.on("message", async (batch: readonly FoundFile[]) => {
  const known = vocabulary.names.length;
  const results: ReadResult[] = [];
  for (const file of batch) results.push(await read(file));
  const answer: Answer = { results, newTerms: vocabulary.names.slice(known) };
  parentPort!.postMessage(answer, results.flatMap(buffersOf));
});
