import {
  mkdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { serializeCorpus } from "../../../corpus/write/write.ts";
import { parseConfig, type UserConfig } from "../../../generator/config/config.ts";
import type { GeneratedFile } from "../../../generator/config/generation.ts";
import { checkTree, generate, generateFile } from "../../../generator/generate.ts";
import { stampOf } from "../../../generator/read/file-stamp.ts";
import { createKnownFiles, type KnownFiles } from "../../../generator/rebuild/known-files.ts";
import { RUNS } from "../../support/extent.ts";
import { forgeJson } from "../../support/forged-cache.ts";
import { makeFolder, makeTree, writeTree } from "../../support/tree.ts";

interface Place {
  readonly root: string;
  readonly out: string;
  readonly cacheDir: string;
}

const FILES = {
  "a.md": "# A\n\n[b](b.md#b) [[B]] [gone](gone.md)",
  "b.md": "# B\n\nalpha beta",
  "sub/c.md": "# C\n\n[a](../a.md) alpha",
};

async function makePlace(files: Readonly<Record<string, string>> = FILES): Promise<Place> {
  const folder = await makeFolder();
  return {
    root: await makeTree(files),
    out: join(folder, "corpus.json"),
    cacheDir: join(folder, "cache"),
  };
}

/** Runs as the command does. */
async function run(
  place: Place,
  {
    knownFiles = createKnownFiles(),
    config = {},
  }: { knownFiles?: KnownFiles; config?: UserConfig } = {},
): Promise<GeneratedFile> {
  return generateFile({ ...place, knownFiles, config: parseConfig(config) });
}

/** Returns a schema of frontmatter that accepts everything after doing something. */
function schemaThat(act: () => Promise<void>): StandardSchemaV1 {
  const validate = async (value: unknown) => {
    await act();
    return { value };
  };
  return { "~standard": { version: 1, vendor: "test", validate } };
}

/** Compares a build with one that has no earlier state. */
async function expectAsNew(
  place: Place,
  built: GeneratedFile,
  config: UserConfig = {},
): Promise<void> {
  const { content, problems } = await generate({ root: place.root, config: parseConfig(config) });
  expect(built.problems).toEqual(problems);
  const checked = await checkTree({ ...place, config: parseConfig(config) });
  expect(checked).toMatchObject({ problems, docs: content.docs.length });
  expect(built.docs).toBe(content.docs.length);
  expect(built.links).toBe(content.graph.edges.length);
  if (problems.some(({ severity }) => severity === "error")) return;
  expect(await readFile(place.out, "utf8")).toBe(serializeCorpus(content).toString());
}

const path = fc.constantFrom(
  "a.md",
  "b.md",
  "c.md",
  "sub/a.md",
  "sub/d.md",
  "sub/deep/e.md",
  "é.md",
);
const part = fc.constantFrom(
  "# Alpha",
  "# Beta",
  "## Alpha",
  "alpha beta",
  "alpha alpha ñandú",
  "日本 word0 10 2",
  "[[Alpha]] [[a]]",
  "[x](a.md) [y](sub/d.md#beta)",
  "[z](../b.md#alpha) [self](#alpha)",
  "[one name](b.md#alpha) [one name](b.md#alpha) [another](/docs/a)",
  "[another](b.md#alpha) [one name](/docs/a#beta)",
  "---\nkeywords: [gamma, delta]\naliases: alpha, beta\n---",
  '<a id="beta"></a> [q](/docs/é#gamma)',
  "---\ntitle: T\ndescription: alpha gamma\n---",
  "---\ndescription: '[x](b.md#beta) [[Alpha#Beta]] <!-- c -->'\n---",
  "[[Alpha#Beta]] [[b#Alpha]] ![x](sub/d.md) <img src='e.png' alt=e>",
  "## Beta {#one}",
  "---\ntitle: [\n---",
  "gone [gone](gone.md) __proto__ constructor",
  "[x](B.md#Beta) [y](./Sub/D.md#alpha-) [z](SUB/a.md#alpha-1)",
  "<!-- docgate-ignore broken-link -->\n[x](gone.md) [y](C.md)",
);
const text = fc.array(part, { maxLength: 5 }).map((parts) => parts.join("\n\n"));
const ledgerPath = fc.constant("redirects.json");
const ledger = fc.constantFrom(
  '{ "version": 1, "redirects": [{ "from": "gone", "to": "a" }] }',
  '{ "version": 1, "redirects": [{ "from": "a#beta", "to": "b#alpha" }] }',
  "{",
);
const write = fc.constant("write" as const);
const edit = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: write, path, text }) },
  { weight: 1, arbitrary: fc.record({ kind: write, path: ledgerPath, text: ledger }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("remove" as const),
      path: fc.oneof(path, ledgerPath),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("move" as const), path, to: path }) },
);

async function apply(
  root: string,
  step: typeof edit extends fc.Arbitrary<infer Edit> ? Edit : never,
) {
  const file = join(root, step.path);
  if (step.kind === "remove") return rm(file, { force: true });
  const target = step.kind === "move" ? join(root, step.to) : file;
  await mkdir(dirname(target), { recursive: true });
  if (step.kind === "write") return writeFile(target, step.text);
  await rename(file, target).catch(() => {});
}

