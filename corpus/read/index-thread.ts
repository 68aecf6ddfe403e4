/** A thread that scans the terms of one file's index. */
import { parentPort } from "node:worker_threads";
import { unlessOther } from "../other-layout.ts";
import { scanTerms } from "../search/scan-terms.ts";
import type { ScanTask } from "./index-worker.ts";

parentPort!.once("message", ({ json, sizes }: ScanTask) => {
  const terms = unlessOther(() => scanTerms(Buffer.from(json.buffer), sizes));
  const lists = terms
    ? [terms.termStarts, terms.postingStarts, terms.postingDocs, terms.postingCounts]
    : [];
  parentPort!.postMessage(
    terms,
    lists.map(({ buffer }) => buffer as ArrayBuffer),
  );
});
