import type { Doc } from "../../../corpus/schema.ts";
import type { Hit, HitList } from "../../../corpus/search/words/hits.ts";
import { estimateTokens } from "../token-estimate.ts";
import { Answer, type Part, partOf } from "./answer.ts";
import { type Library, type Passage, passageOf, refOf, refOfDoc, titlesOf } from "./library.ts";
import { nameSections, suggestWords } from "./no-hits.ts";
import { inOneLine } from "./one-line.ts";
import { writePlace } from "./passage-part.ts";
import { ArgumentError, type SearchArguments } from "./tool-arguments.ts";

/** Share of the budget that the text of the best place may have. */
const BEST_SHARE = 0.4;
const PER_DOC = 3;
/** Number of hits of one page if only that page is searched. */
const PER_DOC_WITHIN = 10;
const MAX_TITLES = 160;
const MAX_EXCERPT = 240;

/** Searches in words: lists the places that answer, and gives the text of the best one. */
export function searchDocs(library: Library, given: SearchArguments): string {
  const { query, limit, maxTokens } = given;
  const answer = new Answer(library.corpus, maxTokens);
  const within = findWithin(library, given.within);
  const found = library.corpus.search.hits(query, { ...within, limit });
  for (const { from, to } of found.corrections) {
    answer.say(`"${inOneLine(from, 40)}" occurs nowhere: searched for "${to}".`);
  }
  if (found.total === 0) {
    sayNothingFound(answer, { library, query, isWithin: given.within !== undefined });
    return answer.toString();
  }
  if (found.loosened) answer.say("No place has all the words; these have most of them.");
  listHits(answer, { library, found });
  return answer.toString();
}

type Within = { readonly section?: string; readonly slug?: string; readonly perDoc: number };

function findWithin(library: Library, within: string | undefined): Within {
  const { docs } = library.corpus;
  if (within === undefined) return { perDoc: PER_DOC };
  const section = within.replace(/^\/+|\/+$/g, "");
  if (docs.some((doc) => doc.section === section)) return { section, perDoc: PER_DOC };
  const place = library.find(within);
  if (place) return { slug: place.passage.doc.slug, perDoc: PER_DOC_WITHIN };
  const nearest = library.nearest(within, 3).map(refOfDoc).join(", ");
  throw new ArgumentError(
    `"within" must be a section or a page, but there is no ${JSON.stringify(inOneLine(within, 80))}. ` +
      `Sections: ${nameSections(docs)}.${nearest && ` Nearest pages: ${nearest}.`}`,
  );
}

interface NothingOptions {
  readonly library: Library;
  readonly query: string;
  readonly isWithin: boolean;
}

/** Says what would find something. */
function sayNothingFound(answer: Answer, { library, query, isWithin }: NothingOptions): void {
  const { search, docs } = library.corpus;
  answer.say("Nothing was found.");
  const elsewhere = isWithin ? search.hits(query, { limit: 3, perDoc: 1 }) : undefined;
  if (elsewhere && elsewhere.total > 0) {
    const refs = elsewhere.items.map((hit) => refOf(passageOfHit(hit))).join(", ");
    answer.say(`Without "within" there ${countPlaces(elsewhere.total)}, first: ${refs}.`);
    return;
  }
  const unquoted = query.replace(/["“”]/g, " ");
  const loose = unquoted === query ? undefined : search.hits(unquoted, { limit: 3, perDoc: 1 });
  if (loose && loose.total > 0) {
    answer.say(`Without the quotes there ${countPlaces(loose.total)}.`);
    return;
  }
  const words = suggestWords(search, unquoted);
  if (words.length > 0) answer.say(`Words that occur: ${words.join(", ")}.`);
  answer.say(`Sections: ${nameSections(docs)}. list_docs shows their pages.`);
}

interface HitsOptions {
  readonly library: Library;
  readonly found: HitList<Doc>;
}

/** Lists as many hits as fit, and the text of the best one if it is short. */
function listHits(answer: Answer, { library, found }: HitsOptions): void {
  const { items, total } = found;
  const passages = items.map(passageOfHit);
  let room = answer.left - estimateTokens(`${describeCount(0, total)}\n`);
  const place = { passage: passages[0]!, offset: 0 };
  const best = writePlace(library, place, { budget: Math.floor(room * BEST_SHARE), least: 0 });
  const text = best?.next === null ? partOf(`\n${best.text}`) : null;
  room -= text?.cost ?? 0;
  const lines: Part[] = [];
  for (const [at, hit] of items.entries()) {
    const line = partOf(describeHit(hit, { number: at + 1, hasText: at === 0 && text !== null }));
    room -= line.cost;
    if (room < 0) break;
    lines.push(line);
  }
  answer.say(describeCount(lines.length, total));
  for (const line of lines) answer.add(line);
  if (text !== null) answer.add(text);
}

interface HitLineOptions {
  readonly number: number;
  /** True if its text follows, so that it needs no excerpt. */
  readonly hasText: boolean;
}

function describeHit(hit: Hit<Doc>, { number, hasText }: HitLineOptions): string {
  const passage = passageOfHit(hit);
  const titles = inOneLine(titlesOf(passage).join(" › "), MAX_TITLES);
  const place = `${number}. ${refOf(passage)}: ${titles}`;
  return hasText ? place : `${place}\n   ${inOneLine(hit.excerpt.text, MAX_EXCERPT)}`;
}

function describeCount(listed: number, total: number): string {
  if (listed === total) return total === 1 ? "1 place." : `${total} places, best first.`;
  return `${total} places; the best ${listed}. Left out: ${total - listed}, which a more specific query, "within", a higher "limit" or "max_tokens" gives.`;
}

function passageOfHit({ doc, heading, slug }: Hit<Doc>): Passage {
  // A first heading that is the title stands for the page.
  return passageOf(doc, slug.includes("#") ? heading : null);
}

function countPlaces(count: number): string {
  return count === 1 ? "is 1 place" : `are ${count} places`;
}
