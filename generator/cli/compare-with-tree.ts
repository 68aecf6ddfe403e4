import { DocgateError } from "../../corpus/error.ts";
import { verifyCorpus } from "../../corpus/open/verify.ts";
import { readBytes } from "../../corpus/read/read-bytes.ts";
import type { CorpusFile, Doc } from "../../corpus/schema.ts";
import { serializeCorpus } from "../../corpus/write/write.ts";
import { KnownTrees, runTrees, treesFor } from "./editions.ts";
import type { TreeOptions } from "./options.ts";

interface CompareOptions extends Pick<TreeOptions, "loadConfig"> {
  readonly dir: string;
  readonly config: string | undefined;
  readonly built: string | undefined;
}

/**
 * Generates a tree again, without a cache, and requires the result to be a corpus file to the byte.
 *
 * @returns the outcome in words
 * @throws {DocgateError} `corpus-differs` with the first difference in words
 */
export async function compareWithTree(
  corpus: string,
  { dir, config, built, loadConfig }: CompareOptions,
): Promise<string> {
  const trees = await treesFor(dir, { config, loadConfig });
  const { bytes } = await readBytes(corpus);
  const published = verifyCorpus(bytes, corpus);
  const { generate } = await import("../generate.ts");
  const known = new KnownTrees();
  const reading = { built, loadConfig, cache: false, cacheDir: "", parser: "auto" } as const;
  const [generated] = await runTrees(trees, { ...reading, known }, generate);
  const { content } = generated!;
  const rebuilt = serializeCorpus(content);
  if (rebuilt.equals(bytes)) return `${corpus} is what ${dir} generates, byte for byte.`;
  const difference = firstDifference(published, verifyCorpus(rebuilt, dir));
  const message = `Corpus "${corpus}" is not what "${dir}" generates: ${difference}`;
  throw new DocgateError("corpus-differs", message);
}

/** Describes in words where two corpora differ first. */
function firstDifference(published: CorpusFile, rebuilt: CorpusFile): string {
  const [ours, theirs] = [rebuilt, published].map(byPath);
  const paths = [...new Set([...ours!.keys(), ...theirs!.keys()])].sort();
  for (const path of paths) {
    const [doc, other] = [ours!.get(path), theirs!.get(path)];
    if (other === undefined) return `it lacks page "${path}".`;
    if (doc === undefined) return `it has page "${path}", which the tree does not.`;
    const field = differingKey(other, doc);
    if (field !== undefined) return `page "${path}" has another "${field}".`;
  }
  const part = differingKey(
    { ...published, sha256: null, docs: null },
    { ...rebuilt, sha256: null, docs: null },
  );
  if (part === undefined) return "its JSON is written in another layout.";
  const remedy =
    part === "meta" ? "Use the same configuration." : "Use the same version of docgate.";
  return `all pages are the same, but "${part}" is not. ${remedy}`;
}

function byPath({ docs }: CorpusFile): Map<string, Doc> {
  return new Map(docs.map((doc) => [doc.path, doc]));
}

/** Returns the first key whose values differ; undefined if there is none. */
function differingKey<Value extends object>(left: Value, right: Value): string | undefined {
  const keys = Object.keys({ ...left, ...right }) as (keyof Value & string)[];
  return keys.find((key) => JSON.stringify(left[key]) !== JSON.stringify(right[key]));
}
