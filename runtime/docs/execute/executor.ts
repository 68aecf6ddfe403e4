import { makeExecutableSchema } from "@graphql-tools/schema";
import {
  GraphQLError,
  type GraphQLSchema,
  getArgumentValues,
  getOperationAST,
  getVariableValues,
  isNonNullType,
  locatedError,
  type OperationDefinitionNode,
  OperationTypeNode,
  valueFromAST,
} from "graphql";
import { LRUCache } from "lru-cache";
import { DocgateError, hasCode } from "../../../corpus/error.ts";
import { filterExcess } from "../../../corpus/fields/filter-limits.ts";
import type { Changes } from "../../../corpus/sections/changes.ts";
import { type GraphQLAnswer, hideFault, INTERNAL, nameOf, refuse, withCode } from "./answer.ts";
import { createDocuments, type Document, type Documents } from "./documents.ts";
import { enumValues, type Fields } from "./field-parts.ts";
import { type AnswerLimits, limitError } from "./limits.ts";
import type { IsGone, LongWork, Work } from "./long-work.ts";
import { gather, type Output } from "./output.ts";
import { type ChangesArguments, type Docs, hitValues } from "./queries.ts";
import { TYPE_DEFS, typeDefsFor } from "./schema.ts";
import type { Values } from "./selection.ts";
import { type RootField, resolve, writeObject } from "./write-in-steps.ts";

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
  const engineOf = createEngines(keepsDocuments);

  function* answer(request: GraphQLRequest, docs: Docs): Work<GraphQLAnswer> {
    const { query, variables, operationName } = request;
    const { schema, documents } = engineOf(docs.corpus.meta.fields);
    const how = { schema, maxAnswerBytes, onError };
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

/** A schema, and the documents that fit it. */
interface Engine {
  readonly schema: GraphQLSchema;
  readonly documents: Documents;
}

/** Corpora with other fields have another schema. Those of a corpus that was replaced are not kept long. */
const MAX_ENGINES = 8;

/** Creates the engine for each set of fields when it is first needed, and keeps it. */
function createEngines(keeps: boolean): (fields: Fields | undefined) => Engine {
  const withoutFields = createEngine({ typeDefs: TYPE_DEFS }, keeps);
  const byKey = new LRUCache<string, Engine>({ max: MAX_ENGINES });
  const keys = new WeakMap<Fields, string>();
  return (fields) => {
    if (fields === undefined) return withoutFields;
    const key = keys.get(fields) ?? JSON.stringify(fields);
    keys.set(fields, key);
    const known = byKey.get(key);
    if (known !== undefined) return known;
    const engine = createEngine(
      { typeDefs: typeDefsFor(fields), resolvers: enumValues(fields) },
      keeps,
    );
    byKey.set(key, engine);
    return engine;
  };
}

function createEngine(source: Parameters<typeof makeExecutableSchema>[0], keeps: boolean): Engine {
  const schema = makeExecutableSchema(source);
  return { schema, documents: createDocuments({ schema, keeps }) };
}

function takesTooLong(maxTimeMs: number): GraphQLAnswer {
  const message = `Work limit of ${maxTimeMs} ms exceeded`;
  return { ...refuse([limitError("maxTimeMs", { message })]), hasFault: true };
}

/** The same limit as in graphql-js's execution. */
const MAX_VARIABLE_ERRORS = 50;

export interface OperationOptions {
  readonly schema: GraphQLSchema;
  readonly docs: Docs;
  /** Uncoerced, as received. */
  readonly variables: Values;
  readonly operationName: string | null | undefined;
  readonly maxAnswerBytes: number;
  /** Called with each error that docgate itself caused. */
  readonly onError: (error: unknown) => void;
}

/** A root field with its value. */
interface RootValue extends Pick<RootField, "key" | "write"> {
  readonly value: unknown;
  /** The docs that it is from. */
  readonly docs: Docs;
}

/** The values of the root fields. */
interface Result {
  /** Null if the whole data is null. */
  readonly values: readonly RootValue[] | null;
  readonly errors: readonly GraphQLError[];
}

/**
 * Executes an operation of a document, one step at a time.
 *
 * @returns null if there are errors, and the document has no locations for them
 */
export function* answerOperation(
  { ast, fieldsOf }: Document,
  options: OperationOptions,
): Generator<undefined, GraphQLAnswer | null> {
  const { schema, operationName } = options;
  const hasPlaces = ast.loc !== undefined;
  const operation = getOperationAST(ast, operationName);
  if (!operation) return refuse([unknownOperation(operationName)]);
  if (operation.operation !== OperationTypeNode.QUERY) {
    return hasPlaces ? refuse([notAQuery(operation)], "not-a-query") : null;
  }
  if (options.docs.corpus.meta.fields !== undefined && !prepareVariables(options.variables)) {
    const message = `Limit of ${MAX_VARIABLE_LEVELS} levels of lists and objects in variables exceeded`;
    return refuse([limitError("maxConditions", { message })]);
  }
  const definitions = operation.variableDefinitions ?? [];
  const read = getVariableValues(schema, definitions, options.variables, {
    maxErrors: MAX_VARIABLE_ERRORS,
  });
  if (read.errors) {
    return hasPlaces ? refuse(read.errors.map((error) => withCode(error, "BAD_USER_INPUT"))) : null;
  }
  let result: Result;
  try {
    const fields = fieldsOf(operation, read.coerced);
    const excess = filterExcess(wheresOf(fields, read.coerced));
    if (excess !== null) return refuse([limitError("maxConditions", { message: excess })]);
    yield;
    result = yield* resolveAll(fields, { schema, docs: options.docs, variables: read.coerced });
  } catch (error) {
    // A condition is null.
    if (!(error instanceof GraphQLError)) throw error;
    result = { values: null, errors: [error] };
  }
  return result.errors.length === 0 || hasPlaces ? yield* write(result, options) : null;
}

/** More than any filter within its limits has. */
const MAX_VARIABLE_LEVELS = 64;

/**
 * Prepares variables for graphql-js, which coerces them recursively, and takes what an object inherits for
 * its own: a field may be called `constructor`.
 *
 * @returns false if they are nested deeper than any argument needs
 */
function prepareVariables(variables: Values): boolean {
  let level: object[] = [variables];
  for (let depth = 0; depth <= MAX_VARIABLE_LEVELS && level.length > 0; depth++) {
    for (const value of level) if (!Array.isArray(value)) Object.setPrototypeOf(value, null);
    level = level.flatMap((value) => Object.values(value)).filter(isObject);
  }
  return level.length === 0;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Returns all filters of an operation. */
function wheresOf(fields: readonly RootField[], variables: Values): unknown[] {
  return fields.flatMap(({ field, nodes: [node] }) => {
    const where = node.arguments?.find(({ name }) => name.value === "where");
    const type = field.args.find(({ name }) => name === "where")?.type;
    return where && type ? [valueFromAST(where.value, type, variables)] : [];
  });
}

/** The value of a root field with these arguments. */
interface FieldCall {
  readonly field: RootField["field"];
  readonly args: Values;
  readonly value: unknown;
}

/** Resolves the root fields. Fields with the same arguments share one value. */
function* resolveAll(
  fields: readonly RootField[],
  { schema, docs, variables }: Pick<OperationOptions, "schema" | "docs" | "variables">,
): Generator<undefined, Result> {
  const known: FieldCall[] = [];
  const errors: GraphQLError[] = [];
  const values: RootValue[] = [];
  for (const { key, field, nodes, write } of fields) {
    try {
      const args = getArgumentValues(field, nodes[0], variables);
      const before = known.find((one) => one.field === field && isSame(one.args, args));
      const asked = typeof args.edition === "string" ? docs.inEdition(args.edition) : docs;
      const value = before
        ? before.value
        : yield* resolveRoot(field, { docs: asked, args, schema });
      if (!before) known.push({ field, args, value });
      values.push({ key, write, value, docs: asked });
    } catch (error) {
      errors.push(locatedError(error, nodes, [key]));
      if (isNonNullType(field.type)) return { errors, values: null };
      values.push({ key, write, value: null, docs });
    }
    yield;
  }
  return { errors, values };
}

/** Compares arguments, which are scalars. */
function isSame(some: Values, others: Values): boolean {
  const names = Object.keys(some);
  return (
    names.length === Object.keys(others).length &&
    names.every((name) => name in others && some[name] === others[name])
  );
}

/** Members that are not root fields, or are resolved in another way. */
type OtherMember =
  | "version"
  | "state"
  | "corpus"
  | "elsewhere"
  | "fieldsOf"
  | "inEdition"
  | "family"
  | "atAddress"
  | "backlinks"
  | "neighbors"
  | "hits"
  | "explainUnknown"
  | `${string}InSteps`;

interface RootContext {
  readonly docs: Docs;
  readonly args: Values;
  readonly schema: GraphQLSchema;
}

/** Searches in steps; other fields take less than a turn. */
function* resolveRoot(
  field: RootField["field"],
  { docs, args, schema }: RootContext,
): Generator<undefined, unknown> {
  if (field.resolve) {
    return resolve(field, { value: null, args, type: schema.getQueryType()!, schema });
  }
  if (field.name === "changes") return yield* resolveChanges(docs, args as never);
  if (field.name === "hits") return hitValues(yield* docs.hitsInSteps(args as never));
  if (field.name === "docs") return yield* docs.docsInSteps(args as never);
  if (field.name === "search") return yield* docs.searchInSteps(args as never);
  return docs[field.name as Exclude<keyof Docs, OtherMember>](args as never);
}

function* resolveChanges(docs: Docs, args: ChangesArguments): Generator<undefined, Changes> {
  const changes = yield* docs.changesInSteps(args);
  if (changes !== null) return changes;
  const { message } = docs.explainUnknown(args.since);
  throw new DocgateError("invalid-argument", message);
}

function* write(
  { values, errors }: Result,
  { maxAnswerBytes, onError }: OperationOptions,
): Generator<undefined, GraphQLAnswer> {
  const shown = errors.map((error) => hideFault(error, onError));
  const begin = (output: Output) => writeResult({ values, errors: shown }, output);
  const json = yield* gather(begin, { maxBytes: maxAnswerBytes });
  if (json === null) return refuse([answerTooLarge(maxAnswerBytes)]);
  if (shown.length === 0) return { outcome: "executed", json };
  const hasFault = shown.some(({ extensions }) => extensions.code === INTERNAL);
  return { outcome: "executed", json, hasFault, error: nameOf(shown) };
}

function writeResult({ values, errors }: Result, output: Output): void {
  output.text = errors.length === 0 ? '{"data":' : `{"errors":${JSON.stringify(errors)},"data":`;
  if (values === null) output.text += "null}";
  else {
    writeObject(values, {
      output,
      end: "}}",
      write({ write, value, docs }) {
        output.docs = docs;
        write(value as never, output);
      },
    });
  }
}

function answerTooLarge(maxAnswerBytes: number): GraphQLError {
  const message = `Answer size limit of ${maxAnswerBytes} bytes exceeded`;
  return limitError("maxAnswerBytes", { message });
}

/** The API is read-only: it defines no other operation type. */
function notAQuery(operation: OperationDefinitionNode): GraphQLError {
  const message = `Only queries can be sent, but this operation is a ${operation.operation}.`;
  const extensions = { code: "GRAPHQL_VALIDATION_FAILED" };
  return new GraphQLError(message, { nodes: operation, extensions });
}

function unknownOperation(name: string | null | undefined): GraphQLError {
  const message = name
    ? `Unknown operation named "${name}".`
    : 'Must provide "operationName" if the document has more than one operation.';
  return new GraphQLError(message, { extensions: { code: "BAD_REQUEST" } });
}
