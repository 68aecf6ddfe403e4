import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Address,
  formatAddress,
  MAX_STEPS,
  parseAddress,
  RedirectMap,
  redirectOf,
} from "../../corpus/redirects.ts";
import type { Redirect } from "../../corpus/schema.ts";
import { RUNS } from "../support/extent.ts";
import { generateFrom } from "../support/tree.ts";

const DOCS = {
  "index.md": "# Home\n\n## Part",
  "guide/install.md": "# Install\n\n## On Linux",
  "languages/c#.md": "# C#\n\n## Types",
};

async function ask(
  redirects: readonly Redirect[],
  address: { slug: string; anchor?: string },
): Promise<unknown> {
  const text = JSON.stringify({ version: 1, redirects });
  const { content } = await generateFrom({ ...DOCS, "redirects.json": text });
  return redirectOf(content, address);
}

describe("redirectOf", () => {
  it("leads from the slug of a page to another slug", async () => {
    expect(await ask([{ from: "a b", to: "guide/install" }], { slug: "/docs/a%20b" })).toEqual({
      to: "/docs/guide/install",
    });
  });

  it("leads to a part of a page, and from one", async () => {
    const redirects = [{ from: "index#old", to: "guide/install#on-linux" }];

    expect(await ask(redirects, { slug: "/docs/index", anchor: "old" })).toEqual({
      to: "/docs/guide/install#on-linux",
    });
  });

  it("keeps the anchor that the new page has, as browsers do, and no other", async () => {
    const redirects = [{ from: "old", to: "guide/install" }];

    expect(await ask(redirects, { slug: "/docs/old", anchor: "on-linux" })).toEqual({
      to: "/docs/guide/install#on-linux",
    });
    expect(await ask(redirects, { slug: "/docs/old", anchor: "on-mac" })).toEqual({
      to: "/docs/guide/install",
    });
  });

  it("the entry of an anchor comes before that of its page", async () => {
    const redirects = [
      { from: "old", to: null },
      { from: "old#part", to: "index#part" },
    ];

    expect(await ask(redirects, { slug: "/docs/old", anchor: "part" })).toEqual({
      to: "/docs/index#part",
    });
    expect(await ask(redirects, { slug: "/docs/old", anchor: "other" })).toEqual({ gone: true });
  });

  it("says what is gone for good", async () => {
    expect(await ask([{ from: "old", to: null }], { slug: "/docs/old" })).toEqual({ gone: true });
  });

  it("follows a chain to its end", async () => {
    const redirects = [
      { from: "a", to: "b" },
      { from: "b", to: "c" },
      { from: "c", to: "index" },
    ];

    expect(await ask(redirects, { slug: "/docs/a" })).toEqual({ to: "/docs/index" });
  });

  it("a page in the docs is not redirected, nor a place on it", async () => {
    const redirects = [
      { from: "index", to: null },
      { from: "index#part", to: null },
    ];

    expect(await ask(redirects, { slug: "/docs/index" })).toBeNull();
    expect(await ask(redirects, { slug: "/docs/index", anchor: "part" })).toBeNull();
  });

  it.each<[string, Redirect]>([
    ["a loop", { from: "a", to: "a" }],
    ["a page that does not exist", { from: "a", to: "gone" }],
    ["another address", { from: "b", to: "index" }],
  ])("an entry for %s leads nowhere", async (_, redirect) => {
    expect(await ask([redirect], { slug: "/docs/a" })).toBeNull();
  });

  it("a # at the end belongs to the id", async () => {
    const redirects = [
      { from: "c#", to: "languages/c#" },
      { from: "cs", to: "languages/c##types" },
    ];

    expect(await ask(redirects, { slug: "/docs/c%23" })).toEqual({ to: "/docs/languages/c%23" });
    expect(await ask(redirects, { slug: "/docs/cs" })).toEqual({
      to: "/docs/languages/c%23#types",
    });
  });
});

/** The only page that is left. */
const PAGE = "p";
const SIZE = 2000;

function listOf(count: number, entry: (at: number) => Redirect): Redirect[] {
  return Array.from({ length: count }, (_, at) => entry(at));
}

const CHAIN = listOf(SIZE, (at) => ({
  from: `c${at}`,
  to: at + 1 === SIZE ? PAGE : `c${at + 1}`,
}));

/** Follows an address one step after the other. */
function followPlainly(redirects: readonly Redirect[], start: Address): string | null {
  const targets = new Map(redirects.map(({ from, to }) => [from, to]));
  const seen = new Set<string>();
  let at = start;
  let isGiven = true;
  while (at.id !== PAGE || at.anchor !== null) {
    const name = formatAddress(at);
    const own = targets.get(name);
    const to = own === undefined && at.id !== PAGE ? targets.get(at.id) : own;
    if (to === undefined) return isGiven ? name : at.id;
    if (to === null) return "gone";
    if (seen.has(name)) return "loop";
    seen.add(name);
    const next = parseAddress(to);
    isGiven = next.anchor !== null;
    at = isGiven || own !== undefined ? next : { ...next, anchor: at.anchor };
  }
  return PAGE;
}

