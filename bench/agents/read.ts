import { ProtocolError } from "@modelcontextprotocol/client";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { RelevanceTree } from "../search/relevance/tree.ts";
import { exceptOf, isMeant, type Query } from "../search/relevance/truth.ts";
import { createEvidence } from "./evidence.ts";
import { type Agent, type Call, READERS, type Reader, startAgent } from "./readers.ts";

/** An agent gives up after these calls. */
export const MAX_CALLS = 6;
/** Time for the queries of one server; those of all sets come in turn until then. */
export const MAX_MINUTES = 2;

/** One query, read until its answer was in the context or the agent gave up. */
export interface Reading {
  readonly server: string;
  readonly query: Query;
  readonly calls: number;
  /** Tokens of all answers, without the definitions. */
  readonly tokens: number;
  readonly isFound: boolean;
  readonly answers: readonly number[];
}

export interface ReadingReport {
  readonly readings: readonly Reading[];
  /** Tokens of the tools' definitions, by server. */
  readonly definitions: ReadonlyMap<string, number>;
  /** Why servers did not answer, by server. */
  readonly failures: ReadonlyMap<string, string>;
}

interface ReadOptions {
  readonly queries: readonly Query[];
  readonly corpus: string;
  readonly root: string;
}

/** Reads the answers to all queries with each server. */
export async function readAll(tree: RelevanceTree, options: ReadOptions): Promise<ReadingReport> {
  const readings: Reading[] = [];
  const definitions = new Map<string, number>();
  const failures = new Map<string, string>();
  const queries = inTurn(options.queries);
  const evidence = createEvidence(tree);
  const passOver = createPassOver(tree);
  for (const [server, reader] of Object.entries(READERS)) {
    let agent: Agent | undefined;
    const end = performance.now() + MAX_MINUTES * 60_000;
    try {
      agent = await startAgent(reader, options);
      definitions.set(server, countTokens(agent.definitions));
      for (const query of queries) {
        if (performance.now() > end) break;
        const isAnswer = evidence(query.answers);
        const one = { reader, query, isAnswer, isPassedOver: passOver(query) };
        readings.push({ server, query, ...(await readOne(agent, one)) });
      }
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      failures.set(server, error.message);
    }
    await agent?.close();
  }
  return { readings, definitions, failures };
}

/** Takes a query of each set in turn, so that the first ones are of all sets. */
function inTurn(queries: readonly Query[]): Query[] {
  const sets = [...Map.groupBy(queries, ({ set }) => set).values()];
  const most = Math.max(...sets.map(({ length }) => length));
  return Array.from({ length: most }, (_, at) =>
    sets.flatMap((set) => set.slice(at, at + 1)),
  ).flat();
}

interface OneOptions {
  readonly reader: Reader;
  readonly query: Query;
  /** Returns true if a text of the docs has the answer. */
  readonly isAnswer: (text: string) => boolean;
  readonly isPassedOver: (call: Call) => boolean;
}

async function readOne(
  agent: Agent,
  { reader, query, isAnswer, isPassedOver }: OneOptions,
): Promise<Omit<Reading, "server" | "query">> {
  const answers: number[] = [];
  const waiting = [reader.search(query.query)];
  let isFound = false;
  while (waiting.length > 0 && answers.length < MAX_CALLS && !isFound) {
    const call = waiting.shift()!;
    const got = reader.understand(await agent.call(call), call);
    answers.push(countTokens(got.text, { allowedSpecial: "all" }));
    isFound = isAnswer(got.read);
    waiting.push(...got.next.filter((next) => !isPassedOver(next)));
  }
  const tokens = answers.reduce((sum, count) => sum + count, 0);
  return { calls: answers.length, tokens, isFound, answers };
}

/**
 * Creates a filter for what an agent does not read: as in Relevance, places that link to the answer
 * with the words of the query are neither right nor wrong. Of servers that read whole pages, a page
 * with such a place is passed over, unless it has the answer.
 */
function createPassOver({ docs }: RelevanceTree) {
  const bySlug = new Map(docs.map((doc) => [withoutIndex(doc.slug), doc]));
  return (query: Query) => {
    const except = exceptOf(query);
    return ({ address }: Call): boolean => {
      if (address === undefined) return false;
      const [slug, anchor] = address.split("#");
      const doc = bySlug.get(withoutIndex(slug!));
      if (doc === undefined) return false;
      const { title, headings } = doc;
      const heading = headings.find((each) => each.anchor === anchor)?.text;
      if (heading !== undefined) return except({ title, heading });
      const page = { title, heading: null };
      const isOf = (some: Query["answers"]) =>
        some.some((answer) => isMeant(page, { answer, level: "page" }));
      return isOf(query.leftOut) && !isOf(query.answers);
    };
  };
}

function withoutIndex(slug: string): string {
  return slug.replace(/\/(?:index)?$/, "");
}
