import { describe, expect, it } from "vitest";
import type { HitListJson } from "../../../../corpus/search/words/hits.ts";
import { SearchCounts } from "../../../../runtime/docs/search-log/search-counts.ts";

type HitCounts = Pick<HitListJson, "total" | "corrections">;

const START = Date.UTC(2026, 10, 28, 12);
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const NOTHING: HitCounts = { total: 0, corrections: [] };
const CORRECTED: HitCounts = { total: 3, corrections: [{ from: "memo", to: "memory" }] };
const FOUND: HitCounts = { total: 3, corrections: [] };

/** Counts with a clock, and what adds the same search from several networks. */
function makeCounts() {
  const clock = { nowMs: START };
  const counts = new SearchCounts({ counts: [], now: () => clock.nowMs });
  function search(query: string, { networks = 5, found = NOTHING, reportsClicks = true } = {}) {
    for (let network = 0; network < networks; network++) {
      counts.add({ query, network: `network ${network}`, found, reportsClicks });
    }
  }
  return { counts, search, clock, pass: (ms: number) => (clock.nowMs += ms) };
}

describe("SearchCounts", () => {
  it("counts by query and day what found nothing, was corrected, or led to no place", () => {
    const { counts, search, pass } = makeCounts();
    search("  K8s \n probes", { networks: 6 });
    search("memo", { found: CORRECTED });
    pass(5 * MINUTE_MS);
    counts.counts();
    pass(DAY_MS);
    search("k8s probes");
    search("install", { found: FOUND });
    search("unknown whether opened", { found: FOUND, reportsClicks: false });
    pass(5 * MINUTE_MS);

    const none = { nothing: 0, corrected: 0, unopened: 0 };
    expect(counts.counts()).toEqual([
      { ...none, day: "2026-11-28", query: "k8s probes", nothing: 6 },
      { ...none, day: "2026-11-28", query: "memo", corrected: 5 },
      { ...none, day: "2026-11-29", query: "install", unopened: 5 },
      { ...none, day: "2026-11-29", query: "k8s probes", nothing: 5 },
    ]);
  });

  it("gives nothing of a query from fewer than five networks, however often it came", () => {
    const { counts, search, pass } = makeCounts();
    for (let times = 0; times < 10; times++) {
      search("my name and address", { networks: 4 });
      pass(10 * MINUTE_MS);
      expect(counts.counts()).toEqual([]);
    }
    search("my name and address", { networks: 5 });
    pass(10 * MINUTE_MS);

    expect(counts.counts()).toMatchObject([{ query: "my name and address", nothing: 45 }]);
  });

  it("does not count what was typed on the way to a query, or a search that led to a place", () => {
    const { counts, search, pass } = makeCounts();
    for (const typed of ["k", "k8", "k8s", "k8s pro", "k8s probe"]) search(typed);
    search("install", { found: FOUND });
    search("memo", { found: CORRECTED });
    for (let network = 0; network < 5; network++) {
      counts.open({ query: "Install ", network: `network ${network}` });
      counts.open({ query: "memo", network: `network ${network}` });
    }
    pass(5 * MINUTE_MS);

    expect(counts.counts()).toMatchObject([{ query: "k8s probe", nothing: 5 }]);
  });

  it("forgets what is older than 90 days, and goes on with the counts of an earlier run", () => {
    const { counts, search, clock, pass } = makeCounts();
    search("k8s");
    pass(DAY_MS);
    const later = new SearchCounts({ counts: counts.counts(), now: () => clock.nowMs });
    later.add({ query: "k8s", network: "another", found: NOTHING, reportsClicks: false });
    pass(88 * DAY_MS);

    expect(later.counts().map(({ day }) => day)).toEqual(["2026-11-28", "2026-11-29"]);
    pass(DAY_MS);
    expect(later.counts().map(({ day }) => day)).toEqual(["2026-11-29"]);
    pass(DAY_MS);
    expect(later.counts()).toEqual([]);
  });

  it("remembers a bounded number of queries, and none that is too long", () => {
    const { counts, search, pass } = makeCounts();
    search("a".repeat(101));
    for (let at = 0; at < 100; at++) {
      counts.add({ query: `${at} x`, network: "one", found: NOTHING, reportsClicks: false });
    }
    pass(5 * MINUTE_MS);
    counts.counts();
    for (const network of ["2", "3", "4", "5"]) {
      for (const query of ["0 x", "99 x"]) {
        counts.add({ query, network, found: NOTHING, reportsClicks: false });
      }
    }
    pass(5 * MINUTE_MS);

    expect(counts.counts().map(({ query }) => query)).toEqual(["99 x"]);
  });
});
