import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { writeSearchLog } from "../../runtime/docs/search-log/log-file.ts";
import { runShared } from "../support/command.ts";
import { makeDoc, writeCorpus } from "../support/corpora.ts";
import { startServer } from "../support/server.ts";
import { makeSharedFolder } from "../support/tree.ts";

const folder = makeSharedFolder();

beforeAll(async () => {
  const docs = [
    makeDoc("containers", { title: "Containers", body: "Run it in containers, with probes." }),
    makeDoc("brakes", { title: "Brakes", body: "Brakes wear out." }),
  ];
  await writeCorpus(join(folder(), "corpus.json"), { docs });
  const none = { nothing: 0, corrected: 0, unopened: 0 };
  await writeSearchLog(join(folder(), "log.json"), [
    { ...none, day: "2026-11-27", query: "kubernetes probes", unopened: 7 },
    { ...none, day: "2026-11-28", query: "kubernetes probes", unopened: 5 },
    { ...none, day: "2026-11-28", query: "derailleur", nothing: 9 },
    // The docs have it by now.
    { ...none, day: "2026-11-28", query: "wear", nothing: 20 },
  ]);
});

function gaps(...args: readonly string[]) {
  return runShared(["gaps", "--corpus", "corpus.json", ...args], { cwd: folder() });
}

describe("docgate serve --search-log", () => {
  it("takes reports of clicks, has its own pages send them, and writes the file at its end", async () => {
    const log = join(folder(), "served.json");
    const corpus = join(folder(), "corpus.json");
    const { url, stop } = await startServer({ corpus, args: ["--search-log", log] });
    await rm(log);

    const reported = await fetch(`${url}/search.json?q=brakes`, { method: "POST" });
    const page = await fetch(url, { headers: { Accept: "text/html" } });

    expect(reported.status).toBe(204);
    expect(await page.text()).toMatch(/<docgate-search [^>]*clicks>/);
    expect(await stop()).toBe(0);
    expect(JSON.parse(await readFile(log, "utf8"))).toEqual({ version: 1, searches: [] });
  });
});

describe("docgate gaps", () => {
  it("lists searches that still do not help, what is nearest, and keywords that would help", async () => {
    expect(await gaps("log.json")).toEqual({
      code: 0,
      stdout: `kubernetes probes: 12 searches, 12 not opened
  lacking  kubernetes
  nearest  /docs/containers

derailleur: 9 searches, 9 found nothing
  nearest  nothing

Keywords
  "kubernetes" for /docs/containers finds "kubernetes probes"
`,
      stderr: "",
    });
  });

  it("asks again with a keyword of a page, and prints JSON", async () => {
    const args = ["--keyword", "/docs/brakes=derailleur", "--format", "json"];
    const { stdout } = await gaps("--search-log", "log.json", ...args);

    expect(JSON.parse(stdout)).toEqual({
      gaps: [
        expect.objectContaining({ query: "kubernetes probes", unopened: 12 }),
        { query: "derailleur", nothing: 9, corrected: 0, unopened: 0, nearest: [], lacking: [] },
      ],
      keywords: [{ slug: "/docs/brakes", keyword: "derailleur", finds: ["derailleur"] }],
    });
  });

  it.each([
    ["no log", [], 2, "There is no search log: name its file."],
    ["a log that is not there", ["none.json"], 1, 'Cannot read "none.json": no such file.'],
    ["another file", ["corpus.json"], 1, '"corpus.json" is not a search log: at version'],
    [
      "no slug",
      ["log.json", "--keyword", "derailleur"],
      2,
      "Expected the slug of a page and a word",
    ],
    [
      "an unknown page",
      ["log.json", "--keyword", "/docs/gears=derailleur"],
      2,
      'The corpus has no page with the slug "/docs/gears".',
    ],
  ])("refuses %s", async (_, args, code, message) => {
    const refused = await gaps(...args);

    expect(refused).toMatchObject({ code, stdout: "" });
    expect(refused.stderr).toContain(message);
  });
});
