import { makeExecutableSchema } from "@graphql-tools/schema";
import { hasCode } from "../../../corpus/error.ts";
import { type GraphQLAnswer, refuse } from "./answer.ts";
import { createDocuments } from "./documents.ts";
import { type AnswerLimits, limitError } from "./limits.ts";
import type { IsGone, LongWork, Work } from "./long-work.ts";
import { answerOperation } from "./operation.ts";
import type { Docs } from "./queries.ts";
import { TYPE_DEFS } from "./schema.ts";

/** One operation, as requested. */
export interface GraphQLRequest {
  readonly query: string;
  readonly variables?: Record<string, unknown> | null | undefined;
  readonly operationName?: string | null | undefined;
}

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

export interface ExecutorOptions extends Pick<AnswerLimits, "maxAnswerBytes"> {
  /** Called with each error that docgate itself caused. */
  readonly onError: (error: unknown) => void;
  /** True if parsed documents are cached for repeated texts. */
  readonly keepsDocuments: boolean;
  readonly work: LongWork;
}

/**
 * Creates the executor of the Documentation Query API. graphql-js parses, validates and coerces;
 * docgate resolves the root fields and writes their values.
 */
export function createExecutor(options: ExecutorOptions): Executor {
  const { keepsDocuments, work, maxAnswerBytes, onError } = options;
  const schema = makeExecutableSchema({ typeDefs: TYPE_DEFS });
  const how = { schema, maxAnswerBytes, onError };
  const documents = createDocuments({ schema, keeps: keepsDocuments });

  function* answer(request: GraphQLRequest, docs: Docs): Work<GraphQLAnswer> {
    const { query, variables, operationName } = request;
    const document = yield* documents.prepare(query);
    if (!("ast" in document)) return refuse(document);
    const asked = { ...how, docs, variables: variables ?? {}, operationName };
    const answered = yield* answerOperation(document, asked);
    return answered ?? (yield* answerOperation(documents.withPlaces(query), asked))!;
  }

  return {
    execute(request, docs, isGone) {
      const answered = work.run(() => answer(request, docs), isGone);
      if (!(answered instanceof Promise)) return answered;
      return answered.catch((error) => {
        if (!hasCode(error, "work-limit")) throw error;
        return takesTooLong(work.maxTimeMs);
      });
    },
  };
}

function takesTooLong(maxTimeMs: number): GraphQLAnswer {
  const message = `Work limit of ${maxTimeMs} ms exceeded`;
  return { ...refuse([limitError("maxTimeMs", { message })]), hasFault: true };
}
