import {
  cp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFor } from "../../../corpus/write/temporary.ts";
import { parseConfig, type UserConfig } from "../../../generator/config/config.ts";
import type { GeneratedCorpus } from "../../../generator/config/generation.ts";
import { checkTree, generate } from "../../../generator/generate.ts";
import { createVocabulary } from "../../../generator/index/vocabulary.ts";
import { stampOf } from "../../../generator/read/file-stamp.ts";
import { openCache } from "../../../generator/rebuild/cache.ts";
import { createKnownFiles } from "../../../generator/rebuild/known-files.ts";
import { forgeJson, forgePack } from "../../support/forged-cache.ts";
import { PAGE_SETTINGS } from "../../support/page-settings.ts";
import { makeFolder, makeTree, writeTree } from "../../support/tree.ts";

const FILES = {
  "a.md": "# A\n\n[b](b.md)",
  "b.md": "---\nx: [.inf, 1.0]\n---\n# B",
  "c.md": "# C",
};

interface Place {
  readonly root: string;
  readonly cacheDir: string;
}

async function makePlace(): Promise<Place> {
  return { root: await makeTree(FILES), cacheDir: join(await makeFolder(), "cache") };
}

async function run(place: Place, config: UserConfig = {}): Promise<GeneratedCorpus> {
  return generate({ ...place, config: parseConfig(config) });
}

async function packsOf({ cacheDir }: Place): Promise<string[]> {
  const names = await readdir(cacheDir, { recursive: true });
  return names.filter((name) => name.endsWith(".pack")).map((name) => join(cacheDir, name));
}

