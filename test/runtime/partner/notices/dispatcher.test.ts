import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import {
  createDispatcher,
  type Dispatcher,
  type DispatcherOptions,
  type Outgoing,
} from "../../../../runtime/partner/notices/dispatcher.ts";
import { type Outcome, UNSENT } from "../../../../runtime/partner/notices/outcome.ts";

const DELIVERED: Outcome = { state: "delivered", httpStatus: 200, error: null, durationMs: 1 };
const INTERRUPTED: Outcome = { ...UNSENT, error: "interrupted" };
/** A time that no test reaches. */
const LONG_MS = 1_000_000;

/** A dispatcher whose attempts end when the test says so. */
interface Bench {
  readonly dispatcher: Dispatcher;
  /** The bodies of all attempts, in the order in which they began. */
  readonly begun: readonly string[];
  /** The outcomes as the log received them. */
  readonly settled: readonly (readonly [id: string, outcome: Outcome])[];
  readonly errors: readonly unknown[];
  /** Ends the attempt to send this body. */
  finish(body: string): Promise<void>;
}

function bench(options: Partial<DispatcherOptions> = {}): Bench {
  const begun: string[] = [];
  const settled: [string, Outcome][] = [];
  const errors: unknown[] = [];
  const running = new Map<string, (outcome: Outcome) => void>();
  const dispatcher = createDispatcher({
    exchange: (_, body, { signal } = {}) => {
      begun.push(body);
      return new Promise((resolve) => {
        running.set(body, resolve);
        signal?.addEventListener("abort", () => resolve(INTERRUPTED));
      });
    },
    settle: async (id, outcome) => void settled.push([id, outcome]),
    onError: (error) => void errors.push(error),
    ...options,
  });
  return {
    dispatcher,
    begun,
    settled,
    errors,
    async finish(body) {
      running.get(body)!(DELIVERED);
      await settle();
    },
  };
}

/** Lets everything happen that does not wait for the outside. */
async function settle(): Promise<void> {
  await new Promise(setImmediate);
}

/** Makes notices: `a1` is the first notice of key `a`, and its body. */
function notices(...ids: string[]): Outgoing[] {
  return ids.map((id) => ({
    id,
    apiKeyId: id[0]!,
    url: `https://${id[0]}.example/`,
    kinds: [],
    body: id,
  }));
}

describe("send", () => {
  it("ATTACK-E60: queues without waiting, even if nothing is ever answered", () => {
    const { dispatcher, begun } = bench();

    expect(dispatcher.send(notices("a1", "a2", "b1"))).toBeUndefined();
    expect(begun).toEqual(["a1", "b1"]);
  });

  it("ATTACK-F64: tries each notice once and settles it once, whatever the outcome", async () => {
    const exchange = vi.fn(async () => ({ ...UNSENT, error: "timeout" as const }));
    const { dispatcher, settled } = bench({ exchange });

    dispatcher.send(notices("a1", "a2", "b1"));
    await dispatcher.close({ graceMs: LONG_MS });

    expect(exchange).toHaveBeenCalledTimes(3);
    expect(settled.map(([id]) => id).sort()).toEqual(["a1", "a2", "b1"]);
  });

  it("ATTACK-F64: passes URL and body on unchanged", async () => {
    const exchange = vi.fn(async () => DELIVERED);
    const { dispatcher } = bench({ exchange });

    dispatcher.send([
      { id: "n", apiKeyId: "a", url: "https://a.example/?b", kinds: [], body: '{"x":1}' },
    ]);

    expect(exchange.mock.calls[0]!.slice(0, 2)).toEqual(["https://a.example/?b", '{"x":1}']);
  });

  it("CHAIN-C14: sends the notices of a key one after another, in order", async () => {
    const { dispatcher, begun, settled, finish } = bench();

    dispatcher.send(notices("a1", "a2"));
    dispatcher.send(notices("a3"));
    expect(begun).toEqual(["a1"]);
    await finish("a1");
    expect(begun).toEqual(["a1", "a2"]);
    await finish("a2");
    await finish("a3");

    expect(settled).toEqual([
      ["a1", DELIVERED],
      ["a2", DELIVERED],
      ["a3", DELIVERED],
    ]);
  });

  it("ATTACK-F75: does not delay other keys because of a slow receiver", async () => {
    const { dispatcher, settled, finish } = bench({ concurrency: 2 });

    dispatcher.send(notices("a1", "a2", "a3", "a4", "b1", "b2", "c1"));
    for (const body of ["b1", "c1", "b2"]) await finish(body);

    expect(settled.map(([id]) => id)).toEqual(["b1", "c1", "b2"]);
  });

  it("ATTACK-F75: sends no more at once than its limit", async () => {
    const { dispatcher, begun, finish } = bench({ concurrency: 2 });

    dispatcher.send(notices("a1", "b1", "c1", "d1"));
    expect(begun).toEqual(["a1", "b1"]);
    await finish("b1");
    expect(begun).toEqual(["a1", "b1", "c1"]);
  });

  it("ATTACK-F75: lets the keys take turns when there are more than it may send at once", async () => {
    const { dispatcher, begun, finish } = bench({ concurrency: 1 });

    dispatcher.send(notices("a1", "a2", "a3", "b1", "b2", "c1"));
    for (const body of ["a1", "b1", "c1", "a2", "b2"]) await finish(body);

    expect(begun).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
  });

  it("ATTACK-F75: groups notices without a key by their URL", () => {
    const { dispatcher, begun } = bench();
    const test = (id: string, url: string) => ({ id, apiKeyId: null, url, kinds: [], body: id });

    dispatcher.send([
      test("1", "https://a.example/"),
      test("2", "https://a.example/"),
      test("3", "https://b.example/"),
    ]);

    expect(begun).toEqual(["1", "3"]);
  });

  it("ATTACK-F82: keeps the latest notices when too many wait for a key", async () => {
    const { dispatcher, begun, settled, finish } = bench({ maxWaitingPerKey: 2 });

    dispatcher.send(notices("a1", "a2", "a3", "a4", "a5", "b1"));
    await settle();
    expect(settled).toEqual([
      ["a2", UNSENT],
      ["a3", UNSENT],
    ]);
    for (const body of ["a1", "a4", "a5"]) await finish(body);

    expect(begun).toEqual(["a1", "b1", "a4", "a5"]);
  });

  it("ATTACK-F82: holds at most a thousand for each key", async () => {
    const { dispatcher, settled } = bench();

    dispatcher.send(notices(...Array.from({ length: 3_000 }, (_, index) => `a${index}`)));
    await settle();

    expect(settled).toHaveLength(3_000 - 1 - 1_000);
  });

  it.each<[string, () => Promise<void>]>([
    ["rejects", async () => Promise.reject(new Error("store down"))],
    [
      "throws",
      () => {
        throw new Error("store down");
      },
    ],
  ])("ATTACK-E60: continues when settling %s, and reports it", async (_, settleNotice) => {
    const exchange = vi.fn(async () => DELIVERED);
    const { dispatcher, errors } = bench({ exchange, settle: settleNotice });

    dispatcher.send(notices("a1", "a2"));
    await dispatcher.close({ graceMs: LONG_MS });

    expect(exchange).toHaveBeenCalledTimes(2);
    expect(errors).toEqual([new Error("store down"), new Error("store down")]);
  });

  it("ATTACK-F64, ATTACK-F75: settles every notice once, and those of a key in order", async () => {
    const sends = fc.array(fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 5 }), {
      maxLength: 10,
    });
    await fc.assert(
      fc.asyncProperty(sends, fc.integer({ min: 1, max: 4 }), async (groups, concurrency) => {
        const { dispatcher, settled } = bench({ concurrency, exchange: async () => DELIVERED });
        let serial = 0;
        const sent = groups.map((keys) => notices(...keys.map((key) => `${key}${++serial}`)));
        for (const group of sent) {
          dispatcher.send(group);
          await Promise.resolve();
        }
        await dispatcher.close({ graceMs: LONG_MS });

        const ids = settled.map(([id]) => id);
        expect(ids.toSorted()).toEqual(
          sent
            .flat()
            .map(({ id }) => id)
            .toSorted(),
        );
        for (const key of ["a", "b", "c"]) {
          const serials = ids.filter((id) => id[0] === key).map((id) => Number(id.slice(1)));
          expect(serials).toEqual(serials.toSorted((one, other) => one - other));
        }
      }),
    );
  });
});

