import { mkdir, readFile, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { CorpusFile } from "../../corpus/schema.ts";
import { RUNTIMES, type Runtime } from "../support/command.ts";
import { type DocgateProcess, launch } from "../support/launch.ts";
import { makeTree, writeTree } from "../support/tree.ts";

const DEADLINE_MS = 30_000;
const POLL_MS = 25;

/** Starts `docgate generate docs --watch`, which ends with the test in any case. */
function startWatching(cwd: string, runtime: Runtime): DocgateProcess {
  return launch(["generate", "docs", "--watch", "--out", "out.json"], { cwd, runtime });
}

/** Repeats a check until it succeeds. */
async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`Waited in vain until ${what}`);
    await delay(POLL_MS);
  }
}

async function titles(cwd: string): Promise<string[]> {
  const text = await readFile(join(cwd, "out.json"), "utf8").catch(() => '{"docs":[]}');
  return (JSON.parse(text) as CorpusFile).docs.map(({ title }) => title);
}

async function untilTitles(cwd: string, expected: readonly string[]): Promise<void> {
  let found: string[] = [];
  await until(`the titles are ${expected.join(", ")}`, async () => {
    found = await titles(cwd);
    return found.join() === expected.join();
  });
}

function countOf(needle: RegExp, text: string): number {
  return text.match(new RegExp(needle, "gm"))?.length ?? 0;
}

describe.each(RUNTIMES)("docgate generate --watch on %s", (runtime) => {
  it("generates again after each change and says what changed, until SIGTERM", async () => {
    const cwd = await makeTree({ "docs/a.md": "# One" });
    const watching = startWatching(cwd, runtime);
    await until("it watches", () => watching.stderr().includes("watching"));
    expect(await titles(cwd)).toEqual(["One"]);

    await writeTree(cwd, { "docs/a.md": "# Two" });
    await untilTitles(cwd, ["Two"]);
    expect(watching.stderr()).toMatch(/^\d\d:\d\d:\d\d changed: docs\/a\.md$/m);

    await writeTree(cwd, { "docs/new/b.md": "# Bee" });
    await untilTitles(cwd, ["Two", "Bee"]);

    await rm(join(cwd, "docs/new"), { recursive: true });
    await untilTitles(cwd, ["Two"]);
    await until("it is told", () => watching.stderr().includes("removed: docs/new/b.md"));

    watching.signal("SIGTERM");
    expect(await watching.exited).toBe(0);
  });

  it("survives an error, keeps the last good output, and recovers", async () => {
    const cwd = await makeTree({ "docs/a.md": "# One" });
    const watching = startWatching(cwd, runtime);
    await until("it watches", () => watching.stderr().includes("watching"));
    const good = await readFile(join(cwd, "out.json"), "utf8");

    await writeTree(cwd, { "docs/a.md": "---\ntitle: [\n---\n" });
    await until("the error is told", () => watching.stdout().includes("frontmatter-syntax"));
    expect(await readFile(join(cwd, "out.json"), "utf8")).toBe(good);

    await writeTree(cwd, { "docs/a.md": "# Fixed" });
    await untilTitles(cwd, ["Fixed"]);

    watching.signal("SIGINT");
    expect(await watching.exited).toBe(0);
  });
});

