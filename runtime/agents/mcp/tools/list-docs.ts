import type { Doc } from "../../../../corpus/schema.ts";
import { inSiteOrder } from "../../../../corpus/site-order.ts";
import type { Work } from "../../../docs/execute/long-work.ts";
import { estimateTokens } from "../../token-estimate.ts";
import { Answer, partOf } from "../answer.ts";
import { type Library, passageOf, refOf, refOfDoc, splitOffset } from "../library.ts";
import { inOneLine } from "../one-line.ts";
import type { ListArguments } from "../tool-arguments.ts";
import { nameSections, nearestSection } from "./no-hits.ts";

const MAX_TITLE = 100;

/**
 * Lists folders and pages, or the headings of a page, one on each line. A deeper level is shown only
 * if all of it fits, so that an answer is a map of the whole before it has any detail.
 */
export function* listDocs(
  library: Library,
  { under = "", where, depth, maxTokens }: ListArguments,
): Work<string> {
  const answer = new Answer(library, maxTokens);
  const { base, offset } = splitOffset(under);
  const listed = inSiteOrder(library.corpus);
  const docs = where ? library.corpus.findDocs({ where, among: listed }) : listed;
  if (where && docs.length === 0) {
    answer.say('No page fits "where".');
    return answer.toString();
  }
  const linesTo = outlineOf(library, { docs, under: base });
  if (linesTo === undefined) {
    sayUnknown(answer, library, base);
    return answer.toString();
  }
  yield;
  // A list is continued only if its first level did not fit.
  for (let level = offset > 0 ? 1 : depth; level > 1; level--) {
    if (addLevel(answer, { lines: linesTo(level), isWhole: level === depth })) {
      return answer.toString();
    }
    yield;
  }
  const lines = linesTo(1);
  if (offset > 0 || !addLevel(answer, { lines, isWhole: depth === 1 })) {
    addLines(answer, { lines: lines.slice(offset), offset, under: base });
  }
  return answer.toString();
}

/** Returns the lines down to a depth. */
type Outline = (depth: number) => readonly string[];

/** Returns the outline of a folder or a page; undefined if there is none of this name. */
function outlineOf(
  library: Library,
  { docs, under }: { readonly docs: readonly Doc[]; readonly under: string },
): Outline | undefined {
  const folder = under.replace(/^\/+|\/+$/g, "");
  const members = folder === "" ? docs : docs.filter(({ id }) => id.startsWith(`${folder}/`));
  if (members.length > 0) return (depth) => treeLines(members, { folder, depth });
  const place = library.find(under);
  return place && ((depth) => headingLines(place.passage.doc, depth));
}

const CLOSED =
  'Left out: deeper levels, which "under" a folder below, or a higher "max_tokens", gives.';

interface LevelOptions {
  readonly lines: readonly string[];
  /** False if a deeper level was asked for. */
  readonly isWhole: boolean;
}

/** Adds all lines of a level, if they fit. */
function addLevel(answer: Answer, { lines, isWhole }: LevelOptions): boolean {
  const parts = lines.map(partOf);
  const note = isWhole ? 0 : estimateTokens(`${CLOSED}\n`);
  if (parts.reduce((sum, { cost }) => sum + cost, note) > answer.left) return false;
  if (!isWhole) answer.say(CLOSED);
  for (const part of parts) answer.add(part);
  return true;
}

/** Lists pages down to a depth, and the folders below with their numbers of pages. */
function treeLines(
  docs: readonly Doc[],
  { folder, depth }: { readonly folder: string; readonly depth: number },
): string[] {
  const lines = new Map<string, { count: number; line: string }>();
  for (const doc of docs) {
    const names = doc.id.slice(folder === "" ? 0 : folder.length + 1).split("/");
    const isListed = names.length <= depth;
    const key = isListed
      ? doc.id
      : [...(folder ? [folder] : []), ...names.slice(0, depth)].join("/");
    const count = (lines.get(`${isListed} ${key}`)?.count ?? 0) + 1;
    const line = isListed
      ? `${refOfDoc(doc)}: ${inOneLine(doc.title, MAX_TITLE)}`
      : `${inOneLine(key, MAX_TITLE)}/ (${count} ${count === 1 ? "page" : "pages"})`;
    lines.set(`${isListed} ${key}`, { count, line });
  }
  return Array.from(lines.values(), ({ line }) => line);
}

/** Lists a page and its headings down to a depth below its title. */
function headingLines(doc: Doc, depth: number): string[] {
  const headings = doc.headings.filter((heading) => heading.depth <= depth + 1);
  const lines = headings.map((heading) => {
    const ref = refOf(passageOf(doc, heading));
    return `${"  ".repeat(heading.depth - 1)}${ref}: ${inOneLine(heading.text, MAX_TITLE)}`;
  });
  return [`${refOfDoc(doc)}: ${inOneLine(doc.title, MAX_TITLE)}`, ...lines];
}

interface LinesOptions {
  readonly lines: readonly string[];
  readonly offset: number;
  readonly under: string;
}

function addLines(answer: Answer, { lines, offset, under }: LinesOptions): void {
  const describe = (count: number) =>
    `Left out: ${lines.length - count} lines; list_docs with "under": "${under}~${offset + count}" continues.`;
  const parts = lines.map(partOf);
  const isComplete = parts.reduce((sum, { cost }) => sum + cost, 0) <= answer.left;
  let room = isComplete ? answer.left : answer.left - estimateTokens(`${describe(0)}99999\n`);
  let count = 0;
  while (count < parts.length && parts[count]!.cost <= room) room -= parts[count++]!.cost;
  if (count < lines.length) answer.say(describe(count));
  for (const part of parts.slice(0, count)) answer.add(part);
}

function sayUnknown(answer: Answer, library: Library, under: string): void {
  const nearest = library.nearest(under, 3).map(refOfDoc).join(", ");
  answer.say(`There is no folder or page ${JSON.stringify(inOneLine(under, 80))}.`);
  if (nearest !== "") answer.say(`Nearest pages: ${nearest}.`);
  const { corpus } = library;
  answer.say(`${nearestSection(corpus, under)}Sections: ${nameSections(corpus)}.`);
}
