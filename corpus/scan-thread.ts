/** A thread that checks the bytes of one file and scans the terms of its index. */
import { parentPort } from "node:worker_threads";
import { isIntact } from "./digest.ts";
import type { ScanTask } from "./scan-aside.ts";
import { scanIndex } from "./search/term-index.ts";

parentPort!.once("message", ({ bytes, sha256, start, end, ...options }: ScanTask) => {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (!isIntact(whole, sha256)) throw new TypeError("The bytes are not intact");
  const terms = scanIndex(whole.subarray(start, end), options);
  const { termStarts, postingStarts, postingDocs, postingCounts } = terms;
  const lists = [termStarts, postingStarts, postingDocs, postingCounts];
  parentPort!.postMessage(
    terms,
    lists.map(({ buffer }) => buffer as ArrayBuffer),
  );
});
