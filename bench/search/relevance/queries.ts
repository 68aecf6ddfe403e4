import { readFile } from "node:fs/promises";
import { loadParser } from "../../../generator/markdown/markdown.ts";
import { allNodes } from "../../../generator/markdown/markdown-nodes.ts";
import { createRandom } from "../../../test/support/random.ts";
import { isHeldOut } from "./held-out.ts";
import { heldOutLabels } from "./links.ts";
import { mistype } from "./mistype.ts";
import type { RelevanceTree } from "./tree.ts";
import { type Answer, answerAt, answerOf, type Query } from "./truth.ts";

const QUESTIONS = new URL("./questions.json", import.meta.url);
/** Maximum number of queries of a set; of a large tree, over which some searches take seconds. */
const MOST = 400;
const MOST_OF_LARGE = 200;
/** Number of places from which on a tree is large. */
const LARGE = 10_000;
/** Maximum number of places whose heading has an identifier: nobody looks for a more common one. */
const MOST_PLACES = 12;
/** An identifier in code; a plain word, with only lowercase letters after the first, is not one. */
const IDENTIFIER = /^(?=.+[^a-z])[<@$.:#-]{0,2}[A-Za-z_][\w$.:-]*[\w>]$/;
const HAN = /\p{Script=Han}/u;

interface WrittenQuestion {
  readonly question: string;
  readonly answers: readonly string[];
}

/** Draws the queries of all sets from a tree; the same seed draws the same queries. */
export async function drawQuerySets(tree: RelevanceTree, seed: number): Promise<Query[]> {
  const random = createRandom(seed);
  const most = tree.sections.length < LARGE ? MOST : MOST_OF_LARGE;
  const draw = <Item>(items: readonly Item[]): Item[] => shuffle(items, random).slice(0, most);
  const labels = draw(fromLabels(tree));
  const known = knownTexts(tree);
  const fresh = labels.filter(({ query }) => !known.has(query.toLowerCase()));
  const descriptions = draw(fromDescriptions(tree));
  const mistyped = (queries: readonly Query[], letters: number): Query[] =>
    queries.map((one) => ({
      ...one,
      set: `${one.set}, ${letters} mistyped`,
      query: mistype(one.query, { letters, random }),
    }));
  return [
    ...labels,
    ...fresh.map((query) => ({ ...query, set: `${query.set}, no titles` })),
    ...descriptions,
    ...[labels, descriptions]
      .map((queries) => queries.filter(({ query }) => !HAN.test(query)))
      .flatMap((queries) => [...mistyped(queries, 1), ...mistyped(queries, 2)]),
    ...draw(await fromCode(tree)),
    ...(await fromQuestions(tree)),
  ];
}

function fromLabels(tree: RelevanceTree): Query[] {
  return heldOutLabels(tree).map(({ label, targets, sources }) => ({
    set: HAN.test(label) ? "labels, Chinese" : "labels",
    query: label,
    answers: targets,
    leftOut: sources,
    isWithoutDescriptions: false,
  }));
}

function fromDescriptions({ docs }: RelevanceTree): Query[] {
  const byDescription = Map.groupBy(docs, ({ description }) => description?.trim() ?? "");
  return Array.from(byDescription)
    .filter(([description]) => description !== "" && isHeldOut(description))
    .map(([query, pages]) => ({
      set: "descriptions",
      query,
      answers: pages.map(({ title }) => ({ title, heading: null })),
      leftOut: [],
      isWithoutDescriptions: true,
    }));
}

/** Returns the identifiers in code spans that also occur in headings. */
async function fromCode({ docs, sections }: RelevanceTree): Promise<Query[]> {
  const parse = await loadParser("auto");
  const spans = new Set<string>();
  for (const { body } of docs) {
    for (const node of allNodes(parse(body))) {
      if (node.type === "inlineCode" && IDENTIFIER.test(node.value)) spans.add(node.value);
    }
  }
  const places = new Map<string, Map<string, Answer>>();
  for (const section of sections) {
    for (const word of wordsOf(section.heading)) {
      const answers = places.get(word) ?? new Map();
      answers.set(JSON.stringify(answerOf(section)), answerOf(section));
      places.set(word, answers);
    }
  }
  return Array.from(spans)
    .sort()
    .map((query) => ({ query, answers: [...(places.get(query)?.values() ?? [])] }))
    .filter(({ answers }) => answers.length > 0 && answers.length <= MOST_PLACES)
    .map((one) => ({ ...one, set: "identifiers", leftOut: [], isWithoutDescriptions: false }));
}

/** Returns the words of a heading, as written and without arguments or punctuation after them. */
function wordsOf(heading: string): Set<string> {
  const words = heading.split(/\s+/);
  return new Set(words.flatMap((word) => [word, word.replace(/\(.*$|[,;:.?!]+$/g, "")]));
}

/** Reads the questions written for this tree: those whose pages all exist in it. */
async function fromQuestions(tree: RelevanceTree): Promise<Query[]> {
  const written: Record<string, WrittenQuestion[]> = JSON.parse(await readFile(QUESTIONS, "utf8"));
  const ids = new Set(tree.docs.map(({ id }) => id));
  const asked = Object.values(written).filter((questions) =>
    questions.every(({ answers }) => answers.every((address) => ids.has(address.split("#")[0]!))),
  );
  return asked.flat().map(({ question, answers }) => ({
    set: "questions",
    query: question,
    answers: answers.map((address) => answerAt(address, tree)),
    leftOut: [],
    isWithoutDescriptions: false,
  }));
}

function knownTexts({ sections }: RelevanceTree): Set<string> {
  return new Set(
    sections.flatMap(({ title, heading }) => [title, heading].map((text) => text.toLowerCase())),
  );
}

function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!];
  }
  return shuffled;
}
