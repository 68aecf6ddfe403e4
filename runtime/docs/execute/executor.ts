import { makeExecutableSchema } from "@graphql-tools/schema";
import {
  type DocumentNode,
  GraphQLError,
  getArgumentValues,
  getOperationAST,
  getVariableValues,
  isNonNullType,
  Kind,
  locatedError,
  type OperationDefinitionNode,
  OperationTypeNode,
} from "graphql";
import { LRUCache } from "lru-cache";
import { createDocTexts } from "./doc-texts.ts";
import {
  type Call,
  compile,
  type Fragments,
  isConditional,
  type RootField,
  resolve,
  type Values,
} from "./encoder.ts";
import { gather, type Json } from "./gather.ts";
import {
  type AnswerLimits,
  checkLimits,
  checkRules,
  isFlawless,
  limitError,
  parseLimited,
  parseWithoutPlaces,
} from "./limits.ts";
import type { Docs } from "./queries.ts";
import { TYPE_DEFS } from "./schema.ts";
import { createDoorkeeper } from "./seen-before.ts";
import { createSemaphore } from "./semaphore.ts";
import type { Turns } from "./turns.ts";

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
  readonly json: Json;
  /** Whether something failed that is no fault of the request: the next time it may not. */
  readonly hasFault?: boolean;
  /** The limit that is exceeded, or the code of the first error. */
  readonly error?: string;
}

/** Whether the client has hung up: then nobody needs an answer. */
export type IsGone = () => boolean;

/** The client has hung up before there was an answer. */
export class GoneError extends Error {
  override readonly name = "GoneError";
}

/** Answers operations over docs. A failure of a query is an answer too. */
export interface Executor {
  /**
   * @returns the answer, at once if it takes less than a turn
   * @throws {BusyError} if there is too much other work, later
   * @throws {GoneError} if the client hung up, later
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
  /** Whether what was parsed is kept when the same text comes again, and docs as JSON. */
  readonly keepsDocuments: boolean;
  readonly turns: Turns;
}

/**
 * Documents kept, in characters of their texts: what was parsed and validated is reused. In memory a
 * document is a hundred times its text.
 */
const KEPT_CHARACTERS = 2 ** 17;

/** Of docs as JSON that are kept. */
const KEPT_TEXT_BYTES = 2 ** 23;

/** Answers that take longer than a turn: so many are worked on at once, by turns. */
const LONG_AT_ONCE = 4;
/** How long the others wait for their turn. */
const LONG_WAIT_MS = 30_000;

/** As graphql-js has it when it executes. */
const MAX_VARIABLE_ERRORS = 50;

const INTERNAL = "INTERNAL_SERVER_ERROR";

/** A document ready to execute, or why it cannot be. */
type Prepared = Executable | readonly GraphQLError[];

interface Executable {
  readonly document: DocumentNode;
  fieldsOf(operation: OperationDefinitionNode, variables: Values): readonly RootField[];
}

interface Run {
  readonly docs: Docs;
  readonly variables: Values;
  readonly operationName: string | null | undefined;
}

/** A root field with its value. */
interface Resolved extends Pick<RootField, "key" | "write"> {
  readonly value: unknown;
}

