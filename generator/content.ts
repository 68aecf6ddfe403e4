import type { CorpusContent } from "../corpus/schema.ts";
import type { Config } from "./config/config.ts";
import { buildSearchIndex } from "./index/search-index.ts";
import type { Vocabulary } from "./index/vocabulary.ts";
import type { Linked } from "./link/link.ts";
import type { Sources } from "./read/read-tree.ts";

interface ContentOptions {
  readonly linked: Linked;
  readonly config: Config;
  readonly vocabulary: Vocabulary;
}

/** The corpus of linked files, with its search index. */
export function toContent(
  { files }: Sources,
  { linked, config, vocabulary }: ContentOptions,
): CorpusContent {
  const { docs, graph } = linked;
  const termsOf = new Map(files.map(({ path, terms }) => [path, terms]));
  const indexed = docs.map(({ id, path }) => ({ id, terms: termsOf.get(path)! }));
  const { name, description } = config;
  return {
    meta: { name, description },
    docs,
    graph,
    search: buildSearchIndex(indexed, vocabulary),
  };
}
