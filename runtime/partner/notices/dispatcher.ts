import { AsyncLocalStorage } from "node:async_hooks";
import type { Exchange } from "./exchange.ts";
import { type Outcome, UNSENT } from "./outcome.ts";

/** A notice to send; its log entry is committed. */
export interface Outgoing {
  readonly id: string;
  /** Null if the webhook is bound to no key. */
  readonly apiKeyId: string | null;
  readonly url: string;
  /** The kinds of change it reports; empty for a test. */
  readonly kinds: readonly string[];
  /** JSON. */
  readonly body: string;
  /** Default: not signed. */
  readonly signing?: NoticeSigning;
}

/**
 * The webhook that a notice is signed for, and with what: secrets of this webhook, newest first, or
 * the keys of the installation.
 */
export type NoticeSigning = { readonly webhookId: string } & (
  | { readonly scheme: "v1"; readonly secrets: readonly string[] }
  | { readonly scheme: "v1a" }
);

/** A notice to sign. */
export interface SignedOutgoing extends Outgoing {
  readonly signing: NoticeSigning;
}

function isSigned(notice: Outgoing): notice is SignedOutgoing {
  return notice.signing !== undefined;
}

export interface Dispatcher {
  /** Queues notices whose change is committed. Returns at once and never throws. */
  send(notices: readonly Outgoing[]): void;
  /** Returns the ids of the notices that are waiting or being sent. */
  unsettled(): readonly string[];
  /**
   * Takes no more notices, and works on the present ones for at most `graceMs`. Those being sent
   * then are settled as `interrupted`, the rest as `unsent`. Ends when all are settled.
   */
  close(options: { readonly graceMs: number }): Promise<void>;
}

export interface DispatcherOptions {
  readonly exchange: Exchange;
  /** Returns the headers that sign a notice. */
  readonly sign?: (notice: SignedOutgoing) => Promise<Readonly<Record<string, string>>>;
  /** Writes the outcome to the log. */
  readonly settle: (id: string, outcome: Outcome) => Promise<void>;
  /** Called when `settle` fails; the log entry then stays as it is. */
  readonly onError: (error: unknown) => void;
  /** Called with the outcome of each notice. */
  readonly onOutcome?: (notice: Outgoing, outcome: Outcome) => void;
  /** Maximum number of notices being sent at once, over all keys. Default: 128. */
  readonly concurrency?: number;
  /** Maximum number waiting for a key; above it, the oldest is settled as unsent. Default: 1000. */
  readonly maxWaitingPerKey?: number;
}

interface Waiting {
  readonly notice: Outgoing;
  /** Runs work in the async context of the request that caused the notice. */
  readonly resume: <Result>(work: () => Result) => Result;
}

/** The notices of one key. */
interface Lane {
  readonly name: string;
  readonly waiting: Waiting[];
  /** The id of the notice being sent. */
  sending?: string;
  /** Aborts the notice being sent. */
  readonly stop: AbortController;
}

/** Creates what sends each notice once. */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  return new Lanes(options);
}

/**
 * A key's notices are sent one after another, in order, so that an older certificate never arrives
 * after a newer one; the keys take turns, so that a slow receiver delays only itself (ATTACK-F75).
 */
class Lanes implements Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #concurrency: number;
  readonly #maxWaitingPerKey: number;
  /** One for each key that has a notice waiting or being sent. */
  readonly #lanes = new Map<string, Lane>();
  /** Lanes with nothing being sent, longest waiting first. */
  readonly #ready: Lane[] = [];
  readonly #unfinished = new Set<Promise<void>>();
  #sending = 0;
  #closing: Promise<void> | undefined;

  constructor({ concurrency = 128, maxWaitingPerKey = 1_000, ...options }: DispatcherOptions) {
    this.#options = options;
    this.#concurrency = concurrency;
    this.#maxWaitingPerKey = maxWaitingPerKey;
  }

  send(notices: readonly Outgoing[]): void {
    for (const notice of notices) {
      if (this.#closing) this.#drop(notice);
      else this.#enqueue(notice);
    }
  }

  unsettled(): readonly string[] {
    return Array.from(this.#lanes.values(), ({ waiting, sending }) => [
      ...(sending === undefined ? [] : [sending]),
      ...waiting.map(({ notice }) => notice.id),
    ]).flat();
  }

  close({ graceMs }: { readonly graceMs: number }): Promise<void> {
    this.#closing ??= this.#finishWithin(graceMs);
    return this.#closing;
  }

  #enqueue(notice: Outgoing): void {
    const lane = this.#laneOf(notice);
    lane.waiting.push({ notice, resume: AsyncLocalStorage.snapshot() });
    this.#startReady();
    // The latest notice matters most: it reports the current state.
    if (lane.waiting.length > this.#maxWaitingPerKey) this.#drop(lane.waiting.shift()!.notice);
  }

  #laneOf({ apiKeyId, url }: Outgoing): Lane {
    const name = apiKeyId === null ? `url ${url}` : `key ${apiKeyId}`;
    const known = this.#lanes.get(name);
    if (known) return known;
    const lane: Lane = { name, waiting: [], stop: new AbortController() };
    this.#lanes.set(name, lane);
    this.#ready.push(lane);
    return lane;
  }

  #startReady(): void {
    while (this.#sending < this.#concurrency && this.#ready.length > 0) {
      this.#track(this.#sendNext(this.#ready.shift()!));
    }
  }

  async #sendNext(lane: Lane): Promise<void> {
    const { notice, resume } = lane.waiting.shift()!;
    this.#sending += 1;
    lane.sending = notice.id;
    await resume(() => this.#settle(notice, this.#attempt(notice, lane.stop.signal)));
    delete lane.sending;
    this.#sending -= 1;
    if (lane.waiting.length > 0) this.#ready.push(lane);
    else this.#lanes.delete(lane.name);
    this.#startReady();
  }

  async #attempt(notice: Outgoing, signal: AbortSignal): Promise<Outcome> {
    const { sign, exchange } = this.#options;
    const headers = sign && isSigned(notice) ? await sign(notice) : {};
    return exchange(notice.url, notice.body, { signal, headers });
  }

  /** Never throws. */
  async #settle(notice: Outgoing, attempt: Outcome | Promise<Outcome>): Promise<void> {
    const { onOutcome, settle, onError } = this.#options;
    try {
      const outcome = await attempt;
      onOutcome?.(notice, outcome);
      await settle(notice.id, outcome);
    } catch (error) {
      onError(error);
    }
  }

  #drop(notice: Outgoing): void {
    this.#track(this.#settle(notice, UNSENT));
  }

  #track(work: Promise<void>): void {
    this.#unfinished.add(work);
    void work.finally(() => this.#unfinished.delete(work));
  }

  async #finishWithin(graceMs: number): Promise<void> {
    const timer = setTimeout(() => this.#stopAll(), graceMs);
    while (this.#unfinished.size > 0) await Promise.all(this.#unfinished);
    clearTimeout(timer);
  }

  #stopAll(): void {
    this.#ready.length = 0;
    for (const { waiting, stop } of this.#lanes.values()) {
      for (const { notice } of waiting.splice(0)) this.#drop(notice);
      stop.abort();
    }
  }
}
