/** Runs in a thread: indexes a part of a corpus while the main thread reads its docs. */
import { parentPort } from "node:worker_threads";
import { nullIfOtherLayout } from "../other-layout.ts";
import { scanTerms } from "../search/scan-terms.ts";
import { indexTrigrams } from "../search/trigrams.ts";
import type { IndexTask } from "./index-worker.ts";

parentPort!.on("message", (task: IndexTask) => {
  if ("bytes" in task) {
    const trigrams = indexTrigrams(task.bytes);
    // Frees the memory now, not at this thread's next garbage collection.
    task.bytes.buffer.transfer(0);
    parentPort!.postMessage(trigrams, [trigrams.buffer]);
    return;
  }
  const terms = nullIfOtherLayout(() => scanTerms(Buffer.from(task.terms.buffer), task.sizes));
  const lists = terms
    ? [terms.termStarts, terms.postingStarts, terms.postingDocs, terms.postingCounts]
    : [];
  parentPort!.postMessage(
    terms,
    lists.map(({ buffer }) => buffer as ArrayBuffer),
  );
});
