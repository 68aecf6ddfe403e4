/** Runs in a thread of the pool: answers each batch with the results of reading them. */
import { parentPort, workerData } from "node:worker_threads";
import { createVocabulary } from "../index/vocabulary.ts";
import { buffersOf, createReader, type ReadResult } from "./read.ts";
import type { Answer, Batch } from "./thread.ts";

const vocabulary = createVocabulary();
const read = createReader(workerData, vocabulary);

parentPort!.on("message", async ({ files, limited }: Batch) => {
  const known = vocabulary.names.length;
  const results: ReadResult[] = [];
  for (const file of files) results.push(await read(file, limited));
  const answer: Answer = { results, newTerms: vocabulary.names.slice(known) };
  parentPort!.postMessage(answer, results.flatMap(buffersOf));
});