/** Makes the executor of the Documentation Query API: graphql-js reads and judges queries. */
export function createExecutor(options: ExecutorOptions): Executor {
  const { onError, keepsDocuments, turns, maxAnswerBytes, maxTimeMs } = options;
  const schema = makeExecutableSchema({ typeDefs: TYPE_DEFS });
  const queryType = schema.getQueryType()!;
  const prepared = new LRUCache<string, Prepared & object>({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: (_, text) => text.length + 1,
  });

  const cameBefore = createDoorkeeper();
  const texts = createDocTexts(keepsDocuments ? KEPT_TEXT_BYTES : 0);
  const long = createSemaphore({
    capacity: LONG_AT_ONCE,
    maxWaiting: Infinity,
    waitMs: LONG_WAIT_MS,
  });

  function* prepare(text: string): Generator<undefined, Prepared> {
    const known = prepared.get(text);
    if (known !== undefined) return known;
    const fresh = yield* parseAndValidate(text);
    if (keepsDocuments && cameBefore(text)) prepared.set(text, fresh);
    return fresh;
  }

  function* parseAndValidate(text: string): Generator<undefined, Prepared> {
    const document = parseWithoutPlaces(text);
    if (document && isFlawless(schema, document)) return toExecutable(document);
    yield;
    const errors = yield* findErrors(text);
    return errors.length === 0 && document ? toExecutable(document) : errors;
  }

  /** All that is wrong with a document, and where in its text. */
  function* findErrors(text: string): Generator<undefined, readonly GraphQLError[]> {
    let document: DocumentNode;
    try {
      document = parseLimited(text);
    } catch (error) {
      return [withCode(error as GraphQLError, "GRAPHQL_PARSE_FAILED")];
    }
    const excess = checkLimits(schema, document);
    yield;
    const errors = excess.length > 0 ? excess : checkRules(schema, document);
    return errors.map((error) => withCode(error, "GRAPHQL_VALIDATION_FAILED"));
  }

  function toExecutable(document: DocumentNode): Executable {
    const fragments = fragmentsOf(document);
    const known = new Map<OperationDefinitionNode, readonly RootField[]>();
    return {
      document,
      fieldsOf(operation, variables) {
        const before = known.get(operation);
        if (before) return before;
        const fields = compile(schema, { operation, fragments, texts, variables });
        if (!isConditional({ operation, fragments })) known.set(operation, fields);
        return fields;
      },
    };
  }

  function* answer(
    { query, variables, operationName }: GraphQLRequest,
    docs: Docs,
  ): Generator<undefined, GraphQLAnswer> {
    const executable = yield* prepare(query);
    if (!("document" in executable)) return refuse(executable);
    yield;
    const run = { docs, variables: variables ?? {}, operationName };
    const answered = yield* attempt(executable, run);
    return answered ?? (yield* attempt(toExecutable(parseLimited(query)), run))!;
  }

  /** @returns null if there are errors whose places the document does not have */
  function* attempt(
    { document, fieldsOf }: Executable,
    { docs, variables: given, operationName }: Run,
  ): Generator<undefined, GraphQLAnswer | null> {
    const operation = getOperationAST(document, operationName);
    if (!operation) return refuse([unknownOperation(operationName)]);
    const hasPlaces = document.loc !== undefined;
    if (operation.operation !== OperationTypeNode.QUERY) {
      return hasPlaces ? refuseOperation(operation) : null;
    }
    const definitions = operation.variableDefinitions ?? [];
    const read = getVariableValues(schema, definitions, given, { maxErrors: MAX_VARIABLE_ERRORS });
    if (read.errors) {
      const errors = read.errors.map((error) => withCode(error, "BAD_USER_INPUT"));
      return hasPlaces ? refuse(errors) : null;
    }
    const variables = read.coerced;
    try {
      const fields = fieldsOf(operation, variables);
      const { errors, values } = yield* resolveAll(fields, { docs, variables });
      if (errors.length > 0 && !hasPlaces) return null;
      return yield* write(values, { errors, variables });
    } catch (error) {
      // A condition, or an argument below the root, is null.
      if (!(error instanceof GraphQLError)) throw error;
      return hasPlaces ? yield* write(null, { errors: [error], variables }) : null;
    }
  }

  /** Executes the root fields, of which those that ask for the same have one value. */
  function* resolveAll(
    fields: readonly RootField[],
    { docs, variables }: { readonly docs: Docs; readonly variables: Values },
  ): Generator<undefined, { errors: GraphQLError[]; values: Resolved[] | null }> {
    const known = new Map<string, unknown>();
    const errors: GraphQLError[] = [];
    const values: Resolved[] = [];
    for (const { key, field, nodes, write } of fields) {
      try {
        const args = getArgumentValues(field, nodes[0]!, variables);
        const asked = `${field.name} ${JSON.stringify(args)}`;
        const value = known.has(asked) ? known.get(asked) : valueFrom(docs, { field, args });
        known.set(asked, value);
        values.push({ key, write, value });
      } catch (error) {
        errors.push(locatedError(error, nodes, [key]));
        if (isNonNullType(field.type)) return { errors, values: null };
        values.push({ key, write, value: null });
      }
      yield;
    }
    return { errors, values };
  }

  function valueFrom(
    docs: Docs,
    { field, args }: { readonly field: RootField["field"]; readonly args: Values },
  ): unknown {
    if (field.resolve) return resolve(field, { value: null, args, type: queryType, schema });
    return docs[field.name as keyof Omit<Docs, "version">](args as never);
  }

  /** @param values Null if the whole data is. */
  function* write(
    values: readonly Resolved[] | null,
    { errors, variables }: { readonly errors: readonly GraphQLError[]; readonly variables: Values },
  ): Generator<undefined, GraphQLAnswer> {
    const told = errors.map((error) => hideFault(error, onError));
    const open = () => {
      const call = { variables, bodies: { list: [], bytes: 0 } };
      return { texts: writeResult(values, { errors: told, call }), bodies: call.bodies };
    };
    const json = yield* gather(open, { maxBytes: maxAnswerBytes });
    if (json === null) return refuse([answerTooLarge(maxAnswerBytes)]);
    if (told.length === 0) return { outcome: "executed", json };
    const hasFault = told.some(({ extensions }) => extensions.code === INTERNAL);
    return { outcome: "executed", json, hasFault, error: nameOf(told) };
  }

  /** Goes on with an answer that takes longer than a turn. */
  async function goOn(
    begun: ReturnType<typeof answer>,
    { begin, isGone }: { readonly begin: () => typeof begun; readonly isGone: IsGone },
  ): Promise<GraphQLAnswer> {
    // What waits holds nothing but its request.
    const kept = long.isFree(1) ? begun : undefined;
    const release = await long.take(1);
    try {
      const work = kept ?? begin();
      let usedMs = 0;
      while (usedMs <= maxTimeMs) {
        const { last, durationMs } = await turns.later(() => {
          if (isGone()) throw new GoneError();
          return turns.advance(work);
        });
        if (last.done) return last.value;
        usedMs += durationMs;
      }
      return { ...refuse([takesTooLong(maxTimeMs)]), hasFault: true };
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

/** The result as JSON, little by little. */
function* writeResult(
  values: readonly Resolved[] | null,
  { errors, call }: { readonly errors: readonly GraphQLError[]; readonly call: Call },
): Generator<string, void> {
  yield errors.length === 0 ? '{"data":' : `{"errors":${JSON.stringify(errors)},"data":`;
  let start = "{";
  for (const { key, write, value } of values ?? []) {
    yield `${start}${JSON.stringify(key)}:`;
    yield* write(value as never, call);
    start = ",";
  }
  if (values === null) yield "null}";
  else yield start === "{" ? "{}}" : "}}";
}

function fragmentsOf(document: DocumentNode): Fragments {
  const fragments = document.definitions.filter(
    (definition) => definition.kind === Kind.FRAGMENT_DEFINITION,
  );
  return new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
}

function refuse(errors: readonly GraphQLError[]): GraphQLAnswer {
  return { outcome: "refused", json: JSON.stringify({ errors }), error: nameOf(errors) };
}

function nameOf([error]: readonly GraphQLError[]): string {
  const { limit, code } = error!.extensions;
  return String(limit ?? code);
}

function answerTooLarge(maxAnswerBytes: number): GraphQLError {
  const message = `Answer size limit of ${maxAnswerBytes} bytes exceeded`;
  return limitError("maxAnswerBytes", { message });
}

function takesTooLong(maxTimeMs: number): GraphQLError {
  return limitError("maxTimeMs", { message: `Work limit of ${maxTimeMs} ms exceeded` });
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
