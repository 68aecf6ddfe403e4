import { AsyncLocalStorage } from "node:async_hooks";
import type { Exchange } from "./exchange.ts";
import { type Outcome, UNSENT } from "./outcome.ts";

/** A notice to send; its row in the log is committed. */
export interface Outgoing {
  readonly id: string;
  /** Null if the webhook is bound to no key. */
  readonly apiKeyId: string | null;
  readonly url: string;
  /** What it tells of; empty for a test. */
  readonly kinds: readonly string[];
  /** JSON. */
  readonly body: string;
}

export interface Dispatcher {
  /** Hands over notices whose change is committed. Never throws, never waits. */
  send(notices: readonly Outgoing[]): void;
  /** The ids of what waits or is under way. */
  unsettled(): readonly string[];
  /**
   * Takes no more, and works on what is there for at most `graceMs`. What is being sent then is
   * settled as `interrupted`, the rest as `unsent`. Ends when all is settled.
   */
  close(options: { readonly graceMs: number }): Promise<void>;
}

export interface DispatcherOptions {
  readonly exchange: Exchange;
  /** Writes the outcome to the log. */
  readonly settle: (id: string, outcome: Outcome) => Promise<void>;
  /** Told when `settle` fails; the notice then stays as the log has it. */
  readonly onError: (error: unknown) => void;
  /** Told what became of each notice. */
  readonly onOutcome?: (notice: Outgoing, outcome: Outcome) => void;
  /** How many are sent at a time, over all keys. */
  readonly concurrency?: number;
  /** How many wait for a key; when there are more, the oldest is settled as unsent. */
  readonly maxWaitingPerKey?: number;
}

interface Waiting {
  readonly notice: Outgoing;
  /** Does work as part of the request that caused the notice, whosever turn it is. */
  readonly resume: <Result>(work: () => Result) => Result;
}

/** The notices of one key. */
interface Lane {
  readonly name: string;
  readonly waiting: Waiting[];
  /** The id of what is under way. */
  sending?: string;
  /** Ends what is under way. */
  readonly stop: AbortController;
}

/**
 * Sends each notice once. The notices of a key go one after another, in order, so that an older
 * certificate never arrives after a newer one; the keys take turns, so that a slow receiver holds
 * up no one but itself (ATTACK-F75).
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { exchange, settle, onError, onOutcome } = options;
  const { concurrency = 128, maxWaitingPerKey = 1_000 } = options;
  /** Of every key that has something waiting or under way. */
  const lanes = new Map<string, Lane>();
  /** Those with nothing under way, longest waiting first. */
  const ready: Lane[] = [];
  const unfinished = new Set<Promise<void>>();
  let sending = 0;
  let closing: Promise<void> | undefined;

  function enqueue(notice: Outgoing): void {
    const lane = laneOf(notice);
    lane.waiting.push({ notice, resume: AsyncLocalStorage.snapshot() });
    startReady();
    // What was told last matters most: it is about the state that stands.
    if (lane.waiting.length > maxWaitingPerKey) drop(lane.waiting.shift()!.notice);
  }

  function laneOf({ apiKeyId, url }: Outgoing): Lane {
    const name = apiKeyId === null ? `url ${url}` : `key ${apiKeyId}`;
    const known = lanes.get(name);
    if (known) return known;
    const lane: Lane = { name, waiting: [], stop: new AbortController() };
    lanes.set(name, lane);
    ready.push(lane);
    return lane;
  }

  function startReady(): void {
    while (sending < concurrency && ready.length > 0) track(sendNext(ready.shift()!));
  }

  async function sendNext(lane: Lane): Promise<void> {
    const { notice, resume } = lane.waiting.shift()!;
    const { url, body } = notice;
    sending += 1;
    lane.sending = notice.id;
    await resume(() => settleSafely(notice, exchange(url, body, { signal: lane.stop.signal })));
    delete lane.sending;
    sending -= 1;
    if (lane.waiting.length > 0) ready.push(lane);
    else lanes.delete(lane.name);
    startReady();
  }

  async function settleSafely(
    notice: Outgoing,
    outcome: Outcome | Promise<Outcome>,
  ): Promise<void> {
    try {
      const settled = await outcome;
      onOutcome?.(notice, settled);
      await settle(notice.id, settled);
    } catch (error) {
      onError(error);
    }
  }

  function drop(notice: Outgoing): void {
    track(settleSafely(notice, UNSENT));
  }

  function track(work: Promise<void>): void {
    unfinished.add(work);
    void work.finally(() => unfinished.delete(work));
  }

  async function finishAll(): Promise<void> {
    while (unfinished.size > 0) await Promise.all(unfinished);
  }

  async function finishWithin(graceMs: number): Promise<void> {
    const timer = setTimeout(() => {
      ready.length = 0;
      for (const { waiting, stop } of lanes.values()) {
        for (const { notice } of waiting.splice(0)) drop(notice);
        stop.abort();
      }
    }, graceMs);
    await finishAll();
    clearTimeout(timer);
  }

  return {
    send(notices) {
      notices.forEach(closing ? drop : enqueue);
    },
    unsettled: () =>
      Array.from(lanes.values(), ({ waiting, sending }) => [
        ...(sending === undefined ? [] : [sending]),
        ...waiting.map(({ notice }) => notice.id),
      ]).flat(),
    close({ graceMs }) {
      closing ??= finishWithin(graceMs);
      return closing;
    },
  };
}
