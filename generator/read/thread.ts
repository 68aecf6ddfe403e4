import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { DocgateError } from "../../corpus/error.ts";
import { renumberWords } from "../../corpus/search/words/index/page-words.ts";
import { renumberTerms } from "../index/terms.ts";
import type { Vocabulary } from "../index/vocabulary.ts";
import type { FoundFile } from "./collect.ts";
import type { ReadOptions, ReadResult } from "./read.ts";

/** A thread's memory for new objects; a larger one would hardly save time. */
const YOUNG_MEGABYTES = 16;

/** A thread's memory limit for JavaScript. It is the same on every machine. */
const OLD_MEGABYTES = 2048;

/** A thread that does not even report its CPU time ends after this many times its budget. */
const MAX_ROUNDS = 6;

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
   * @throws {DocgateError} `page-limit` if it works for longer than `budgetMs`, or takes too much
   *   memory; the thread can then no longer be used
   */
  async read(batch: readonly FoundFile[], budgetMs: number): Promise<ReadResult[]> {
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
      if (signal.aborted)
        throw new DocgateError("page-limit", `It took more than ${budgetMs / 1000} seconds`);
      if ((error as NodeJS.ErrnoException).code !== "ERR_WORKER_OUT_OF_MEMORY") throw error;
      throw new DocgateError("page-limit", `It took more than ${OLD_MEGABYTES} MiB of memory`);
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
    let rounds = 0;
    return setInterval(async () => {
      rounds++;
      if (before === undefined || rounds >= MAX_ROUNDS) return onEnd();
      // A thread that has ended reports that in another way.
      const now = await worker.cpuUsage!().then(toMs, () => 0);
      if (now - (await before) >= budgetMs) onEnd();
    }, budgetMs);
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
