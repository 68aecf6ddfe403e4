import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLimiter, type Requester } from "../../../../runtime/partner/secrets/limiter.ts";

const HOME = consumer("home");

function consumer(network: string): Requester {
  return { side: "consumers", network, isKnown: false };
}

function administrator(network: string): Requester {
  return { side: "administrators", network, isKnown: false };
}

describe("createLimiter", () => {
  it("ATTACK-G103: never runs more at once than its limit, and all in order", async () => {
    const limit = createLimiter({ concurrency: 3, maxWaiting: { network: 100, side: 100 } });
    const began: number[] = [];
    let running = 0;
    let most = 0;
    const jobs = Array.from({ length: 50 }, (_, index) =>
      limit(HOME, async () => {
        began.push(index);
        most = Math.max(most, ++running);
        for (let turn = 0; turn < index % 5; turn++) await Promise.resolve();
        running--;
        return index;
      }),
    );

    expect(await Promise.all(jobs)).toEqual(jobs.map((_, index) => index));
    expect(most).toBe(3);
    expect(began).toEqual(jobs.map((_, index) => index));
  });

  it("ATTACK-G103: newcomers do not overtake waiting tasks, nor exceed the limit", async () => {
    const limit = createLimiter({ concurrency: 2, maxWaiting: { network: 100, side: 100 } });
    let running = 0;
    let most = 0;
    async function work(generations: number): Promise<void> {
      await limit(HOME, async () => {
        most = Math.max(most, ++running);
        await Promise.resolve();
        running--;
      });
      if (generations > 0) await Promise.all([work(generations - 1), work(generations - 1)]);
    }
    await Promise.all([work(4), work(4), work(4)]);

    expect(most).toBe(2);
  });

  it("ATTACK-G103: refuses at once when too many tasks wait, and works again later", async () => {
    const limit = createLimiter({ concurrency: 1, maxWaiting: { network: 1, side: 1 } });
    const gate = Promise.withResolvers<string>();
    const first = limit(HOME, () => gate.promise);
    const second = limit(HOME, async () => "second");

    await expect(limit(HOME, async () => "third")).rejects.toThrow(
      expect.objectContaining({ code: "busy" }),
    );
    gate.resolve("first");
    expect(await Promise.all([first, second])).toEqual(["first", "second"]);
    expect(await limit(HOME, async () => "fourth")).toBe("fourth");
  });

  it("ATTACK-K138: starts nothing more once the wait is ended, and rejects all waiting tasks", async () => {
    const ending = new AbortController();
    const { signal } = ending;
    const limit = createLimiter({ concurrency: 1, maxWaiting: { network: 9, side: 9 }, signal });
    const gate = Promise.withResolvers<string>();
    const began = Promise.withResolvers<void>();
    const running = limit(HOME, () => {
      began.resolve();
      return gate.promise;
    });
    await began.promise;
    let begun = 0;
    const waiting = Promise.allSettled(
      ["a", "b", "b"].map((network) => limit(consumer(network), async () => begun++)),
    );
    ending.abort();
    gate.resolve("done");

    expect(await running).toBe("done");
    for (const result of await waiting) {
      expect(result).toMatchObject({ status: "rejected", reason: { code: "busy" } });
    }
    expect(begun).toBe(0);
  });

  it("passes the turn on when work fails", async () => {
    const limit = createLimiter({ concurrency: 1, maxWaiting: { network: 1, side: 1 } });
    const failing = limit(HOME, async () => {
      throw new Error("lost");
    });
    const next = limit(HOME, async () => "next");

    await expect(failing).rejects.toThrow("lost");
    expect(await next).toBe("next");
  });
});

