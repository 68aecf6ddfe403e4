import { makeExecutableSchema } from "@graphql-tools/schema";
import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type FragmentDefinitionNode,
  GraphQLError,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
} from "graphql";
import { LRUCache } from "lru-cache";
import { createDocTexts } from "./doc-texts.ts";
import type { DocArguments, Docs, DocsArguments, SearchArguments } from "./docs.ts";
import { createDoorkeeper } from "./doorkeeper.ts";
import { compile, type Encode, UnsupportedError } from "./encoder.ts";
import { checkLimits, checkRules, isFlawless, parseLimited, parseWithoutPlaces } from "./limits.ts";
import { isPlainQuery } from "./plain-query.ts";
import { TYPE_DEFS } from "./schema.ts";
import { compileVariables, type Values } from "./values.ts";

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
  /** The result as JSON: a text, or its UTF-8. */
  readonly json: string | Buffer<ArrayBuffer>;
  /** Whether something failed that is no fault of the request: the next time it may not. */
  readonly hasFault?: boolean;
  /** The limit that is exceeded, or the code of the first error. */
  readonly error?: string;
}

/** Answers operations over docs. A failure is an answer too: it never throws. */
export interface Executor {
  execute(request: GraphQLRequest, docs: Docs): GraphQLAnswer;
}

