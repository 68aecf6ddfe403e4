import { stat } from "node:fs/promises";
import { DocgateError, describeError, hasCode } from "../../corpus/error.ts";
import { openFile } from "../../corpus/read/read.ts";
import { createDocs, type Docs } from "./execute/queries.ts";

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
  let stamp = await stampOf(file);
  let opened = await openFile(file).catch((error) => {
    throw withRemedy(error, file);
  });
  let docs = createDocs(opened.corpus);
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function check(onReload: (reload: Reload) => void): Promise<void> {
    const now = await stampOf(file);
    if (now === stamp) return;
    stamp = now;
    if (now === null) {
      const message = `Corpus "${file}" is gone; the loaded one is kept.`;
      return onReload({ outcome: "gone", isSuspect: true, message });
    }
    try {
      const next = await openFile(file, opened);
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
    follow: schedule,
    close() {
      closed = true;
      clearTimeout(timer);
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

/**
 * Returns a value that changes whenever the file is replaced or written to; null if there is no
 * file.
 */
async function stampOf(file: string): Promise<string | null> {
  try {
    const { ino, size, mtimeMs } = await stat(file);
    return `${ino} ${size} ${mtimeMs}`;
  } catch {
    return null;
  }
}
