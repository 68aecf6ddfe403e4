import { mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Doc, loadCorpus } from "../../../corpus/exports.ts";
import {
  headingsAbove,
  type Place,
  placeReader,
  placesOf,
  type WordsDoc,
} from "../../../corpus/search/words/places.ts";
import { generateCorpus } from "../../support/docgate.ts";

export type TreeDoc = Doc & WordsDoc;

/** A place as the other searches index it: a section with its texts. */
export interface Section {
  readonly place: Pick<Place, "doc" | "heading">;
  readonly title: string;
  readonly heading: string;
  /** The headings above it, outermost first. */
  readonly above: readonly string[];
  readonly text: string;
}

/** A tree of pages to search. */
export interface RelevanceTree {
  readonly name: string;
  /** The corpus file. */
  readonly corpus: string;
  readonly docs: readonly TreeDoc[];
  readonly sections: readonly Section[];
}

/** Settings for trees of other projects, which have problems and GitHub's anchors. */
const CONFIG = {
  anchors: "github",
  rules: { "frontmatter-syntax": "warn", "page-too-complex": "warn" },
};

export async function readTree(
  { name, root }: { readonly name: string; readonly root: string },
  work: string,
): Promise<RelevanceTree> {
  const folder = await mkdtemp(join(work, "relevance-"));
  const [config, out] = [join(folder, "docgate.config.json"), join(folder, "corpus.json")];
  await writeFile(config, JSON.stringify(CONFIG));
  await generateCorpus(root, { out, config });
  const { docs } = await loadCorpus(out);
  return { name, corpus: out, docs, sections: sectionsOf(docs) };
}

function sectionsOf(docs: readonly TreeDoc[]): Section[] {
  return docs.flatMap((doc, at) =>
    placesOf(doc).map((heading) => ({
      place: { doc: at, heading },
      title: doc.title,
      heading: doc.headings[heading]?.text ?? doc.title,
      above: headingsAbove({ heading }, doc).map(({ text }) => text),
      text: placeReader(doc)(heading),
    })),
  );
}

/** Returns the same tree without the pages' descriptions. */
export function withoutDescriptions(tree: RelevanceTree): RelevanceTree {
  return { ...tree, docs: tree.docs.map((doc) => ({ ...doc, description: null })) };
}