describe("generateFile", () => {
  it("DOC-A12 frozen: any edits give the bytes and problems of a fresh build, in one process and in several", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ path, text }), { minLength: 2, maxLength: 6 }),
        fc.array(fc.array(edit, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 6 }),
        async (files, steps) => {
          const place = await makePlace(
            Object.fromEntries(files.map((file) => [file.path, file.text])),
          );
          const knownFiles = createKnownFiles();
          const other = {
            ...place,
            out: `${place.out}.other`,
            cacheDir: `${place.cacheDir}.other`,
          };
          await run(place, { knownFiles });
          await run(other);
          for (const edits of steps) {
            for (const step of edits) await apply(place.root, step);
            await expectAsNew(place, await run(place, { knownFiles }));
            await expectAsNew(place, await run(other));
          }
        },
      ),
      { numRuns: RUNS.costly },
    );
  });

  it("is not misled by an output that is missing, replaced or altered", async () => {
    const place = await makePlace();
    await run(place);
    for (const damage of [
      () => rm(place.out),
      () => writeFile(place.out, "{}"),
      async () => {
        const bytes = await readFile(place.out);
        bytes.write("omega", bytes.indexOf("alpha"));
        await writeFile(place.out, bytes);
      },
      async () => {
        const bytes = await readFile(place.out);
        bytes.write("other", bytes.indexOf("https"));
        await writeFile(place.out, bytes);
      },
      // Larger than Node.js reads at once.
      () => truncate(place.out, 2 ** 31),
    ]) {
      await damage();
      await expectAsNew(place, await run(place));
      await damage();
      await writeTree(place.root, { "b.md": `# B\n\nalpha ${damage}` });

      await expectAsNew(place, await run(place));
    }
  });

  it("is not misled by an output that another process replaced before its stamp was taken", async () => {
    const place = await makePlace();
    await run(place);
    const other = { ...(await makePlace({ "a.md": "# Other" })), out: place.out };
    await run(other);
    const { stamp } = stampOf(place.out)!;
    const change = (json: string) => json.replace(/("stamp":)[^,}]*/, `$1"${stamp}"`);
    await forgeJson(place.cacheDir, { name: "basis.json", change });

    await expectAsNew(place, await run(place));
  });

  it("is not misled by an output that is removed or replaced after it was read", async () => {
    const place = await makePlace({ "a.md": "---\ntitle: A\n---\n" });
    await run(place);
    for (const change of [() => rm(place.out), () => writeFile(place.out, "{}")]) {
      // A schema is asked when all pages are read.
      const frontmatter = schemaThat(async () => {
        await setTimeout(50);
        await change();
      });
      const { bytes } = await run(place, { config: { frontmatter } });

      expect(bytes).toBe((await stat(place.out)).size);
      await expectAsNew(place, await run(place));
    }
  });

  it("is not misled by an output that is a link to a corpus that was altered", async () => {
    const place = await makePlace();
    await run(place);
    await rename(place.out, `${place.out}.linked`);
    await symlink(`${place.out}.linked`, place.out);
    await run(place);
    const bytes = await readFile(place.out);
    bytes.write("omega", bytes.indexOf("alpha"));
    await writeFile(place.out, bytes);

    await expectAsNew(place, await run(place));
  });

  it("does not write the corpus again if nothing changed", async () => {
    const place = await makePlace();
    const first = await run(place);
    const { ino } = await stat(place.out);
    await utimes(join(place.root, "a.md"), new Date(), new Date());

    expect(await run(place)).toEqual({ ...first, cached: 3 });
    expect((await stat(place.out)).ino).toBe(ino);
    const ledger = { version: 1, redirects: [{ from: "old", to: "b" }] };
    await writeTree(place.root, { "redirects.json": JSON.stringify(ledger) });
    await expectAsNew(place, await run(place));
    expect((await stat(place.out)).ino).not.toBe(ino);
  });

  it("reuses the pages of a cache that was merged when few of its terms were needed", async () => {
    const place = await makePlace();
    for (const text of ["one", "two", "three", "four", "five", "six"]) {
      await writeTree(place.root, { "b.md": `# B\n\n${text}` });
      await run(place);
    }
    await writeTree(place.root, { "d.md": "# D" });

    await expectAsNew(place, await run(place));
  });

  it("reuses nothing from another configuration", async () => {
    const place = await makePlace();
    await run(place);
    for (const config of [{ base: "/other" }, { name: "Other" }, { anchors: "github" as const }]) {
      await expectAsNew(place, await run(place, { config }), config);
    }
  });

  it("checks the fragments of links to a page whose headings changed", async () => {
    const place = await makePlace();
    const knownFiles = createKnownFiles();
    const before = await run(place, { knownFiles });
    await writeTree(place.root, { "b.md": "---\ntitle: B\n---\n\n# New" });
    await run(place, { knownFiles });
    await writeTree(place.root, { "b.md": "---\ntitle: B\n---\n\n# Newer" });

    const after = await run(place, { knownFiles });

    const rules = ({ problems }: GeneratedFile): string[] => problems.map(({ rule }) => rule);
    expect(rules(before)).toEqual(["broken-link"]);
    expect(rules(after)).toEqual(["broken-fragment", "broken-link"]);
    await expectAsNew(place, after);
  });
});
