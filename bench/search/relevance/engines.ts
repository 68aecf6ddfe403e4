import { create, insertMultiple, search } from "@orama/orama";
import FlexSearch from "flexsearch";
import MiniSearch, { type Options } from "minisearch";
import { createWordSearch } from "../../../corpus/search/words/hits.ts";
import { indexWords } from "../../../corpus/search/words/index/write-index.ts";
import { HIT_LIMITS } from "../../../corpus/search/words/query.ts";
import { isHeldOut } from "./held-out.ts";
import { bytesOf } from "./hits-speed.ts";
import { pagefind } from "./pagefind.ts";
import type { RelevanceTree, Section } from "./tree.ts";
import type { Engine, SearchResult } from "./truth.ts";

/** Creates a search over a tree. */
export type MakeEngine = (tree: RelevanceTree) => Engine | Promise<Engine>;

/** The other searches, by their names in the results. */
export const PEERS: Readonly<Record<string, MakeEngine>> = {
  "MiniSearch, pages": miniSearchPages,
  "MiniSearch as VitePress sets it": miniSearchSections,
  Orama: (tree) => orama(tree, 0),
  "Orama, tolerance 1": (tree) => orama(tree, 1),
  FlexSearch: flexSearch,
  Pagefind: pagefind,
};

/** Creates MiniSearch as at the beginning of its README: fields of pages, default settings. */
function miniSearchPages({ docs }: RelevanceTree): Engine {
  const index = new MiniSearch({ fields: ["title", "headings", "description", "body"] });
  index.addAll(
    docs.map(({ title, headings, description, body }, id) => ({
      id,
      title,
      headings: headings.map(({ text }) => text).join("\n"),
      description: description ?? "",
      body,
    })),
  );
  return {
    indexBytes: Buffer.byteLength(JSON.stringify(index)),
    isOfPages: true,
    find: (query, { limit }) =>
      index
        .search(query)
        .slice(0, limit)
        .map(({ id }) => ({ title: docs[id]!.title, heading: null })),
  };
}

/** Settings of VitePress's local search (its `VPLocalSearchBox.vue` and `localSearchPlugin.ts`). */
const VITEPRESS: Options = {
  fields: ["title", "titles", "text"],
  searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } },
};

function miniSearchSections({ docs, sections }: RelevanceTree): Engine {
  const index = new MiniSearch(VITEPRESS);
  index.addAll(
    sections.map((section, id) => ({
      id,
      title: section.heading,
      titles: Array.from(new Set([section.title, ...section.above])),
      text: withDescription(section, docs),
    })),
  );
  return {
    indexBytes: Buffer.byteLength(JSON.stringify(index)),
    find: (query, { limit }) =>
      index
        .search(query)
        .slice(0, limit)
        .map(({ id }) => foundIn(sections[id]!)),
  };
}

async function orama({ docs, sections }: RelevanceTree, tolerance: number): Promise<Engine> {
  const schema = { title: "string", heading: "string", text: "string" } as const;
  const database = create({ schema });
  const records = sections.map((section, id) => ({
    id: String(id),
    title: section.title,
    heading: section.heading,
    text: withDescription(section, docs),
  }));
  await insertMultiple(database, records, 500);
  return {
    indexBytes: null,
    find(query, { limit }) {
      // Without plugins it answers synchronously, although its type includes a promise.
      const found = search(database, { term: query, limit, tolerance }) as unknown as {
        readonly hits: readonly { readonly id: string }[];
      };
      return found.hits.map(({ id }) => foundIn(sections[Number(id)]!));
    },
  };
}

function flexSearch({ docs, sections }: RelevanceTree): Engine {
  const index = new FlexSearch.Document({
    document: { id: "id", index: ["heading", "title", "text"] },
    tokenize: "forward",
  });
  for (const [id, section] of sections.entries()) {
    const { title, heading } = section;
    index.add({ id, title, heading, text: withDescription(section, docs) });
  }
  return {
    indexBytes: null,
    find: (query, { limit }) =>
      index
        .search(query, { limit, merge: true, suggest: true })
        .map(({ id }) => foundIn(sections[Number(id)]!)),
  };
}

/** Returns a section's text, preceded by the page's description if it is the page's first. */
function withDescription({ place, text }: Section, docs: RelevanceTree["docs"]): string {
  const { description, headings } = docs[place.doc]!;
  const isFirst = place.heading < 0 || (place.heading === 0 && headings[0]!.start === 0);
  return isFirst && description ? `${description}\n${text}` : text;
}

function foundIn({ title, heading }: Section): SearchResult {
  return { title, heading };
}

/** Creates docgate's own search. It knows the labels of links that are not queries. */
export function docgateWords({ docs }: RelevanceTree): Engine {
  const known = docs.map((doc) => ({
    ...doc,
    labels: doc.labels.filter(([, label]) => !isHeldOut(label)),
  }));
  const words = indexWords(known);
  const search = createWordSearch(known, words);
  return {
    indexBytes: bytesOf(words),
    find: (query, { limit }) =>
      search
        .hits(query.slice(0, HIT_LIMITS.queryLength), { limit, perDoc: HIT_LIMITS.perDoc })
        .items.map(({ title, heading }) => ({ title, heading: heading ?? title })),
  };
}
