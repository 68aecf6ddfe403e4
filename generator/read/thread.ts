import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { DocgateError } from "../../corpus/error.ts";
import { renumberWords } from "../../corpus/search/words/index/page-words.ts";
import { renumberTerms } from "../index/terms.ts";
import type { Vocabulary } from "../index/vocabulary.ts";
import type { PageExcess } from "../markdown/parse.ts";
import type { FoundFile } from "./collect.ts";
import type { ReadOptions, ReadResult } from "./read.ts";

/** A thread's memory for new objects; a larger one would hardly save time. */
const YOUNG_MEGABYTES = 16;

/** A thread's memory limit for JavaScript. It is the same on every machine. */
const OLD_MEGABYTES = 2048;

/** How often a thread is asked for its CPU time within its budget. */
const ROUNDS = 10;

/** A thread that does not even report its CPU time ends after this many rounds. */
const MAX_SILENT_ROUNDS = 60;

/** Files for a thread to read. */
export interface Batch {
  readonly files: readonly FoundFile[];
  /** The limit that they are known to exceed. */
  readonly limited?: PageExcess | undefined;
}

/** A thread's answer to a batch, with the terms that it meets for the first time. */
export interface Answer {
  readonly results: ReadResult[];
  readonly newTerms: readonly string[];
}

export interface ThreadOptions extends ReadOptions {
  readonly vocabulary: Vocabulary;
}

/** A thread that reads files. It has its own numbers for terms. */
export class Thread {
  readonly #worker: Worker;
  readonly #vocabulary: Vocabulary;
  /** The vocabulary's number of each term of the thread. */
  readonly #numbers: number[] = [];

  constructor({ vocabulary, ...workerData }: ThreadOptions) {
    const file = import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js";
    const resourceLimits = {
      maxYoungGenerationSizeMb: YOUNG_MEGABYTES,
      maxOldGenerationSizeMb: OLD_MEGABYTES,
    };
    this.#worker = new Worker(new URL(file, import.meta.url), { workerData, resourceLimits });
    this.#vocabulary = vocabulary;
  }

  /**
   * Reads a batch. Call it again only when the last batch is done.
   *
   * @throws {DocgateError} `page-limit` if it takes more CPU time than `budgetMs`, or too much memory;
   *   the thread can then no longer be used
   */
  async read(batch: Batch, budgetMs: number): Promise<ReadResult[]> {
    this.#worker.postMessage(batch);
    const { results, newTerms } = await this.#answer(budgetMs);
    for (const term of newTerms) this.#numbers.push(this.#vocabulary.numberOf(term));
    for (const { result } of results) {
      if ("rule" in result) continue;
      const numberOf = (term: number) => this.#numbers[term]!;
      renumberTerms(result.terms, numberOf);
      renumberWords(result.words, numberOf);
    }
    return results;
  }

  async #answer(budgetMs: number): Promise<Answer> {
    const controller = new AbortController();
    const { signal } = controller;
    const timer = this.#watch(budgetMs, () => controller.abort());
    try {
      const [answer] = await once(this.#worker, "message", { signal });
      return answer;
    } catch (error) {
      const isOutOfMemory = (error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY";
      if (!signal.aborted && !isOutOfMemory) throw error;
      const limit = isOutOfMemory
        ? `${OLD_MEGABYTES} MiB of memory`
        : `${budgetMs / 1000} seconds of CPU time`;
      const message = `The page takes more than ${limit} to read: split it, or write it with less markup`;
      throw new DocgateError("page-limit", message);
    } finally {
      clearInterval(timer);
    }
  }

  /**
   * Calls back when the thread has used this much CPU time, however little of it a busy machine
   * grants; if the runtime does not report CPU time, when this much time has passed.
   */
  #watch(budgetMs: number, onEnd: () => void): NodeJS.Timeout {
    const worker: Partial<Pick<Worker, "cpuUsage">> = this.#worker;
    const before = worker.cpuUsage?.().then(toMs, () => 0);
    let silentRounds = 0;
    return setInterval(async () => {
      silentRounds++;
      const maxSilentRounds = before === undefined ? ROUNDS : MAX_SILENT_ROUNDS;
      if (silentRounds >= maxSilentRounds) return onEnd();
      if (before === undefined) return;
      // A thread that has ended reports that in another way.
      const now = await worker.cpuUsage!().then(toMs, () => 0);
      silentRounds = 0;
      if (now - (await before) >= budgetMs) onEnd();
    }, budgetMs / ROUNDS);
  }

  async stop(): Promise<void> {
    // Later errors of the thread do not matter.
    this.#worker.on("error", () => {});
    await this.#worker.terminate();
  }
}

function toMs({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}
