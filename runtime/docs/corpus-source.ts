import { stat } from "node:fs/promises";
import { DocgateError, describeError, hasCode } from "../../corpus/error.ts";
import { openFile } from "../../corpus/read/read.ts";
import { createDocs, type Docs } from "./execute/queries.ts";
import { stampOf } from "./file-stamp.ts";
import { ServedFile } from "./served-file.ts";

const POLL_MS = 50;

export const RELOAD_OUTCOMES = [
  /** An intact replacement is served from now on. */
  "taken",
  /** The replacement is damaged; the loaded corpus stays in use. */
  "refused",
  /** The file no longer exists; the loaded corpus stays in use. */
  "gone",
] as const;

export type ReloadOutcome = (typeof RELOAD_OUTCOMES)[number];

/** A change of the corpus file. */
export interface Reload {
  readonly outcome: ReloadOutcome;
  /** True if an operator should look at it. */
  readonly isSuspect: boolean;
  /** One line for the log. */
  readonly message: string;
}

/** The corpus that is served, and the watch over its file. */
export interface CorpusSource {
  /** The docs in use now. A request keeps the ones that it started with. */
  current(): Docs;
  /** The file of the docs in use now; null if its bytes cannot be read again. */
  file(): ServedFile | null;
  /** Follows the file: loads an intact replacement; logs a damaged one and keeps the old corpus. */
  follow(onReload: (reload: Reload) => void): void;
  close(): void;
}

/**
 * Loads the corpus to serve.
 *
 * @throws {DocgateError} if the file is not an intact corpus; its code says why
 *
 * @example
 * import { openCorpusSource } from "docgate/runtime";
 *
 * const source = await openCorpusSource({ file: "dist/corpus.json" });
 * source.follow(({ message }) => console.log(message));
 * console.log(source.current().meta().docCount);
 * source.close();
 */
export async function openCorpusSource({ file }: { readonly file: string }): Promise<CorpusSource> {
  let stamp = await readStamp(file);
  let opened = await openFile(file).catch((error) => {
    throw withRemedy(error, file);
  });
  let docs = createDocs(opened.corpus);
  let served = await openServed(docs.version);
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  function openServed(sha256: string): Promise<ServedFile | null> {
    return ServedFile.open(file, { sha256, stamp });
  }

  async function check(onReload: (reload: Reload) => void): Promise<void> {
    const now = await readStamp(file);
    if (now === stamp) return;
    stamp = now;
    if (now === null) {
      const message = `Corpus "${file}" is gone; the loaded one is kept.`;
      return onReload({ outcome: "gone", isSuspect: true, message });
    }
    try {
      const next = await openFile(file, opened);
      const nextServed = await openServed(next.corpus.sha256);
      served?.close();
      served = nextServed;
      if (closed) served?.close();
      if (next.corpus.sha256 === opened.corpus.sha256) return;
      const before = docs.meta().docCount;
      docs = createDocs(next.corpus);
      opened = next;
      const now = docs.meta().docCount;
      const isSuspect = now < before / 2;
      const loss = isSuspect ? ` It had ${before} before: check that nothing is missing.` : "";
      const message = `Corpus "${file}" was replaced: ${now} docs, ${docs.version}.${loss}`;
      onReload({ outcome: "taken", isSuspect, message });
    } catch (error) {
      const message = `${describeError(error)} The loaded one is kept.`;
      onReload({ outcome: "refused", isSuspect: true, message });
    }
  }

  function schedule(onReload: (reload: Reload) => void): void {
    timer = setTimeout(async () => {
      await check(onReload);
      if (!closed) schedule(onReload);
    }, POLL_MS);
    timer.unref();
  }

  return {
    current: () => docs,
    file: () => served,
    follow: schedule,
    close() {
      closed = true;
      clearTimeout(timer);
      served?.close();
      served = null;
    },
  };
}

/** Adds how to get a corpus to the error for a missing file. */
export function withRemedy(error: unknown, file: string): unknown {
  if (!hasCode(error, "corpus-unreadable")) return error;
  if ((error.cause as NodeJS.ErrnoException).code !== "ENOENT") return error;
  return new DocgateError(
    error.code,
    `There is no corpus at "${file}". Run "docgate generate" first, or name the file with --corpus.`,
    { cause: error },
  );
}

/** Returns the stamp of a file; null if there is none. */
async function readStamp(file: string): Promise<string | null> {
  try {
    return stampOf(await stat(file));
  } catch {
    return null;
  }
}
