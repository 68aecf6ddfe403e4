import type { HitList, HitSource } from "./hit-source.ts";

/** Pause in typing after which a query is sent. */
const PAUSE_MS = 80;
/** Answers are kept for deleting letters and typing them again. */
const MAX_KEPT = 50;
const LIMIT = 20;
const PER_DOC = 3;

export interface RunnerOptions {
  readonly source: HitSource;
  readonly section: string | undefined;
  /** Called when an answer has to be waited for. */
  readonly onWait: () => void;
  readonly onAnswer: (found: HitList, query: string) => void;
  readonly onFailure: (error: Error, query: string) => void;
}

/** Answers the latest query only: an earlier one is aborted, and its answer is dropped. */
export class QueryRunner {
  readonly #options: RunnerOptions;
  readonly #kept = new Map<string, HitList>();
  #running = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  /** Answers a query: at once if its answer was kept, otherwise after a pause in typing. */
  run(query: string): void {
    this.cancel();
    const kept = this.#kept.get(query);
    if (kept) {
      this.#options.onAnswer(kept, query);
      return;
    }
    this.#options.onWait();
    this.#timer = setTimeout(() => this.#ask(query, this.#running.signal), PAUSE_MS);
  }

  /** Drops the query that is waiting for its answer, if there is one. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#running.abort();
    this.#running = new AbortController();
  }

  async #ask(query: string, signal: AbortSignal): Promise<void> {
    const { source, section, onAnswer, onFailure } = this.#options;
    const outcome = await source
      .hits(query, { section, limit: LIMIT, perDoc: PER_DOC, signal })
      .catch((error: Error) => error);
    if (signal.aborted) return;
    if (outcome instanceof Error) return onFailure(outcome, query);
    this.#keep(query, outcome);
    onAnswer(outcome, query);
  }

  #keep(query: string, found: HitList): void {
    this.#kept.set(query, found);
    if (this.#kept.size > MAX_KEPT) this.#kept.delete(this.#kept.keys().next().value!);
  }
}
