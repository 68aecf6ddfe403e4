import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { HitList, HitOptions } from "../../../../runtime/web/search-box/hit-source.ts";
import { QueryRunner } from "../../../../runtime/web/search-box/query-runner.ts";

const LIST: HitList = { total: 0, corrections: [], items: [] };

interface PendingQuery extends HitOptions {
  readonly query: string;
  answer(): void;
  fail(message: string): void;
}

let asked: PendingQuery[];
let shown: string[];
let runner: QueryRunner;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  shown = [];
  runner = new QueryRunner({
    source: {
      // Like a source that cannot abort: it answers whatever the signal says.
      hits: (query, options) =>
        new Promise((resolve, reject) => {
          const fail = (message: string) => reject(new Error(message));
          asked.push({ ...options, query, answer: () => resolve(LIST), fail });
        }),
    },
    section: "guide",
    onWait: () => shown.push("…"),
    onAnswer: (_, query) => shown.push(query),
    onFailure: ({ message }, query) => shown.push(`${query}: ${message}`),
  });
});

afterEach(() => {
  vi.useRealTimers();
});

const pause = () => vi.advanceTimersByTimeAsync(100);
const settle = () => vi.advanceTimersByTimeAsync(0);

describe("QueryRunner", () => {
  it("asks once after a pause in typing, with section and limits", async () => {
    for (const query of ["b", "br", "bra"]) runner.run(query);
    expect(asked).toEqual([]);
    await pause();

    expect(asked).toMatchObject([{ query: "bra", section: "guide", limit: 20, perDoc: 3 }]);
  });

  it("aborts an older query, and drops its answer even if it comes last", async () => {
    runner.run("old");
    await pause();
    runner.run("new");
    await pause();
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    asked[1]!.answer();
    await settle();
    asked[0]!.answer();
    await settle();

    expect(shown).toEqual(["…", "…", "new"]);
  });

  it("gives a known answer at once, without asking again", async () => {
    runner.run("bell");
    await pause();
    asked[0]!.answer();
    await settle();
    runner.run("bell");

    expect(shown).toEqual(["…", "bell", "bell"]);
    await pause();
    expect(asked.length).toBe(1);
  });

  it("tells a failure, does not keep it, and is silent about that of an older query", async () => {
    runner.run("old");
    await pause();
    runner.run("bell");
    await pause();
    asked[0]!.fail("aborted");
    asked[1]!.fail("no network");
    await settle();
    expect(shown).toEqual(["…", "…", "bell: no network"]);

    runner.run("bell");
    await pause();
    expect(asked.length).toBe(3);
  });

  it("shows nothing after it was cancelled", async () => {
    runner.run("typed");
    runner.cancel();
    await pause();
    expect(asked).toEqual([]);

    runner.run("asked");
    await pause();
    runner.cancel();
    asked[0]!.answer();
    await settle();
    expect(shown).toEqual(["…", "…"]);
  });
});
