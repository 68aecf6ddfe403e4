/** Runs in a thread: indexes a corpus while the main thread reads its docs. */
import { parentPort } from "node:worker_threads";
import { nullIfOtherLayout, parsePart } from "../other-layout.ts";
import { scanTerms } from "../search/scan-terms.ts";
import { createTextIndexer } from "../search/segment.ts";
import type { SearchedDoc } from "../search/texts.ts";
import type { IndexTask } from "./index-worker.ts";

const indexTexts = createTextIndexer();

parentPort!.on("message", (task: IndexTask) => {
  const done = "terms" in task ? scan(task) : index(task);
  parentPort!.postMessage(
    done,
    Object.values(done ?? {}).flatMap((part) =>
      ArrayBuffer.isView(part) ? [part.buffer as ArrayBuffer] : [],
    ),
  );
});

function scan({ terms, sizes }: Extract<IndexTask, { terms: unknown }>) {
  return nullIfOtherLayout(() => scanTerms(Buffer.from(terms.buffer), sizes));
}

function index({ lines }: Extract<IndexTask, { lines: unknown }>) {
  const indexed = indexTexts(docsIn(Buffer.from(lines.buffer)));
  // Frees the memory now, not at this thread's next garbage collection.
  lines.buffer.transfer(0);
  return indexed;
}

/** Parses lines one by one. The main thread has read them too, and knows that they are docs. */
function* docsIn(lines: Buffer): Generator<SearchedDoc> {
  for (let at = 0; at < lines.length; ) {
    const next = lines.indexOf(",\n", at);
    const end = next < 0 ? lines.length : next;
    yield parsePart(lines.toString("utf8", at, end)) as SearchedDoc;
    at = end + ",\n".length;
  }
}
