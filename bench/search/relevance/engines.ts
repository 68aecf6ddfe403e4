import { create, insertMultiple, search } from "@orama/orama";
import FlexSearch from "flexsearch";
import MiniSearch, { type Options } from "minisearch";
import { openPlaceIndex } from "../../../corpus/search/words/index/place-index.ts";
import { placeOf } from "../../../corpus/search/words/index/units.ts";
import { indexWords } from "../../../corpus/search/words/index/write-index.ts";
import { inMemory, type Place } from "../../../corpus/search/words/places.ts";
import { readQuery } from "../../../corpus/search/words/query.ts";
import { Ranker } from "../../../corpus/search/words/rank.ts";
import { Scope } from "../../../corpus/search/words/scope.ts";
import { Scorer } from "../../../corpus/search/words/score.ts";
import { finish } from "../../../test/support/finish.ts";
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

/** All pages without some of their places, which `hits` cannot leave out. */
class AllowedPlaces extends Scope {
  readonly #isAllowed: (unit: number) => boolean;

  constructor(options: Inner, isAllowed: (unit: number) => boolean) {
    super({ ...options, isSearched: () => true });
    this.#isAllowed = isAllowed;
  }

  override select(units: Int32Array): Int32Array {
    return units.filter(this.#isAllowed);
  }
}

type Inner = Omit<ConstructorParameters<typeof Scope>[0], "isSearched">;

/** Creates docgate's own search, from the ranker, because `hits` cannot exclude places. */
export function docgateWords({ docs }: RelevanceTree, { loosen = false } = {}): Engine {
  const words = indexWords(docs);
  const inner = { docs, index: openPlaceIndex(words), parts: inMemory(docs) };
  const ranker = new Ranker(inner);
  const scorer = new Scorer(inner.index);
  const foundAt = ({ doc, heading }: Place): SearchResult => {
    const { title, headings } = docs[doc]!;
    return { title, heading: headings[heading]?.text ?? title };
  };
  return {
    indexBytes: bytesOf(words),
    find(query, { limit, except }) {
      const { units } = inner.index;
      const scope = new AllowedPlaces(inner, (unit) => !except(foundAt(placeOf(unit, units))));
      const { places } = finish(ranker.rank(readQuery(query), { scorer, scope, loosen }));
      const found: SearchResult[] = [];
      for (const place of places) {
        if (found.length === limit) break;
        found.push(foundAt(place));
      }
      return found;
    },
  };
}

/** Creates docgate's own search, which also finds places without all words. */
export function docgateAnyWords(tree: RelevanceTree): Engine {
  return docgateWords(tree, { loosen: true });
}
