import type { Corpus } from "../../corpus/open/corpus.ts";
import { serializeCorpus } from "../../corpus/write/write.ts";
import { parseConfig, type UserConfig } from "../../generator/config/config.ts";
import { generate } from "../../generator/generate.ts";
import { openBytes } from "./corpora.ts";
import { makeTree, type TreeFiles } from "./tree.ts";

/** Generates a corpus from files given in place, and opens it. */
export async function openTree(files: TreeFiles, config: UserConfig = {}): Promise<Corpus> {
  return openFolder(await makeTree(files), config);
}

/** Generates a corpus from a folder, and opens it. */
export async function openFolder(root: string, config: UserConfig = {}): Promise<Corpus> {
  const { content } = await generate({ root, config: parseConfig(config) });
  return openBytes(serializeCorpus(content))!.corpus;
}