export interface ExecutorOptions {
  /** Told of every error that is no fault of the request. */
  readonly onError: (error: unknown) => void;
  /** Whether what was parsed is kept when the same text comes again, and docs as JSON. */
  readonly keepsDocuments: boolean;
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

/**
 * Documents kept, in characters of their texts: what was parsed and validated is reused. In memory a
 * document is a hundred times its text.
 */
const KEPT_CHARACTERS = 2 ** 17;

/** Of docs as JSON that are kept. */
const KEPT_TEXT_BYTES = 2 ** 23;

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

interface Run extends Pick<GraphQLRequest, "variables"> {
  readonly operation: OperationDefinitionNode;
  readonly docs: Docs;
}

const INTERNAL = "INTERNAL_SERVER_ERROR";

/** A document ready to execute, or why it cannot be. */
type Prepared = Executable | readonly GraphQLError[];

interface Executable {
  /** Without the places of its parts. */
  readonly document: DocumentNode;
  /** How each operation's answer is written; null for one that is left to graphql-js. */
  writerOf(operation: OperationDefinitionNode): Write | null;
}

/** The short way, of what goes well. It throws where the long way is to tell what is wrong. */
type Write = (docs: Docs, given: Values) => GraphQLAnswer["json"];

/**
 * Makes the executor of the Documentation Query API on graphql-js: parse, validate and limit once
 * for each text, then execute.
 */
export function createExecutor({ onError, keepsDocuments }: ExecutorOptions): Executor {
  const schema = makeExecutableSchema({ typeDefs: TYPE_DEFS, resolvers: RESOLVERS });
  const prepared = new LRUCache<string, Prepared & object>({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: (_, text) => text.length + 1,
  });

  const cameBefore = createDoorkeeper();
  const texts = createDocTexts(keepsDocuments ? KEPT_TEXT_BYTES : 0);

  function prepare(text: string): Prepared {
    const known = prepared.get(text);
    if (known !== undefined) return known;
    const fresh = parseAndValidate(text);
    if (keepsDocuments && cameBefore(text)) prepared.set(text, fresh);
    return fresh;
  }

  function parseAndValidate(text: string): Prepared {
    const document = parseWithoutPlaces(text);
    if (document && (isPlainQuery(schema, document) || isFlawless(schema, document))) {
      return toExecutable(document);
    }
    const errors = findErrors(text);
    return errors.length === 0 && document ? toExecutable(document) : errors;
  }

  /** All that is wrong with a document, and where in its text. */
  function findErrors(text: string): readonly GraphQLError[] {
    let document: DocumentNode;
    try {
      document = parseLimited(text);
    } catch (error) {
      return [withCode(error as GraphQLError, "GRAPHQL_PARSE_FAILED")];
    }
    const excess = checkLimits(schema, document);
    const errors = excess.length > 0 ? excess : checkRules(schema, document);
    return errors.map((error) => withCode(error, "GRAPHQL_VALIDATION_FAILED"));
  }

  function toExecutable(document: DocumentNode): Executable {
    const fragments = fragmentsOf(document);
    const writers = new Map<OperationDefinitionNode, Write | null>();
    return {
      document,
      writerOf(operation) {
        const known = writers.get(operation);
        if (known !== undefined) return known;
        const write = makeWriter(operation, fragments);
        writers.set(operation, write);
        return write;
      },
    };
  }

  function makeWriter(operation: OperationDefinitionNode, fragments: Fragments): Write | null {
    const encode = compileIfPossible(schema, { operation, fragments, texts });
    if (!encode) return null;
    const readVariables = compileVariables(schema, operation);
    return (docs, given) => encode(docs, readVariables(given));
  }

  /** @returns null where the long way is to tell what is wrong */
  function write(
    executable: Executable,
    { operation, docs, variables }: Run,
  ): GraphQLAnswer["json"] | null {
    try {
      return executable.writerOf(operation)?.(docs, variables ?? {}) ?? null;
    } catch {
      return null;
    }
  }

  return {
    execute({ query, variables, operationName }, docs) {
      const executable = prepare(query);
      if (!("document" in executable)) return refuse(executable);
      const operation = getOperationAST(executable.document, operationName);
      if (!operation) return refuse([unknownOperation(operationName)]);
      if (operation.operation !== OperationTypeNode.QUERY) {
        return refuseOperation(getOperationAST(parseLimited(query), operationName)!);
      }
      const written = write(executable, { operation, docs, variables });
      if (written !== null) return { outcome: "executed", json: written };
      const result = execute({
        schema,
        // Its errors tell places.
        document: parseLimited(query),
        contextValue: { docs } satisfies Root,
        variableValues: variables,
        operationName,
      }) as ExecutionResult;
      // Without data nothing ran: graphql-js could not read the variables.
      if (!("data" in result)) {
        return refuse(result.errors!.map((error) => withCode(error, "BAD_USER_INPUT")));
      }
      if (!result.errors) return { outcome: "executed", json: JSON.stringify(result) };
      const errors = result.errors.map((error) => hideFault(error, onError));
      const hasFault = errors.some(({ extensions }) => extensions.code === INTERNAL);
      const json = JSON.stringify({ errors, data: result.data });
      return { outcome: "executed", json, hasFault, error: nameOf(errors) };
    },
  };
}

function fragmentsOf(document: DocumentNode): Fragments {
  const fragments = document.definitions.filter(
    (definition) => definition.kind === Kind.FRAGMENT_DEFINITION,
  );
  return new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
}

function compileIfPossible(...source: Parameters<typeof compile>): Encode | null {
  try {
    return compile(...source);
  } catch (error) {
    if (error instanceof UnsupportedError) return null;
    throw error;
  }
}

function refuse(errors: readonly GraphQLError[]): GraphQLAnswer {
  return { outcome: "refused", json: JSON.stringify({ errors }), error: nameOf(errors) };
}

function nameOf([error]: readonly GraphQLError[]): string {
  const { limit, code } = error!.extensions;
  return String(limit ?? code);
}

/** The API is read-only: no other type of operation is defined. */
function refuseOperation(operation: OperationDefinitionNode): GraphQLAnswer {
  const message = `Only queries can be sent, but this operation is a ${operation.operation}.`;
  const extensions = { code: "GRAPHQL_VALIDATION_FAILED" };
  const error = new GraphQLError(message, { nodes: operation, extensions });
  return {
    outcome: "not-a-query",
    json: JSON.stringify({ errors: [error] }),
    error: nameOf([error]),
  };
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
