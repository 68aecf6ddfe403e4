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

/** One operation, as requested. */
export interface GraphQLRequest {
  readonly query: string;
  readonly variables?: Record<string, unknown> | null | undefined;
  readonly operationName?: string | null | undefined;
}

/** Returns true if the client has disconnected, so that nobody needs an answer. */
export type IsGone = () => boolean;

/** Executes operations on docs. A failed query has an answer too. */
export interface Executor {
  /**
   * @returns the answer, synchronously if it takes less than a turn
   * @throws {DocgateError} `busy` if there is too much other work; rejects
   * @throws {DocgateError} `client-gone` if the client disconnected; rejects
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
  /** True if parsed documents are cached for repeated texts. */
  readonly keepsDocuments: boolean;
  readonly turns: Turns;
}

/** Number of answers longer than a turn that are computed at once, in turns. */
const LONG_AT_ONCE = 4;
/** Maximum time that the others wait. */
const LONG_WAIT_MS = 30_000;

/** Work on an answer. Other work can run between two steps. */
type Work = Generator<undefined, GraphQLAnswer>;

/**
 * Creates the executor of the Documentation Query API. graphql-js parses, validates and coerces;
 * docgate resolves the root fields and writes their values.
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

  /** Continues with an answer that takes longer than a turn. */
  async function goOn(
    begun: Work,
    { begin, isGone }: { readonly begin: () => Work; readonly isGone: IsGone },
  ): Promise<GraphQLAnswer> {
    // Waiting work keeps only its request in memory.
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
