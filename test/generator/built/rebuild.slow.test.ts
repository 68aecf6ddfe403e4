import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { serializeCorpus } from "../../../corpus/write/write.ts";
import { parseConfig } from "../../../generator/config/config.ts";
import { checkTree, generate, generateFile } from "../../../generator/generate.ts";
import { createKnownFiles } from "../../../generator/rebuild/known-files.ts";
import { RUNS } from "../../support/extent.ts";
import { makeFolder } from "../../support/tree.ts";
import { htmlPage, refreshPage } from "./trees.ts";

/** The sentence of each page that no other one has. */
const SUBJECTS = {
  a: "Anvils are forged from a single block of iron, and tempered for a week.",
  b: "Ropes are made of hemp from the valley, twisted by hand on a long walk.",
  c: "Rockets burn for nine seconds, which is enough to cross every canyon.",
};
type Name = keyof typeof SUBJECTS;
const NAMES = Object.keys(SUBJECTS) as Name[];

interface PageState {
  readonly title: string;
  readonly headings: readonly string[];
  readonly links: readonly string[];
}

const name = fc.constantFrom(...NAMES);
const page: fc.Arbitrary<PageState> = fc.record({
  title: fc.constantFrom("Anvils", "Ropes", "Rockets"),
  headings: fc.uniqueArray(fc.constantFrom("Use", "Care", "Sale"), { maxLength: 3 }),
  links: fc.array(
    fc.constantFrom(
      "a.md#use",
      "b.md#care_1",
      "/x/b/#use",
      "/free/#spot",
      "/gone/",
      "A.md",
      "C.md#use",
    ),
    { maxLength: 4 },
  ),
});
const ids = fc.constantFrom("", "_1", "none");
/** Text that a component shows. */
const shown = fc.constantFrom("", "Beware of the coyote.", "Beware of the roadrunner.");
const step = fc.oneof(
  fc.record({ kind: fc.constant("edit" as const), name, page }),
  fc.record({ kind: fc.constant("build" as const), name, ids, shown }),
  fc.record({ kind: fc.constant("place" as const), name, folder: fc.constantFrom("x", "y") }),
  fc.record({ kind: fc.constant("extra" as const), text: fc.constantFrom("free", "spot", "to b") }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

function markdownOf(subject: string, { title, headings, links }: PageState): string {
  const sections = headings.map((heading) => `## ${heading}\n\nOn ${heading} of it.\n`);
  const list = links.map((link) => `[${title}](${link})\n`);
  return [`# ${title}\n`, `${subject}\n`, "<Warning />\n", ...list, ...sections].join("\n");
}

interface Rendering {
  /** The end of all ids; `none` for no ids. */
  readonly end: string;
  readonly shown: string;
}

function htmlOf(
  subject: string,
  { title, headings, links }: PageState,
  { end, shown: text }: Rendering,
): string {
  const sections = headings.map((heading) => {
    const id = end === "none" ? "" : ` id="${heading.toLowerCase()}${end}"`;
    return `<h2${id}>${heading}</h2><p>On ${heading} of it.</p>`;
  });
  const list = links.map((link) => `<a href="${link}">${title}</a>`);
  const start = `<h1>${title}</h1><p>${subject}</p><p>${text}</p>`;
  const content = [start, ...list, ...sections].join("\n");
  return htmlPage(title, content);
}

/** A tree and its built site, which is not built again at each change. */
class Scene {
  readonly folder: string;
  readonly #states = new Map<Name, PageState>();
  readonly #folders = new Map<Name, string>();
  readonly #html = new Map<Name, string>();

  constructor(folder: string) {
    this.folder = folder;
  }

  async apply(change: Step): Promise<void> {
    switch (change.kind) {
      case "edit":
        this.#states.set(change.name, change.page);
        return this.#write(
          `docs/${change.name}.md`,
          markdownOf(SUBJECTS[change.name], change.page),
        );
      case "build":
        return this.#build(change.name, { end: change.ids, shown: change.shown });
      case "place": {
        const { name: moved, folder } = change;
        await rm(join(this.folder, "site", this.#folders.get(moved)!, moved), { recursive: true });
        this.#folders.set(moved, folder);
        return this.#write(this.#placeOf(moved), this.#html.get(moved)!);
      }
      case "extra": {
        const { text } = change;
        const html = text === "to b" ? refreshPage("/x/b/") : `<p id="${text}">Free</p>`;
        return this.#write("site/free/index.html", html);
      }
    }
  }

  async start(pages: Readonly<Record<Name, PageState>>): Promise<void> {
    for (const each of NAMES) {
      this.#folders.set(each, "x");
      await this.apply({ kind: "edit", name: each, page: pages[each] });
      await this.#build(each, { end: "", shown: "" });
    }
    await this.apply({ kind: "extra", text: "free" });
  }

  #placeOf(each: Name): string {
    return `site/${this.#folders.get(each)}/${each}/index.html`;
  }

  async #build(each: Name, rendering: Rendering): Promise<void> {
    const html = htmlOf(SUBJECTS[each], this.#states.get(each)!, rendering);
    this.#html.set(each, html);
    await this.#write(this.#placeOf(each), html);
  }

  async #write(path: string, text: string): Promise<void> {
    const file = join(this.folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

describe("generateFile with a built site", () => {
  it("DOC-A12 frozen: any edits and builds give the bytes and problems of a fresh build", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ a: page, b: page, c: page }),
        fc.array(step, { minLength: 1, maxLength: 8 }),
        async (pages, steps) => {
          const folder = await makeFolder();
          const scene = new Scene(folder);
          await scene.start(pages);
          const tree = {
            root: join(folder, "docs"),
            built: join(folder, "site"),
            config: parseConfig({}),
          };
          const place = { ...tree, out: join(folder, "corpus.json") };
          const knownFiles = createKnownFiles();
          const other = { ...place, out: `${place.out}.other`, cacheDir: join(folder, "cache") };
          await generateFile({ ...place, knownFiles });
          await generateFile(other);
          for (const change of steps) {
            await scene.apply(change);
            const { content, problems } = await generate(tree);
            const bytes = serializeCorpus(content).toString();
            for (const [options, known] of [
              [place, knownFiles],
              [other, undefined],
            ] as const) {
              const built = await generateFile({ ...options, knownFiles: known });
              expect(built.problems).toEqual(problems);
              expect(await readFile(options.out, "utf8")).toBe(bytes);
            }
            expect((await checkTree(other)).problems).toEqual(problems);
          }
        },
      ),
      { numRuns: RUNS.costly },
    );
  });
});
