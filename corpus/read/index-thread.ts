/** A thread that scans the terms of one file's index. */
import { parentPort } from "node:worker_threads";
import { scanIndex } from "../search/scan-index.ts";
import type { ScanTask } from "./index-worker.ts";

parentPort!.once("message", ({ json, sizes }: ScanTask) => {
  const terms = scanIndex(Buffer.from(json.buffer), sizes);
  const { termStarts, postingStarts, postingDocs, postingCounts } = terms;
  const lists = [termStarts, postingStarts, postingDocs, postingCounts];
  parentPort!.postMessage(
    terms,
    lists.map(({ buffer }) => buffer as ArrayBuffer),
  );
});
