import { describe, expect, it } from "vitest";
import { MINUTE_MS } from "../../../../runtime/partner/clock.ts";
import { RateLimits } from "../../../../runtime/partner/keys/rate-limits.ts";
import { openStore, type Store } from "../../../../runtime/store/store.ts";
import { openStorePlace } from "../../../support/store-place.ts";

/** The start of a minute. */
const START = Date.UTC(2026, 2, 1, 12);

/** Opens a store for several runtimes, with a clock that can be set. */
async function build() {
  const place = await openStorePlace();
  const store = await openStore(place);
  const clock = { nowMs: START, elapsedMs: 0 };
  let writes = 0;
  const watched: Store = {
    ...store,
    transaction(work) {
      writes++;
      return store.transaction(work);
    },
  };
  const runtime = () => new RateLimits({ store: watched, elapsed: () => clock.elapsedMs });
  return {
    ...{ clock, runtime, writes: () => writes },
    pass(ms: number) {
      clock.nowMs += ms;
      clock.elapsedMs += ms;
    },
    /** Returns how many of several simultaneous reads are let through. */
    async admit(limits: RateLimits, count: number, limit: number | null = 10): Promise<number> {
      const key = { apiKeyId: "k", requestsPerMinute: limit };
      const reads = Array.from({ length: count }, () => limits.take(key, clock.nowMs));
      return (await Promise.all(reads)).filter((wait) => wait === null).length;
    },
    [Symbol.asyncDispose]: async () => {
      await store.close();
      await place.remove();
    },
  };
}

describe("RateLimits", () => {
  it("ATTACK-S213: lets as many reads through in a minute as the limit says, and as many in the next", async () => {
    await using scene = await build();
    const one = scene.runtime();
    expect(await scene.admit(one, 25)).toBe(10);
    expect(await scene.admit(one, 25)).toBe(0);
    scene.pass(MINUTE_MS - 1);
    expect(await scene.admit(one, 25)).toBe(0);
    scene.pass(1);
    expect(await scene.admit(one, 4)).toBe(4);
    expect(await scene.admit(one, 25)).toBe(6);
  });

  it("ATTACK-S213: two runtimes share a limit", async () => {
    await using scene = await build();
    const [one, other] = [scene.runtime(), scene.runtime()];
    let admitted = 0;
    for (let round = 0; round < 30; round++) {
      admitted += await scene.admit(round % 2 === 0 ? one : other, 1);
    }
    expect(admitted).toBe(10);
  });

  it("ATTACK-S213: at most twice the limit is let through around the change of a minute", async () => {
    await using scene = await build();
    const [one, other] = [scene.runtime(), scene.runtime()];
    scene.pass(MINUTE_MS - 1);
    let admitted = (await scene.admit(one, 100)) + (await scene.admit(other, 100));
    scene.pass(1);
    admitted += (await scene.admit(one, 100)) + (await scene.admit(other, 100));
    expect(admitted).toBe(20);
    scene.pass(MINUTE_MS - 2);
    expect((await scene.admit(one, 100)) + (await scene.admit(other, 100))).toBe(0);
  });

  it.each([
    ["forward by an hour, twice", [60, 120]],
    ["forward and back", [60, 0, 60, 0]],
    ["back by a minute, several times", [-1, 0, -1, 0, 1]],
    ["to and fro between three minutes", [1, 2, 0, 1, 2]],
  ])("ATTACK-S213: a clock that is set %s gives at most twice the limit", async (_, minutes) => {
    await using scene = await build();
    const one = scene.runtime();
    let admitted = await scene.admit(one, 100);
    for (const minute of minutes) {
      scene.clock.nowMs = START + minute * MINUTE_MS;
      admitted += await scene.admit(one, 100);
    }
    expect(admitted).toBeLessThanOrEqual(20);
    // And it goes on within two minutes.
    scene.pass(MINUTE_MS);
    admitted = await scene.admit(one, 100);
    scene.pass(MINUTE_MS);
    expect(admitted + (await scene.admit(one, 100))).toBeGreaterThanOrEqual(10);
  });

  it("gives the seconds until the next minute, at least one", async () => {
    await using scene = await build();
    const one = scene.runtime();
    const key = { apiKeyId: "k", requestsPerMinute: 1 };
    expect(await one.take(key, scene.clock.nowMs)).toBe(null);
    expect(await one.take(key, scene.clock.nowMs)).toBe(60);
    scene.pass(59_999);
    expect(await one.take(key, scene.clock.nowMs)).toBe(1);
  });

  it("writes to the store ten times a minute, however many reads there are, and once more at its limit", async () => {
    await using scene = await build();
    const one = scene.runtime();
    expect(await scene.admit(one, 5_000, 5_000)).toBe(5_000);
    expect(scene.writes()).toBe(10);
    expect(await scene.admit(one, 5_000, 5_000)).toBe(0);
    expect(scene.writes()).toBe(11);
  });

  it("applies a new limit at once", async () => {
    await using scene = await build();
    const one = scene.runtime();
    expect(await scene.admit(one, 100, 10)).toBe(10);
    expect(await scene.admit(one, 100, 5)).toBe(0);
    expect(await scene.admit(one, 100, null)).toBe(100);
    // Reads under the earlier limits count.
    expect(await scene.admit(one, 100, 100)).toBeGreaterThan(70);
  });

  it("asks again after the store has failed", async () => {
    await using scene = await build();
    const failing = new RateLimits({
      store: { transaction: () => Promise.reject(new Error("away")) } as unknown as Store,
      elapsed: () => 0,
    });
    for (let round = 0; round < 2; round++)
      await expect(scene.admit(failing, 3)).rejects.toThrow("away");
  });
});
