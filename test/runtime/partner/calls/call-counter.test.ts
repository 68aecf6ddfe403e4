import { describe, expect, it } from "vitest";
import { CallCounter } from "../../../../runtime/partner/calls/call-counter.ts";

const CALL = { origin: "https://shop.test", endpoint: "GET /v1/space/list", outcome: "ok" };
const DROP = { ...CALL, outcome: "unlisted-origin" };
const NOON = Date.parse("2026-03-01T12:00:00.000Z");

describe("CallCounter", () => {
  it("counts equal calls of an hour together, and gives each count once", () => {
    let now = NOON + 59 * 60_000;
    const counter = new CallCounter(() => now);
    counter.count(CALL);
    counter.count(CALL);
    counter.count({ ...CALL, outcome: "wrong-token" });
    now += 60_000;
    counter.count(CALL);
    expect(counter.take().map(({ hour, outcome, count }) => [hour, outcome, count])).toEqual([
      ["2026-03-01T12:00:00.000Z", "ok", 2],
      ["2026-03-01T12:00:00.000Z", "wrong-token", 1],
      ["2026-03-01T13:00:00.000Z", "ok", 1],
    ]);
    expect(counter.take()).toEqual([]);
  });

  it("ATTACK-T283: tells when each was last, not only in which hour", () => {
    let now = NOON + 31 * 60_000;
    const counter = new CallCounter(() => now);
    counter.count({ ...CALL, outcome: "wrong-token" });
    now += 60_000;
    counter.count({ ...CALL, outcome: "wrong-token" });
    counter.countDropped(DROP);
    const taken = counter.take();
    const last = "2026-03-01T12:32:00.000Z";
    expect(taken.map(({ outcome, lastAt }) => [outcome, lastAt])).toEqual([
      ["wrong-token", last],
      ["unlisted-origin", last],
    ]);
    now += 60_000;
    counter.countDropped(DROP);
    counter.giveBack(taken);
    expect(counter.take().map(({ lastAt }) => lastAt)).toEqual(["2026-03-01T12:33:00.000Z", last]);
  });

  it("adds counts that were given back to later ones", () => {
    const counter = new CallCounter(() => NOON);
    counter.count(CALL);
    const taken = counter.take();
    counter.count(CALL);
    counter.giveBack(taken);
    expect(counter.take()).toMatchObject([{ count: 2 }]);
  });

  it("ATTACK-O173: a flood of many and long Origins has a bounded number of short counts", () => {
    const counter = new CallCounter(() => NOON);
    for (let number = 0; number < 50_000; number++) {
      counter.countDropped({ ...DROP, origin: `https://${number}.test/${"x".repeat(5000)}` });
    }
    counter.countDropped(DROP);
    const counts = counter.take();
    expect(counts).toHaveLength(1001);
    expect(Math.max(...counts.map(({ origin }) => origin.length))).toBe(200);
    expect(counts.at(-1)).toMatchObject({ origin: "(other)", endpoint: "(other)", count: 49_001 });
  });

  it("ATTACK-O173: the Origins of one hour take no room from those of the next", () => {
    let now = NOON;
    const counter = new CallCounter(() => now);
    for (let number = 0; number < 2000; number++) {
      counter.countDropped({ ...DROP, origin: `https://${number}.test` });
    }
    counter.take();
    counter.countDropped(DROP);
    expect(counter.take()).toMatchObject([{ origin: "(other)" }]);
    now += 3_600_000;
    counter.countDropped(DROP);
    expect(counter.take()).toMatchObject([DROP]);
  });
});
