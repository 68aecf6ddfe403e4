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

/**
 * Sends each notice once. A key's notices are sent one after another, in order, so that an older
 * certificate never arrives after a newer one; the keys take turns, so that a slow receiver delays
 * only itself (ATTACK-F75).
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { exchange, sign, settle, onError, onOutcome } = options;
  const { concurrency = 128, maxWaitingPerKey = 1_000 } = options;
  /** One for each key that has a notice waiting or being sent. */
  const lanes = new Map<string, Lane>();
  /** Lanes with nothing being sent, longest waiting first. */
  const ready: Lane[] = [];
  const unfinished = new Set<Promise<void>>();
  let sending = 0;
  let closing: Promise<void> | undefined;

  function enqueue(notice: Outgoing): void {
    const lane = laneOf(notice);
    lane.waiting.push({ notice, resume: AsyncLocalStorage.snapshot() });
    startReady();
    // The latest notice matters most: it reports the current state.
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
    sending += 1;
    lane.sending = notice.id;
    await resume(() => settleSafely(notice, attempt(notice, lane.stop.signal)));
    delete lane.sending;
    sending -= 1;
    if (lane.waiting.length > 0) ready.push(lane);
    else lanes.delete(lane.name);
    startReady();
  }

  async function attempt(notice: Outgoing, signal: AbortSignal): Promise<Outcome> {
    const headers = sign && isSigned(notice) ? await sign(notice) : {};
    return exchange(notice.url, notice.body, { signal, headers });
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
