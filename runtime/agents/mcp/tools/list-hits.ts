import type { Doc } from "../../../../corpus/schema.ts";
import type { Hit, HitJson } from "../../../../corpus/search/words/hits.ts";
import { estimateTokens } from "../../token-estimate.ts";
import { type Answer, type Part, partOf } from "../answer.ts";
import { type Library, type Passage, passageOf, refOf, titlesOf } from "../library.ts";
import { inOneLine } from "../one-line.ts";
import { type PassagePart, writePlace } from "./passage-part.ts";

/** Share of the budget that the text of the best place may have. */
const BEST_SHARE = 0.7;
/** A part of it with fewer tokens says too little. */
const LEAST_TOKENS = 40;
/** A best place with a shorter text comes with the headings below it. */
const LEAST_LENGTH = 400;
const MAX_TITLES = 160;
const MAX_EXCERPT = 240;
const MAX_MISSING = 80;
const MAX_SECTION = 40;
/** The longest line that names a continuation. */
const LONGEST = { next: "~9999999", rest: 999_999 };

/** A place that was found, and others with the same titles and text, as versions of a page have. */
interface HitGroup<Each extends HitJson = Hit<Doc>> {
  readonly hit: Each;
  readonly same: readonly Each[];
}

/** Puts hits with the same titles and excerpts together. */
export function foldHits<Each extends HitJson>(hits: readonly Each[]): HitGroup<Each>[] {
  const groups = Map.groupBy(hits, ({ title, heading, breadcrumbs, excerpt }) =>
    JSON.stringify([title, heading, breadcrumbs, excerpt.text]),
  );
  return Array.from(groups.values(), ([hit, ...same]) => ({ hit: hit!, same }));
}

export interface HitsOptions {
  readonly library: Library;
  /** The places to list, best first. */
  readonly found: readonly HitGroup[];
  /** Number of places that were found. */
  readonly total: number;
  /** Number of these that have all words. */
  readonly complete: number;
}

/** Lists as many places as fit, and the text of the best one. */
export function listHits(answer: Answer, { library, found, ...counts }: HitsOptions): void {
  const listed = found.reduce((sum, { same }) => sum + 1 + same.length, 0);
  let room = answer.left - estimateTokens(`${describeCount({ ...counts, listed: listed - 1 })}\n`);
  const best = writeBest(library, passageOfHit(found[0]!.hit), Math.floor(room * BEST_SHARE));
  room -= best?.cost ?? 0;
  const lines: Part[] = [];
  let count = 0;
  for (const [at, one] of found.entries()) {
    const line = partOf(describeHit(one, { number: at + 1, hasText: at === 0 && best !== null }));
    room -= line.cost;
    if (room < 0) break;
    lines.push(line);
    count += 1 + one.same.length;
  }
  answer.say(describeCount({ ...counts, listed: count }));
  if (best?.note) answer.say(best.note);
  for (const line of lines) answer.add(line);
  if (best !== null) answer.add(best.text);
}

interface BestText {
  readonly text: Part;
  /** Names the ref that continues it; null if nothing is left out. */
  readonly note: string | null;
  readonly cost: number;
}

/** Writes the text of the best place up to the next heading, or what fits of it. */
function writeBest(library: Library, passage: Passage, budget: number): BestText | null {
  const longest = describeRest({ ...LONGEST, next: `${refOf(passage)}${LONGEST.next}` });
  const room = budget - estimateTokens(`\n${longest}\n`);
  const to = library.offsetIn(passage, endOfPlace(passage));
  const options = { budget: room, least: LEAST_TOKENS, to };
  const part = writePlace(library, { passage, offset: 0 }, options);
  if (part === null) return null;
  const note = part.next === null ? null : describeRest(part);
  const text = partOf(`\n${part.text}`);
  return { text, note, cost: text.cost + (note === null ? 0 : estimateTokens(`${note}\n`)) };
}

function endOfPlace({ doc, start, end }: Passage): number {
  const next = doc.headings.find((heading) => heading.start >= start + LEAST_LENGTH);
  return Math.min(next?.start ?? end, end);
}

function describeRest({ next, rest }: Pick<PassagePart, "next" | "rest">): string {
  return `Place 1 continues at ${next} (${rest} tokens).`;
}

interface HitLineOptions {
  readonly number: number;
  /** True if its text follows, so that it needs no excerpt. */
  readonly hasText: boolean;
}

function describeHit({ hit, same }: HitGroup, { number, hasText }: HitLineOptions): string {
  const passage = passageOfHit(hit);
  const titles = inOneLine(titlesOf(passage).join(" › "), MAX_TITLES);
  const lines = [`${number}. ${refOf(passage)}: ${titles}`];
  if (!hasText) lines.push(inOneLine(hit.excerpt.text, MAX_EXCERPT));
  const missing = inOneLine(hit.missing.join(", "), MAX_MISSING);
  if (missing !== "") lines.push(`Missing: ${missing}`);
  if (same.length > 0) lines.push(describeSame({ hit, same }));
  return lines.join("\n   ");
}

function describeSame({ hit, same }: HitGroup): string {
  const sections = new Set(same.map(({ doc }) => doc.section));
  sections.delete(hit.doc.section);
  if (sections.size < same.length) {
    return `The same on ${same.length} more ${same.length === 1 ? "page" : "pages"}.`;
  }
  return `The same in ${Array.from(sections, (name) => inOneLine(name, MAX_SECTION)).join(", ")}.`;
}

interface Counts extends Pick<HitsOptions, "total" | "complete"> {
  readonly listed: number;
}

function describeCount({ listed, total, complete }: Counts): string {
  const places = total === 1 ? "1 place" : `${total} places`;
  const which =
    complete === total ? "" : `, ${complete === 0 ? "none" : complete} with all the words`;
  if (listed === total) return `${places}${which}${total === 1 ? "" : ", best first"}.`;
  return `${places}${which}; the best ${listed}. Left out: ${total - listed}, which a more specific query, "within", a higher "limit" or "max_tokens" gives.`;
}

/** Returns what an agent reads at a hit: its heading with those below it, or the page. */
export function passageOfHit({ doc, docHeading, slug }: Hit<Doc>): Passage {
  // A first heading that is the title stands for the page.
  return passageOf(doc, slug.includes("#") ? docHeading : null);
}