describe("createLimiter under a flood", () => {
  const WORK_MS = 100;
  const work = () => new Promise<void>((resolve) => setTimeout(resolve, WORK_MS));

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Records the order in which tasks end. */
  function observe(options: Parameters<typeof createLimiter>[0]) {
    const limit = createLimiter(options);
    const ended: { readonly name: string; readonly atMs: number }[] = [];
    const start = Date.now();
    const ask = (requester: Requester, name: string) =>
      limit(requester, work).then(() => void ended.push({ name, atMs: Date.now() - start }));
    return { ask, ended, names: () => ended.map(({ name }) => name) };
  }

  it.each([1, 3])(
    "ATTACK-G103: others wait for their turn, not for the flood, with %i at once",
    async (concurrency) => {
      const { ask, ended } = observe({ concurrency, maxWaiting: { network: 1000, side: 2000 } });
      const flood = Array.from({ length: 1000 }, (_, index) => ask(HOME, `flood ${index}`));
      const others = [
        ask(consumer("elsewhere"), "consumer"),
        ask(administrator("office"), "administrator"),
      ];
      await vi.runAllTimersAsync();
      await Promise.all([...flood, ...others]);
      // Only running tasks, and one turn each of the other side and of the flood, may come before.
      for (const name of ["consumer", "administrator"]) {
        expect(ended.find((piece) => piece.name === name)!.atMs).toBeLessThanOrEqual(4 * WORK_MS);
      }
      expect(ended.at(-1)!.name).toBe("flood 999");
    },
  );

  it("ATTACK-G103: a flood of administrators' sign-ins does not keep other administrators out", async () => {
    const { ask, ended } = observe({ concurrency: 1, maxWaiting: { network: 500, side: 1000 } });
    const flood = Array.from({ length: 500 }, () => ask(administrator("flood"), "flood"));
    const other = ask(administrator("office"), "office");
    await vi.runAllTimersAsync();
    await Promise.all([...flood, other]);
    expect(ended.findIndex(({ name }) => name === "office")).toBeLessThanOrEqual(2);
  });

  it("ATTACK-T281: a known network waits for one task of strangers, however many networks they have", async () => {
    const { ask, names } = observe({ concurrency: 1, maxWaiting: { network: 18, side: 1000 } });
    const strangers = Promise.allSettled(
      Array.from({ length: 200 * 18 }, (_, index) =>
        ask(administrator(`${index % 200}`), "stranger"),
      ),
    );
    // Strangers can take all places of strangers only.
    const known = { ...administrator("office"), isKnown: true };
    const office = [ask(known, "office"), ask(known, "office")];
    await vi.runAllTimersAsync();
    await strangers;
    await Promise.all(office);
    expect(names().slice(0, 5)).toEqual(["stranger", "office", "stranger", "office", "stranger"]);
    expect(names()).toHaveLength(1001 + 2);
  });

  it("ATTACK-T281: known networks do not keep strangers out either", async () => {
    const { ask, names } = observe({ concurrency: 1, maxWaiting: { network: 9, side: 9 } });
    for (const name of ["k1", "k2", "k3"]) void ask({ ...consumer("k"), isKnown: true }, name);
    void ask(consumer("s"), "s1");
    await vi.runAllTimersAsync();
    expect(names()).toEqual(["k1", "k2", "s1", "k3"]);
  });

  it("ATTACK-G103: networks take turns, and each is served in the order in which it asked", async () => {
    const { ask, names } = observe({ concurrency: 1, maxWaiting: { network: 9, side: 9 } });
    for (const name of ["a1", "a2", "a3", "b1", "b2", "c1"]) void ask(consumer(name[0]!), name);
    await vi.runAllTimersAsync();
    expect(names()).toEqual(["a1", "a2", "b1", "c1", "a3", "b2"]);
  });

  it("ATTACK-G103: the sides take turns, however many networks one has", async () => {
    const { ask, names } = observe({ concurrency: 1, maxWaiting: { network: 9, side: 9 } });
    for (const name of ["a1", "b1", "c1", "d1"]) void ask(consumer(name[0]!), name);
    for (const name of ["x1", "x2"]) void ask(administrator(name[0]!), name);
    await vi.runAllTimersAsync();
    expect(names()).toEqual(["a1", "b1", "x1", "c1", "x2", "d1"]);
  });

  it("ATTACK-G103: networks and sides each have their own limit of waiting tasks", async () => {
    const { ask, names } = observe({ concurrency: 1, maxWaiting: { network: 2, side: 3 } });
    const waiting = ["running", "a1", "a2"].map((name) => ask(consumer("a"), name));
    await expect(ask(consumer("a"), "a3")).rejects.toThrow(
      expect.objectContaining({ code: "busy" }),
    );
    waiting.push(ask(consumer("b"), "b1"));
    await expect(ask(consumer("c"), "c1")).rejects.toThrow(
      expect.objectContaining({ code: "busy" }),
    );
    waiting.push(ask(administrator("a"), "x1"));
    await vi.runAllTimersAsync();
    await Promise.all(waiting);
    expect(names()).toEqual(["running", "a1", "x1", "b1", "a2"]);
    // The places are free again.
    const again = ["a4", "a5", "a6"].map((name) => ask(consumer("a"), name));
    await vi.runAllTimersAsync();
    await Promise.all(again);
  });

  it("ATTACK-G103: whoever asks, the limit is never exceeded, and every accepted task ends", async () => {
    const requester = fc.record({
      side: fc.constantFrom("consumers" as const, "administrators" as const),
      network: fc.constantFrom("a", "b", "c"),
      isKnown: fc.boolean(),
      ms: fc.nat({ max: 50 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(requester), fc.integer({ min: 1, max: 4 }), async (all, most) => {
        const limit = createLimiter({ concurrency: most, maxWaiting: { network: 5, side: 8 } });
        let running = 0;
        const results = all.map(({ ms, ...from }) =>
          limit(from, async () => {
            expect(++running).toBeLessThanOrEqual(most);
            await new Promise((resolve) => setTimeout(resolve, ms));
            running--;
          }),
        );
        const settled = Promise.allSettled(results);
        await vi.runAllTimersAsync();
        for (const result of await settled) {
          if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "busy" });
        }
        expect(running).toBe(0);
      }),
    );
  });
});
