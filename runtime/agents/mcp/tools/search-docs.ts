import type { Correction } from "../../../../corpus/search/words/hits.ts";
import { HIT_LIMITS } from "../../../../corpus/search/words/query.ts";
import type { Work } from "../../../docs/execute/long-work.ts";
import { Answer } from "../answer.ts";
import { type Library, refOf, refOfDoc } from "../library.ts";
import { inOneLine } from "../one-line.ts";
import { ArgumentError, type SearchArguments } from "../tool-arguments.ts";
import { foldHits, type HitsOptions, listHits, passageOfHit } from "./list-hits.ts";
import { nameSections, nearestSection, suggestWords } from "./no-hits.ts";

const PER_DOC = 3;
/** Number of hits of one page if only that page is searched. */
const PER_DOC_WITHIN = 10;

/** Searches in words: lists the places that answer, and gives the text of the best one. */
export function* searchDocs(library: Library, given: SearchArguments): Work<string> {
  const { query, maxTokens } = given;
  const answer = new Answer(library, maxTokens);
  const { found, total, complete, corrections } = yield* findPlaces(library, given);
  for (const { from, to } of corrections) {
    answer.say(`"${inOneLine(from, 40)}" occurs nowhere: searched for "${to}".`);
  }
  if (total > 0) listHits(answer, { library, found, total, complete });
  else yield* sayNothingFound(answer, { library, query, narrowedBy: narrowingOf(given) });
  return answer.toString();
}

interface FoundPlaces extends Omit<HitsOptions, "library"> {
  readonly corrections: readonly Correction[];
}

function* findPlaces(
  library: Library,
  { query, within, where, limit }: SearchArguments,
): Work<FoundPlaces> {
  const { search, findDocs } = library.corpus;
  const { items, total, complete, corrections } = yield* search.hitsInSteps(query, {
    ...findWithin(library, within),
    among: where && findDocs({ where }),
    limit: HIT_LIMITS.limit,
    // If some are the same, others follow in their place.
    until: (hits) => hits.length === limit && foldHits(hits).length === limit,
  });
  return { found: foldHits(items).slice(0, limit), total, complete, corrections };
}

type Within = { readonly section?: string; readonly slug?: string; readonly perDoc: number };

function findWithin(library: Library, within: string | undefined): Within {
  const { corpus } = library;
  if (within === undefined) return { perDoc: PER_DOC };
  const section = within.replace(/^\/+|\/+$/g, "");
  if (corpus.docs.some((doc) => doc.section === section)) return { section, perDoc: PER_DOC };
  const place = library.find(within);
  if (place) return { slug: place.passage.doc.slug, perDoc: PER_DOC_WITHIN };
  const nearest = library.nearest(within, 3).map(refOfDoc).join(", ");
  throw new ArgumentError(
    `"within" must be a section or a page, but there is no ${JSON.stringify(inOneLine(within, 80))}. ` +
      `${nearestSection(corpus, section)}Sections: ${nameSections(corpus)}.${nearest && ` Nearest pages: ${nearest}.`}`,
  );
}

interface NothingOptions {
  readonly library: Library;
  readonly query: string;
  /** The arguments that leave out pages. */
  readonly narrowedBy: readonly string[];
}

function narrowingOf(given: SearchArguments): string[] {
  return (["within", "where"] as const).filter((name) => given[name] !== undefined);
}

/** Says what would find something. */
function* sayNothingFound(
  answer: Answer,
  { library, query, narrowedBy }: NothingOptions,
): Work<void> {
  const { search } = library.corpus;
  answer.say("Nothing was found.");
  const few = { limit: 3, perDoc: 1 };
  const elsewhere = narrowedBy.length > 0 ? yield* search.hitsInSteps(query, few) : undefined;
  if (elsewhere && elsewhere.total > 0) {
    const refs = elsewhere.items.map((hit) => refOf(passageOfHit(hit))).join(", ");
    const names = narrowedBy.map((name) => `"${name}"`).join(" and ");
    answer.say(`Without ${names} there ${countPlaces(elsewhere.total)}, first: ${refs}.`);
    return;
  }
  const unquoted = query.replace(/["“”]/g, " ");
  const loose = unquoted === query ? undefined : yield* search.hitsInSteps(unquoted, few);
  if (loose && loose.total > 0) {
    answer.say(`Without the quotes there ${countPlaces(loose.total)}.`);
    return;
  }
  const words = yield* suggestWords(search, unquoted);
  if (words.length > 0) answer.say(`Words that occur: ${words.join(", ")}.`);
  answer.say(`Sections: ${nameSections(library.corpus)}. list_docs shows their pages.`);
}

function countPlaces(count: number): string {
  return count === 1 ? "is 1 place" : `are ${count} places`;
}