describe("docgate generate --watch", () => {
  it("starts with an error, and waits for it to be fixed", async () => {
    const cwd = await makeTree({ "docs/a.md": "---\ntitle: [\n---\n" });
    const watching = startWatching(cwd, "node");
    await until("it watches", () => watching.stderr().includes("watching"));
    expect(await titles(cwd)).toEqual([]);

    await writeTree(cwd, { "docs/a.md": "# Fixed" });
    await untilTitles(cwd, ["Fixed"]);

    watching.signal("SIGTERM");
    expect(await watching.exited).toBe(0);
  });

  it("DOC-A14: keeps the last good output when the tree becomes empty", async () => {
    const cwd = await makeTree({ "docs/a.md": "# One" });
    const watching = startWatching(cwd, "node");
    await until("it watches", () => watching.stderr().includes("watching"));

    await rm(join(cwd, "docs/a.md"));
    await until("it is told", () => watching.stdout().includes("empty-tree"));
    await until("it is done", () => watching.stdout().includes("nothing written"));
    expect(await titles(cwd)).toEqual(["One"]);

    await writeTree(cwd, { "docs/b.md": "# Two" });
    await untilTitles(cwd, ["Two"]);

    watching.signal("SIGTERM");
    expect(await watching.exited).toBe(0);
  });

  it("sees changes of the ledger of redirects", async () => {
    const cwd = await makeTree({ "docs/a.md": "# One" });
    const watching = startWatching(cwd, "node");
    await until("it watches", () => watching.stderr().includes("watching"));
    const redirects = [{ from: "old", to: "a" }];

    await writeTree(cwd, { "docs/redirects.json": JSON.stringify({ version: 1, redirects }) });
    await until("the corpus has it", async () => {
      const corpus = JSON.parse(await readFile(join(cwd, "out.json"), "utf8"));
      return corpus.redirects.length === 1;
    });

    watching.signal("SIGTERM");
    expect(await watching.exited).toBe(0);
  });

  it("sees that the site was built, and built again", async () => {
    const cwd = await makeTree({
      "docs/a.md": "# Anvil\n\nFalls from cliffs and on coyotes.",
      "docgate.config.json": '{"built":".site/dist"}',
    });
    const watching = startWatching(cwd, "node");
    await until("it watches", () => watching.stderr().includes("watching"));
    const slug = async () => JSON.parse(await readFile(join(cwd, "out.json"), "utf8")).docs[0].slug;

    for (const address of ["anvil", "hammer"]) {
      await rm(join(cwd, "docs/.site/dist"), { recursive: true, force: true });
      const html = "<h1>Anvil</h1><p>Falls from cliffs and on coyotes.</p>";
      await writeTree(cwd, { [`docs/.site/dist/${address}.html`]: html });
      await until(
        "the address is that of the site",
        async () => (await slug()) === `/${address}.html`,
      );
    }

    expect(watching.stderr()).toMatch(/changed: docs\/\.site\/dist$/m);
    watching.signal("SIGTERM");
    expect(await watching.exited).toBe(0);
  });

  it("DOC-A1: sees changes of linked pages, and is not blocked by endless links", async () => {
    const cwd = await makeTree({ "docs/.shared/a.md": "# One", "docs/44/b.md": "# Bee" });
    for (let place = 0; place < 44; place++) {
      for (const folder of ["docs", "docs/.shared"]) {
        await mkdir(join(cwd, `${folder}/${place}`), { recursive: true });
        await symlink(`../${place + 1}`, join(cwd, `${folder}/${place}/a`));
        await symlink(`../${place + 1}`, join(cwd, `${folder}/${place}/b`));
      }
    }
    await symlink(".shared", join(cwd, "docs/guide"));
    const watching = startWatching(cwd, "node");
    await until("it watches", () => watching.stderr().includes("watching"));
    expect(await titles(cwd)).toEqual(["Bee", "One"]);

    await writeTree(cwd, { "docs/.shared/a.md": "# Two" });
    await untilTitles(cwd, ["Bee", "Two"]);
    await writeTree(cwd, { "docs/44/b.md": "# Cee" });
    await untilTitles(cwd, ["Cee", "Two"]);

    watching.signal("SIGTERM");
    expect(await watching.exited).toBe(0);
  });

  it("watches the configuration, too, and survives a broken one", async () => {
    const cwd = await makeTree({ "docs/a.md": "# A", "docgate.config.json": '{"base":"/one"}' });
    const watching = startWatching(cwd, "node");
    await until("it watches", () => watching.stderr().includes("watching"));
    const slugs = async (): Promise<string> => readFile(join(cwd, "out.json"), "utf8");

    await writeTree(cwd, { "docgate.config.json": '{"base":"/two"}' });
    await until("the base is new", async () => (await slugs()).includes('"/two/a"'));

    await writeTree(cwd, { "docgate.config.json": '{"bose":"/three"}' });
    await until("the mistake is told", () => watching.stderr().includes('unknown key "bose"'));
    expect(await slugs()).toContain('"/two/a"');

    await writeTree(cwd, { "docgate.config.json": '{"base":"/four"}' });
    await until("the base is new", async () => (await slugs()).includes('"/four/a"'));

    await writeTree(cwd, { "docs/a.md": "## Deep", "docs/b.md": "## Down" });
    await untilTitles(cwd, ["Deep", "Down"]);
    await writeTree(cwd, { "docgate.config.json": '{"titles":["h1"]}' });
    await untilTitles(cwd, ["A", "B"]);
    await writeTree(cwd, { "docgate.config.json": '{"titles":["heading"]}' });
    await untilTitles(cwd, ["Deep", "Down"]);

    watching.signal("SIGTERM");
    expect(await watching.exited).toBe(0);
  });

  it("tells only the problems that are new and those that are fixed, wherever they moved to", async () => {
    const cwd = await makeTree({ "docs/a.md": "[x](one.md)\n\n[x](two.md)\n" });
    const watching = startWatching(cwd, "node");
    await until("it watches", () => watching.stderr().includes("watching"));
    const before = watching.stdout();

    await writeTree(cwd, { "docs/a.md": "Above.\n\n[x](two.md)\n\n[x](three.md)\n" });
    await until("the run ends", () => watching.stdout().slice(before.length).includes("written"));

    const [problem, summary] = watching.stdout().slice(before.length).split("\n");
    expect(before).toContain("docs/a.md:1:1 broken-link");
    expect(problem).toBe('docs/a.md:5:1 broken-link Link to "three.md" leads to no page');
    expect(summary).toContain("2 problems");
    expect(watching.stderr()).toContain(
      'fixed: docs/a.md:1:1 broken-link Link to "one.md" leads to no page\n1 new problem, 1 fixed\n',
    );
    watching.signal("SIGTERM");
    expect(await watching.exited).toBe(0);
  });

  it("treats a burst of changes as one", async () => {
    const cwd = await makeTree({ "docs/a.md": "# A" });
    const watching = startWatching(cwd, "node");
    await until("it watches", () => watching.stderr().includes("watching"));

    const names = Array.from({ length: 20 }, (_, index) => `docs/page-${index + 10}.md`);
    await writeTree(cwd, Object.fromEntries(names.map((name) => [name, `# ${name}`])));
    await untilTitles(cwd, ["A", ...names]);

    expect(countOf(/^\d\d:\d\d:\d\d changed: /, watching.stderr())).toBeLessThan(10);
    watching.signal("SIGTERM");
    expect(await watching.exited).toBe(0);
  });
});