describe("the cache", () => {
  it("returns unchanged files, and parses changed ones", async () => {
    const place = await makePlace();
    await run(place);
    await writeTree(place.root, { "b.md": "# New B", "d.md": "# D" });

    const second = await run(place);

    expect(second.cached).toBe(2);
    expect(second.content).toEqual(
      (await generate({ ...place, cacheDir: null, config: parseConfig({}) })).content,
    );
    expect(second.content.docs.map(({ title }) => title)).toEqual(["A", "New B", "C", "D"]);
  });

  it("does not hide bugs: only files that cannot be read or written count as missing", async () => {
    const { root, cacheDir } = await makePlace();
    const options = {
      root,
      page: PAGE_SETTINGS,
      parser: "remark",
      isTrusted: true,
    } as const;
    const bug = () => {
      throw new TypeError("x is not a function");
    };
    const kept = { files: new Map([["key", bug]]), stamps: new Map(), written: null };

    expect(() => openCache(cacheDir, options).save(kept, createVocabulary())).toThrow(TypeError);
    const blocked = join(root, "a.md");
    expect(() => openCache(blocked, options).save(kept, createVocabulary())).not.toThrow();
  });

  it("identifies a page by its content, not by its time stamp", async () => {
    const place = await makePlace();
    await run(place);
    await writeTree(place.root, FILES);

    expect((await run(place)).cached).toBe(3);
  });

  it("serves a check too, which finds the same problems and writes nothing to it", async () => {
    const place = await makePlace();
    const config = parseConfig({});
    await checkTree({ ...place, config });
    await expect(readdir(place.cacheDir)).rejects.toMatchObject({ code: "ENOENT" });
    await run(place);
    const packs = await packsOf(place);
    await writeTree(place.root, { "b.md": "[x](gone.md)", "d.md": "# D" });

    const checked = await checkTree({ ...place, config });

    expect(await packsOf(place)).toEqual(packs);
    const { content, problems, hints } = await run(place);
    expect(checked).toMatchObject({ problems, hints, docs: content.docs.length });
    expect(checked.problems).toHaveLength(problems.length);
    expect(problems.map(({ rule }) => rule)).toContain("broken-link");
  });

  it("removes what a run left that was interrupted an hour ago", async () => {
    const place = await makePlace();
    await run(place);
    const [pack] = await packsOf(place);
    const folder = dirname(pack!);
    const [recent, ...abandoned] = [pack!, pack!, join(folder, "stamps.json")].map(temporaryFor);
    const twoHoursAgo = Date.now() / 1000 - 7200;
    for (const file of [recent!, ...abandoned]) await writeFile(file, "half");
    for (const file of abandoned) await utimes(file, twoHoursAgo, twoHoursAgo);
    await run(place);

    const left = (await readdir(folder)).filter((name) => name.endsWith(".tmp"));
    expect(left).toEqual([basename(recent!)]);
  });

  it("is not used for another path with the same content: ids and titles differ", async () => {
    const place = await makePlace();
    await writeTree(place.root, { "one.md": "no heading" });
    await run(place);
    await writeTree(place.root, { "two.md": "no heading" });

    const { content, cached } = await run(place);

    expect(cached).toBe(4);
    expect(content.docs.find(({ id }) => id === "two")!.title).toBe("Two");
  });

  it("is not used for another style of anchors", async () => {
    const place = await makePlace();
    await writeTree(place.root, { "a.md": "# What's new?" });
    await run(place);

    const { content } = await run(place, { anchors: "github" });

    expect(content.docs[0]!.headings[0]!.anchor).toBe("whats-new");
  });

  it("DOC-A15: is not used for other sources of titles", async () => {
    const place = await makePlace();
    await writeTree(place.root, { "a.md": "## Example" });
    await run(place);

    const { content } = await run(place, { titles: ["h1", "file"] });

    expect(content.docs[0]!.title).toBe("A");
    expect((await run(place)).content.docs[0]!.title).toBe("Example");
  });

  it.each([
    ["its own .gitignore", undefined],
    ["none", null],
    ["a link to a file with the same stamp everywhere", process.execPath],
  ])("is not used where it was not made, with %s, unless it is trusted", async (_, ignore) => {
    const made = await makeFolder();
    await writeTree(made, { "docs/a.md": "# GOOD" });
    const config = parseConfig({});
    const at = (folder: string) => ({
      root: join(folder, "docs"),
      cacheDir: join(folder, "cache"),
    });
    for (const acceptAnyCache of [true, false])
      await generate({ ...at(made), config, acceptAnyCache });
    for (const pack of await packsOf(at(made))) await forgePack(pack, { text: "GOOD", by: "EVIL" });
    const checkout = await makeFolder();
    await cp(made, checkout, { recursive: true, preserveTimestamps: true });
    const mark = join(checkout, "cache/.gitignore");
    if (ignore !== undefined) await rm(mark);
    if (ignore) await symlink(ignore, mark);

    const titles: string[] = [];
    for (const acceptAnyCache of [false, false, true]) {
      const { content } = await generate({ ...at(checkout), config, acceptAnyCache });
      titles.push(content.docs[0]!.title);
    }

    expect(titles).toEqual(["GOOD", "GOOD", "EVIL"]);
  });

  it("repeats the problems of a page", async () => {
    const place = await makePlace();
    await writeTree(place.root, { "a.md": "---\ntitle: [\n---\n" });
    const { problems } = await run(place);

    const again = await run(place);

    expect(problems).toHaveLength(1);
    expect(again.problems).toEqual(problems);
  });

  it.each<[damage: string, (file: string) => Promise<void>]>([
    ["cut short", (file) => truncate(file, 100)],
    ["emptied", (file) => truncate(file, 0)],
    [
      "altered",
      async (file) => {
        const bytes = await readFile(file);
        bytes.write("!", bytes.indexOf('"title":"') + '"title":"'.length);
        await writeFile(file, bytes);
      },
    ],
    ["replaced by garbage", (file) => writeFile(file, "garbage")],
  ])("ignores a corrupt pack (%s)", async (_, damage) => {
    const place = await makePlace();
    const first = await run(place);
    const packs = await packsOf(place);
    expect(packs).toHaveLength(1);
    await Promise.all(packs.map(damage));

    const second = await run(place);

    expect(second.cached).toBe(0);
    expect(second.content).toEqual(first.content);
    expect((await run(place)).cached).toBe(3);
  });

  it("parses all pages again if the text of one is corrupt, which shows only when it is read", async () => {
    const place = await makePlace();
    const config = parseConfig({});
    const first = await run(place);
    const [pack] = await packsOf(place);
    const bytes = await readFile(pack!);
    bytes.write("# X", bytes.indexOf("# C"));
    await writeFile(pack!, bytes);

    const knownFiles = createKnownFiles();
    for (const cached of [0, 3]) {
      const again = await generate({ ...place, config, knownFiles });
      expect(again).toEqual({ ...first, cached });
    }
    expect(await packsOf(place)).toEqual([]);
  });

  it("loses only the content of the corrupt pack", async () => {
    const place = await makePlace();
    await run(place);
    const [first] = await packsOf(place);
    await writeTree(place.root, { "d.md": "# D" });
    await run(place);
    await truncate(first!, 100);

    const { content, cached } = await run(place);

    expect(cached).toBe(1);
    expect(content.docs.map(({ title }) => title)).toEqual(["A", "B", "C", "D"]);
  });

  it("keeps few packs, however often files change", async () => {
    const place = await makePlace();
    for (let change = 0; change < 40; change++) {
      await writeTree(place.root, { "a.md": `# A ${change}` });
      expect((await run(place)).cached).toBe(change === 0 ? 0 : 2);
    }

    expect((await packsOf(place)).length).toBeLessThan(20);
  });

  it("saves only what changed, repeatedly in one process", async () => {
    const place = await makePlace();
    const knownFiles = createKnownFiles();
    const config = parseConfig({});
    for (const title of ["A", "B", "C"]) {
      await writeTree(place.root, { "a.md": `# ${title}` });
      await generate({ ...place, config, knownFiles });
    }

    const packs = await Promise.all((await packsOf(place)).map((pack) => readFile(pack, "latin1")));
    const counts = packs.map((pack) => pack.split('"titlePlace"').length - 1);
    expect(counts.sort()).toEqual([1, 1, 3]);
  });

  it("keeps the folders of the last eight trees, and none from before", async () => {
    const { cacheDir } = await makePlace();
    const places = await Promise.all(
      Array.from({ length: 10 }, async () => ({ root: await makeTree(FILES), cacheDir })),
    );
    await writeTree(cacheDir, { "theirs/file.txt": "of another program" });
    for (const place of places) await run(place);

    expect(await readFile(join(cacheDir, "theirs/file.txt"), "utf8")).toBe("of another program");
    expect((await run(places[2]!)).cached).toBe(3);
    expect((await run(places[9]!)).cached).toBe(3);
    expect((await run(places[0]!)).cached).toBe(0);
  });

  it.each([
    ["recognises a file that was not changed for some time without reading it", 60_000, 3],
    ["reads a file that was changed just before the run", 0, 2],
  ])("%s", async (_, sinceMs, cached) => {
    const place = await makePlace();
    const config = parseConfig({});
    const { ctimeMs } = await stat(join(place.root, "a.md"));
    await generate({ ...place, config, startedAtMs: ctimeMs + sinceMs });
    await writeTree(place.root, { "a.md": "# New" });
    // The saved stamp is now wrong.
    const { stamp } = stampOf(join(place.root, "a.md"))!;
    const change = (json: string) => json.replace(/("a\.md",\{"stamp":")[^"]*/, `$1${stamp}`);
    await forgeJson(place.cacheDir, { name: "stamps.json", change });

    expect((await generate({ ...place, config })).cached).toBe(cached);
  });

  it("does not make a run fail where it cannot be written", async () => {
    const place = await makePlace();
    await writeFile(place.cacheDir, "a file is in its place");

    const { content, cached } = await run(place);

    expect(content.docs).toHaveLength(3);
    expect(cached).toBe(0);
  });

  it("gives a frontmatter schema the same values", async () => {
    const place = await makePlace();
    const seen: unknown[] = [];
    const frontmatter: NonNullable<UserConfig["frontmatter"]> = {
      "~standard": {
        version: 1,
        vendor: "test",
        validate(value) {
          seen.push(value);
          return { value };
        },
      },
    };
    await run(place, { frontmatter });
    const { cached } = await run(place, { frontmatter });

    expect(cached).toBe(3);
    expect(seen.slice(3)).toEqual(seen.slice(0, 3));
  });
});
