import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { commitDates } from "../../../generator/age/commit-dates.ts";
import { stalePages } from "../../../generator/age/stale-pages.ts";
import { parseConfig } from "../../../generator/config/config.ts";
import { checkTree } from "../../../generator/generate.ts";
import { makeFolder, makeTree, writeTree } from "../../support/tree.ts";

const NOW = Date.parse("2026-06-01");

async function staleIn(root: string, commits: ReadonlyMap<string, number> | null) {
  const { sources } = await checkTree({ root, config: parseConfig({}) });
  const found = stalePages(sources.files, { nowMs: NOW, staleAfterDays: 365, commits });
  return found.map(({ file, line, message }) => `${file}:${line} ${message}`);
}

/** Commits everything in a folder at a date. */
function commit(folder: string, date: string): void {
  const run = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.org", ...args], {
      cwd: folder,
      env: { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
      stdio: "ignore",
    });
  run("add", ".");
  run("commit", "-m", "x");
}

describe("stale-page", () => {
  it("the frontmatter says when a page was reviewed, and whose it is", async () => {
    const root = await makeTree({
      "fresh.md": "---\nreviewed: 2025-09-01\n---\n# A",
      "old.md": "---\nowner: Ada\nreviewed: 2025-03-01\n---\n# B",
      "none.md": "# C",
      "wrong.md": "---\nreviewed: last spring\n---\n# D",
    });

    expect(await staleIn(root, null)).toEqual([
      'none.md:1 Nothing says when the page was reviewed: add "reviewed"',
      "old.md:3 Not reviewed since 2025-03-01, for 457 days; owner: Ada",
      'wrong.md:2 Frontmatter "reviewed" is not a date such as 2026-01-31',
    ]);
  });

  it("otherwise the history does; a page that is not committed is new", async () => {
    const folder = await makeTree({ "docs/a.md": "# A", "docs/ü.md": "# B" });
    execFileSync("git", ["init", "-q"], { cwd: folder });
    commit(folder, "2024-01-01T12:00:00Z");
    await writeTree(folder, { "docs/a.md": "# A, again" });
    commit(folder, "2026-05-01T12:00:00Z");
    await writeTree(folder, { "docs/new.md": "# C" });
    const root = `${folder}/docs`;

    expect(await staleIn(root, commitDates(root))).toEqual([
      "ü.md:1 Not changed since 2024-01-01, for 881 days",
    ]);
  });

  it("a history that was cut off says nothing", async () => {
    const folder = await makeTree({ "a.md": "# A" });
    execFileSync("git", ["init", "-q"], { cwd: folder });
    commit(folder, "2024-01-01T12:00:00Z");
    await writeTree(folder, { "a.md": "# B" });
    commit(folder, "2024-02-01T12:00:00Z");
    const shallow = `${await makeFolder()}/clone`;
    execFileSync("git", ["clone", "-q", "--depth", "1", `file://${folder}`, shallow]);

    expect(commitDates(shallow)).toBeNull();
    expect(commitDates(await makeFolder())).toBeNull();
  });
});
