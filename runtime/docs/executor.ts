import { makeExecutableSchema } from "@graphql-tools/schema";
import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  getOperationAST,
  type OperationDefinitionNode,
  OperationTypeNode,
  validate,
} from "graphql";
import { LRUCache } from "lru-cache";
import type { DocArguments, Docs, DocsArguments, SearchArguments } from "./docs.ts";
import { checkLimits, parseLimited } from "./limits.ts";
import { TYPE_DEFS } from "./schema.ts";

/** One operation, as a request asks for it. */
export interface GraphQLRequest {
  readonly query: string;
  readonly variables?: Record<string, unknown> | null | undefined;
  readonly operationName?: string | null | undefined;
}

/** An answer, and what became of the request. */
export interface GraphQLAnswer {
  /** Only what was `executed` has `data`; `not-a-query` asks for a mutation or subscription. */
  readonly outcome: "executed" | "refused" | "not-a-query";
  readonly result: ExecutionResult;
  /** Whether something failed that is no fault of the request: the next time it may not. */
  readonly hasFault?: boolean;
}

/** Answers operations over docs. A failure is an answer too: it never throws. */
export interface Executor {
  execute(request: GraphQLRequest, docs: Docs): GraphQLAnswer;
}

export interface ExecutorOptions {
  /** Told of every error that is no fault of the request. */
  readonly onError: (error: unknown) => void;
}

interface Root {
  readonly docs: Docs;
}

const RESOLVERS = {
  Query: {
    meta: (_: unknown, __: unknown, { docs }: Root) => docs.meta(),
    sections: (_: unknown, __: unknown, { docs }: Root) => docs.sections(),
    docs: (_: unknown, args: DocsArguments, { docs }: Root) => docs.docs(args),
    doc: (_: unknown, args: DocArguments, { docs }: Root) => docs.doc(args),
    search: (_: unknown, args: SearchArguments, { docs }: Root) => docs.search(args),
    graph: (_: unknown, __: unknown, { docs }: Root) => docs.graph(),
  },
};

/** Documents kept, in characters of their texts: what was parsed and validated once is reused. */
const KEPT_CHARACTERS = 2 ** 21;

const INTERNAL = "INTERNAL_SERVER_ERROR";

/** A document ready to execute, or why it cannot be. */
type Prepared = DocumentNode | readonly GraphQLError[];

/**
 * Makes the executor of the Documentation Query API on graphql-js: parse, validate and limit once
 * for each text, then execute.
 */
export function createExecutor({ onError }: ExecutorOptions): Executor {
  const schema = makeExecutableSchema({ typeDefs: TYPE_DEFS, resolvers: RESOLVERS });
  const prepared = new LRUCache<string, Prepared & object>({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: (_, text) => text.length + 1,
  });

  function prepare(text: string): Prepared {
    const known = prepared.get(text);
    if (known !== undefined) return known;
    const fresh = parseAndValidate(text);
    prepared.set(text, fresh);
    return fresh;
  }

  function parseAndValidate(text: string): Prepared {
    let document: DocumentNode;
    try {
      document = parseLimited(text);
    } catch (error) {
      return [withCode(error as GraphQLError, "GRAPHQL_PARSE_FAILED")];
    }
    const excess = checkLimits(schema, document);
    const errors = excess.length > 0 ? excess : validate(schema, document);
    if (errors.length === 0) return document;
    return errors.map((error) => withCode(error, "GRAPHQL_VALIDATION_FAILED"));
  }

  return {
    execute({ query, variables, operationName }, docs) {
      const document = prepare(query);
      if (!("kind" in document)) return refuse(document);
      const operation = getOperationAST(document, operationName);
      if (!operation) return refuse([unknownOperation(operationName)]);
      if (operation.operation !== OperationTypeNode.QUERY) return refuseOperation(operation);
      const result = execute({
        schema,
        document,
        contextValue: { docs } satisfies Root,
        variableValues: variables,
        operationName,
      }) as ExecutionResult;
      // Without data nothing ran: graphql-js could not read the variables.
      if (!("data" in result)) {
        return refuse(result.errors!.map((error) => withCode(error, "BAD_USER_INPUT")));
      }
      if (!result.errors) return { outcome: "executed", result };
      const errors = result.errors.map((error) => hideFault(error, onError));
      const hasFault = errors.some(({ extensions }) => extensions.code === INTERNAL);
      return { outcome: "executed", result: { errors, data: result.data }, hasFault };
    },
  };
}

function refuse(errors: readonly GraphQLError[]): GraphQLAnswer {
  return { outcome: "refused", result: { errors } };
}

/** The API is read-only: no other type of operation is defined. */
function refuseOperation(operation: OperationDefinitionNode): GraphQLAnswer {
  const message = `Only queries can be sent, but this operation is a ${operation.operation}.`;
  const extensions = { code: "GRAPHQL_VALIDATION_FAILED" };
  const error = new GraphQLError(message, { nodes: operation, extensions });
  return { outcome: "not-a-query", result: { errors: [error] } };
}

function unknownOperation(name: string | null | undefined): GraphQLError {
  const message = name
    ? `Unknown operation named "${name}".`
    : 'Must provide "operationName" if the document has more than one operation.';
  return new GraphQLError(message, { extensions: { code: "BAD_REQUEST" } });
}

/** Every error has a code (decision B5). */
function withCode(error: GraphQLError, code: string): GraphQLError {
  if (typeof error.extensions.code === "string") return error;
  return restate(error, { message: error.message, code });
}

/**
 * A fault of docgate's own is logged, and answered without its details. What graphql-js itself
 * refuses while it executes is a variable whose value its place does not take.
 */
function hideFault(error: GraphQLError, onError: (error: unknown) => void): GraphQLError {
  if (typeof error.extensions.code === "string") return error;
  if ((error.originalError ?? error) instanceof GraphQLError) {
    return withCode(error, "BAD_USER_INPUT");
  }
  onError(error.originalError ?? error);
  return restate(error, { message: "Internal server error.", code: INTERNAL });
}

function restate(error: GraphQLError, { message, code }: { message: string; code: string }) {
  const { nodes = null, source = null, positions = null, path = null } = error;
  return new GraphQLError(message, { nodes, source, positions, path, extensions: { code } });
}