describe("close", () => {
  it("ATTACK-K138: ends at once when there is nothing to send", async () => {
    await expect(bench().dispatcher.close({ graceMs: LONG_MS })).resolves.toBeUndefined();
  });

  it("ATTACK-K138: sends what is waiting, and ends when all of it is settled", async () => {
    const { dispatcher, settled, finish } = bench();
    dispatcher.send(notices("a1", "a2"));

    const closed = dispatcher.close({ graceMs: LONG_MS });
    await finish("a1");
    await finish("a2");
    await closed;

    expect(settled).toEqual([
      ["a1", DELIVERED],
      ["a2", DELIVERED],
    ]);
  });

  it("ATTACK-K138: waits until the last outcome is logged", async () => {
    const log = Promise.withResolvers<void>();
    const { dispatcher } = bench({ exchange: async () => DELIVERED, settle: () => log.promise });
    dispatcher.send(notices("a1"));
    let isClosed = false;

    const closed = dispatcher.close({ graceMs: LONG_MS }).then(() => (isClosed = true));
    await settle();
    expect(isClosed).toBe(false);
    log.resolve();
    await closed;
  });

  it("ATTACK-K138: when the time is over, logs waiting notices as unsent and those being sent as interrupted", async () => {
    const { dispatcher, begun, settled } = bench({ concurrency: 2 });
    dispatcher.send(notices("a1", "a2", "b1", "c1"));

    await dispatcher.close({ graceMs: 1 });

    expect(begun).toEqual(["a1", "b1"]);
    expect(Object.fromEntries(settled)).toEqual({
      a1: INTERRUPTED,
      a2: UNSENT,
      b1: INTERRUPTED,
      c1: UNSENT,
    });
    expect(settled).toHaveLength(4);
  });

  it("ATTACK-K138: sends no later notices, and logs them as unsent", async () => {
    const { dispatcher, begun, settled, finish } = bench();
    dispatcher.send(notices("a1"));
    const closed = dispatcher.close({ graceMs: LONG_MS });

    dispatcher.send(notices("a2", "b1"));
    await finish("a1");
    await closed;

    expect(begun).toEqual(["a1"]);
    expect(Object.fromEntries(settled)).toEqual({ a1: DELIVERED, a2: UNSENT, b1: UNSENT });
  });

  it("ATTACK-K138: may be called twice", async () => {
    const { dispatcher, settled } = bench();
    dispatcher.send(notices("a1"));

    await Promise.all([dispatcher.close({ graceMs: 1 }), dispatcher.close({ graceMs: LONG_MS })]);

    expect(settled).toEqual([["a1", INTERRUPTED]]);
  });
});
