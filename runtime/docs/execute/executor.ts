import { makeExecutableSchema } from "@graphql-tools/schema";
import { DocgateError } from "../../../corpus/error.ts";
import { type GraphQLAnswer, refuse } from "./answer.ts";
import { createDocuments } from "./documents.ts";
import { type AnswerLimits, limitError } from "./limits.ts";
import { answerOperation } from "./operation.ts";
import type { Docs } from "./queries.ts";
import { TYPE_DEFS } from "./schema.ts";
import { createSemaphore } from "./semaphore.ts";
import type { Turns } from "./turns.ts";

/** One operation, as a request asks for it. */
export interface GraphQLRequest {
  readonly query: string;
  readonly variables?: Record<string, unknown> | null | undefined;
  readonly operationName?: string | null | undefined;
}

/** Whether the client has hung up: then nobody needs an answer. */
export type IsGone = () => boolean;

/** Answers operations over docs. A failure of a query is an answer too. */
export interface Executor {
  /**
   * @returns the answer, at once if it takes less than a turn
   * @throws {DocgateError} `busy` if there is too much other work, later
   * @throws {DocgateError} `client-gone` if the client hung up, later
   */
  execute(
    request: GraphQLRequest,
    docs: Docs,
    isGone?: IsGone,
  ): GraphQLAnswer | Promise<GraphQLAnswer>;
}

export interface ExecutorOptions extends AnswerLimits {
  /** Called with each error that docgate itself caused. */
  readonly onError: (error: unknown) => void;
  /** Whether what was parsed is kept when the same text comes again. */
  readonly keepsDocuments: boolean;
  readonly turns: Turns;
}

/** How many answers that take longer than a turn are worked on at once, by turns. */
const LONG_AT_ONCE = 4;
/** How long the others wait for their turn. */
const LONG_WAIT_MS = 30_000;

/** Work on an answer. Between two steps, something else can be done. */
type Work = Generator<undefined, GraphQLAnswer>;

/**
 * Makes the executor of the Documentation Query API. graphql-js parses, validates and coerces; what
 * is left is to resolve the root fields and to write their values.
 */
export function createExecutor(options: ExecutorOptions): Executor {
  const { keepsDocuments, turns, maxAnswerBytes, maxTimeMs, onError } = options;
  const schema = makeExecutableSchema({ typeDefs: TYPE_DEFS });
  const how = { schema, maxAnswerBytes, onError };
  const documents = createDocuments({ schema, keeps: keepsDocuments });
  const long = createSemaphore({
    capacity: LONG_AT_ONCE,
    maxWaiting: Infinity,
    waitMs: LONG_WAIT_MS,
  });

  function* answer(request: GraphQLRequest, docs: Docs): Work {
    const { query, variables, operationName } = request;
    const document = yield* documents.prepare(query);
    if (!("ast" in document)) return refuse(document);
    const asked = { ...how, docs, variables: variables ?? {}, operationName };
    const answered = yield* answerOperation(document, asked);
    return answered ?? (yield* answerOperation(documents.withPlaces(query), asked))!;
  }

  /** Goes on with an answer that takes longer than a turn. */
  async function goOn(
    begun: Work,
    { begin, isGone }: { readonly begin: () => Work; readonly isGone: IsGone },
  ): Promise<GraphQLAnswer> {
    // What waits holds nothing but its request.
    const kept = long.isFree(1) ? begun : undefined;
    const release = await long.take(1);
    try {
      const work = kept ?? begin();
      let usedMs = 0;
      while (usedMs <= maxTimeMs) {
        const { last, durationMs } = await turns.later(() => {
          if (isGone()) throw new DocgateError("client-gone", "The client has hung up.");
          return turns.advance(work);
        });
        if (last.done) return last.value;
        usedMs += durationMs;
      }
      return takesTooLong(maxTimeMs);
    } finally {
      release();
    }
  }

  return {
    execute(request, docs, isGone = () => false) {
      const begin = () => answer(request, docs);
      const start = (): GraphQLAnswer | Promise<GraphQLAnswer> => {
        const work = begin();
        const { last } = turns.advance(work);
        return last.done ? last.value : goOn(work, { begin, isGone });
      };
      return turns.isFree() ? start() : turns.later(start);
    },
  };
}

function takesTooLong(maxTimeMs: number): GraphQLAnswer {
  const message = `Work limit of ${maxTimeMs} ms exceeded`;
  return { ...refuse([limitError("maxTimeMs", { message })]), hasFault: true };
}
