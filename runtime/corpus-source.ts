import { stat } from "node:fs/promises";
import { loadCorpus } from "../corpus/read.ts";
import { createDocs, type Docs } from "./docs/docs.ts";

const POLL_MS = 50;

export interface CorpusSourceOptions {
  readonly file: string;
  /** Told in one line of each replacement, taken or refused. */
  readonly log: (line: string) => void;
}

/** The corpus that is served, and the watch over its file. */
export interface CorpusSource {
  /** The docs that answer now. A request keeps the ones it began with. */
  current(): Docs;
  /** Follows the file: an intact replacement is taken, a bad one logged and the old one kept. */
  follow(): void;
  close(): void;
}

/**
 * Loads the corpus that is to be served.
 *
 * @throws {CorpusError} if the file is no intact corpus
 */
export async function openCorpusSource({ file, log }: CorpusSourceOptions): Promise<CorpusSource> {
  let stamp = await stampOf(file);
  let docs = createDocs(await loadCorpus(file));
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function check(): Promise<void> {
    const now = await stampOf(file);
    if (now === stamp) return;
    stamp = now;
    if (now === null) return log(`Corpus "${file}" is gone; the loaded one is kept.`);
    try {
      const next = createDocs(await loadCorpus(file));
      if (next.version === docs.version) return;
      docs = next;
      log(`Corpus "${file}" was replaced: ${docs.meta().docCount} docs, ${docs.version}.`);
    } catch (error) {
      log(`${(error as Error).message} The loaded one is kept.`);
    }
  }

  function schedule(): void {
    timer = setTimeout(async () => {
      await check();
      if (!closed) schedule();
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

/** Changes whenever the file is replaced or written to; null while there is none. */
async function stampOf(file: string): Promise<string | null> {
  try {
    const { ino, size, mtimeMs } = await stat(file);
    return `${ino} ${size} ${mtimeMs}`;
  } catch {
    return null;
  }
}
