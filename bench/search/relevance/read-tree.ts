import { mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { loadCorpus } from "../../../corpus/exports.ts";
import { headingsAbove, placeReader, placesOf } from "../../../corpus/search/words/places.ts";
import { generateCorpus } from "../../support/docgate.ts";
import { readLinks } from "./links.ts";
import type { RelevanceTree, Section, TreeDoc } from "./tree.ts";

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
  const sections = sectionsOf(docs);
  return { name, corpus: out, docs, sections, links: await readLinks({ docs, sections }) };
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