describe("entries of folders and addresses", () => {
  const REDIRECTS: Redirect[] = [
    { from: "old/**", to: "guide/**" },
    { from: "old/special", to: "index#part" },
    { from: "old/deep/**", to: null },
    { from: "guide/**", to: "languages/c#" },
    { from: "/start", to: "/docs/guide/install" },
    { from: "/manual/**", to: "/docs/**" },
  ];

  it.each([
    ["a page of a folder", "/docs/old/install", "/docs/guide/install"],
    ["in the form of a folder", "/docs/old/install/", "/docs/guide/install"],
    ["its own entry first", "/docs/old/special", "/docs/index#part"],
    ["a page of the docs first", "/docs/guide/install", null],
    ["an address", "/start", "/docs/guide/install"],
    ["a folder of addresses", "/manual/guide/install", "/docs/guide/install"],
    ["a folder that leads on to another", "/docs/old/other", "/docs/languages/c%23"],
    ["neither", "/elsewhere/x", null],
  ])("redirectOf: %s", async (_, slug, to) => {
    expect(await ask(REDIRECTS, { slug })).toEqual(to === null ? null : { to });
  });

  it("redirectOf: the longest folder counts, and takes fragments along", async () => {
    expect(await ask(REDIRECTS, { slug: "/docs/old/deep/x" })).toEqual({ gone: true });
    expect(await ask(REDIRECTS, { slug: "/docs/old/install", anchor: "on-linux" })).toEqual({
      to: "/docs/guide/install#on-linux",
    });
  });

  it("a folder that leads into itself ends", async () => {
    const redirects = [{ from: "old/**", to: "old/new/**" }];

    expect(await ask(redirects, { slug: "/docs/old/x" })).toBeNull();
  });
});

describe("RedirectMap", () => {
  it.each<[string, readonly Redirect[]]>([
    ["a chain", CHAIN],
    ["a chain in the opposite order", CHAIN.toReversed()],
    ["a chain that ends in a loop", [...CHAIN, { from: PAGE, to: `c${SIZE / 2}` }]],
    ["a loop", listOf(SIZE, (at) => ({ from: `c${at}`, to: `c${(at + 1) % SIZE}` }))],
    ["a chain to nothing", listOf(SIZE, (at) => ({ from: `c${at}`, to: `c${at + 1}` }))],
    [
      "fragments that a chain takes along",
      [...CHAIN, ...listOf(SIZE, (at) => ({ from: `d${at}`, to: `c0#a${at}` }))],
    ],
  ])(
    "following every entry of %s takes a number of steps in proportion to their number",
    (_, redirects) => {
      let steps = 0;
      const look = (isThere: boolean): boolean => ++steps > 0 && isThere;
      const isLast = redirects.at(-1)?.from !== PAGE;
      const map = new RedirectMap(redirects, {
        hasPage: (id) => look(isLast && id === PAGE),
        hasAnchor: () => look(false),
      });

      for (const { from } of redirects) expect(map.follow(parseAddress(from))).not.toBeNull();
      expect(steps).toBeLessThan(4 * (MAX_STEPS + 1) * redirects.length);
    },
  );

  it("tells the number of steps, from each entry of a chain", () => {
    const map = new RedirectMap(CHAIN, { hasPage: (id) => id === PAGE, hasAnchor: () => false });
    const stepsFrom = (at: number) => map.follow({ id: `c${at}`, anchor: null });
    const at = { id: PAGE, anchor: null };

    expect(stepsFrom(0)).toEqual({ kind: "place", at, steps: SIZE });
    expect(stepsFrom(SIZE - 3)).toEqual({ kind: "place", at, steps: 3 });
  });

  it("leads where one arrives step by step, in whatever order the addresses are followed", () => {
    const place = fc.stringMatching(/^[abcp](?:#[xy])?$/);
    const entry = fc.record({ from: place, to: fc.option(place) });
    const ledger = fc.uniqueArray(entry, { selector: ({ from }) => from, maxLength: 10 });
    fc.assert(
      fc.property(ledger, fc.array(place), (redirects, places) => {
        const map = new RedirectMap(redirects, {
          hasPage: (id) => id === PAGE,
          hasAnchor: () => false,
        });
        for (const name of places) {
          const start = parseAddress(name);
          const arrival = map.follow(start);
          const end = arrival?.kind === "place" ? formatAddress(arrival.at) : arrival?.kind;
          expect(end ?? name).toBe(followPlainly(redirects, start));
        }
      }),
      { numRuns: RUNS.cheap },
    );
  });
});
