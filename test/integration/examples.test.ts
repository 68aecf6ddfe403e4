import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { serializeCorpus } from "../../corpus/write/write.ts";
import { contentOf, makeDoc } from "../support/corpora.ts";
import { makeSharedFolder, writeTree } from "../support/tree.ts";

const HOUSE = fileURLToPath(new URL("../..", import.meta.url));

/** The folder of the exports of each part of the package. */
const ROOMS = {
  "docgate/corpus": "corpus",
  "docgate/generator": "generator",
  "docgate/partner": "runtime/partner-client",
  "docgate/runtime": "runtime",
};

/** The files of `docgate/corpus` and the others, which users have in `node_modules`. */
const SOURCES = Object.fromEntries([
  ["docgate", pathToFileURL(join(HOUSE, "define-config.ts")).href],
  ...Object.entries(ROOMS).map(([name, room]) => [
    name,
    pathToFileURL(join(HOUSE, room, "exports.ts")).href,
  ]),
]);

interface Example {
  readonly name: string;
  readonly code: string;
}

/** The example of each exported function; without code if there is none. */
async function examplesOf(room: string): Promise<Example[]> {
  const file = join(HOUSE, room, "exports.ts");
  const exported: Record<string, unknown> = await import(file);
  const text = await readFile(file, "utf8");
  const examples: Example[] = [];
  for (const [, names, from] of text.matchAll(/export \{([^}]*)\} from "([^"]+)"/g)) {
    const source = await readFile(join(dirname(file), from!), "utf8");
    for (const name of names!.split(",").map((one) => one.trim())) {
      if (typeof exported[name] !== "function" || !source.includes(`function ${name}(`)) continue;
      examples.push({ name, code: exampleOf(source, name) });
    }
  }
  return examples;
}

/** The end of the comment before a function, from `@example` on. */
function exampleOf(source: string, name: string): string {
  const before = source.slice(0, source.search(new RegExp(`export (async )?function ${name}\\(`)));
  const comment = before.slice(before.lastIndexOf("/**"));
  const [, code = ""] = comment.split(" * @example\n");
  return code.replaceAll(/^ \*[ /]?/gm, "").trim();
}

const examples = (await Promise.all(Object.values(ROOMS).map(examplesOf))).flat();

describe("the examples of docgate's exports", () => {
  const folder = makeSharedFolder();

  beforeAll(async () => {
    const corpus = serializeCorpus(contentOf([makeDoc("guide/first", { title: "First steps" })]));
    await writeTree(folder(), {
      "docs/index.md": "# Start\n",
      "docs/guide/first.md": "# First steps\n",
      "dist/corpus.json": corpus,
      "dist/released.json": corpus,
    });
  });

  it("exist for every function", () => {
    expect(examples.length).toBeGreaterThanOrEqual(14);
    expect(examples.filter(({ code }) => code === "")).toEqual([]);
  });

  it.each(examples)("run: $name", async ({ name, code }) => {
    const file = join(folder(), `${name}.ts`);
    const mapped = code.replaceAll(/"(docgate(?:\/\w+)?)"/g, (_, of: string) => `"${SOURCES[of]}"`);
    await writeFile(file, mapped);

    await promisify(execFile)(process.execPath, [file], { cwd: folder() });

    expect(mapped).toMatch(/from "file:.*\.ts"/);
  });
});
