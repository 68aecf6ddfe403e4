import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from "graphql";
import { LRUCache } from "lru-cache";
import { withCode } from "./answer.ts";
import { checkLimits, checkRules, isFlawless, parseLimited, parseWithoutPlaces } from "./limits.ts";
import { dependsOnVariables, type Fragments, type Values } from "./selection.ts";
import { compile, type RootField } from "./write-in-steps.ts";

/**
 * Limit of cached documents, in characters of their texts. In memory a document takes a hundred
 * times its text.
 */
const KEPT_CHARACTERS = 2 ** 17;

/** A valid document. */
export interface Document {
  readonly ast: DocumentNode;
  /** @throws {GraphQLError} for a condition that is null */
  fieldsOf(operation: OperationDefinitionNode, variables: Values): readonly RootField[];
}

export interface Documents {
  /**
   * Parses and validates a text. Valid texts are parsed without locations, which takes half the
   * time and memory.
   *
   * @returns the document, or all its errors
   */
  prepare(text: string): Generator<undefined, Document | readonly GraphQLError[]>;
  /** Parses a valid text again, with locations, which execution errors need. */
  withPlaces(text: string): Document;
}

export interface DocumentsOptions {
  readonly schema: GraphQLSchema;
  /** True if documents are cached when they occur a second time. */
  readonly keeps: boolean;
}

/**
 * Creates the cache that prepares documents. Validating a new text takes more time than everything
 * else together (`npm run bench -- --requests`, texts never repeated).
 */
export function createDocuments({ schema, keeps }: DocumentsOptions): Documents {
  const isSeenBefore = createSeenBefore();
  const kept = new LRUCache<string, Document | readonly GraphQLError[]>({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: (_, text) => text.length + 1,
  });

  function* read(text: string): Generator<undefined, Document | readonly GraphQLError[]> {
    const ast = parseWithoutPlaces(text);
    if (ast && isFlawless(schema, ast)) return toDocument(schema, ast);
    yield;
    const errors = yield* findErrors(schema, text);
    return errors.length === 0 && ast ? toDocument(schema, ast) : errors;
  }

  return {
    *prepare(text) {
      const known = kept.get(text);
      if (known !== undefined) return known;
      const document = yield* read(text);
      if (keeps && isSeenBefore(text)) kept.set(text, document);
      return document;
    },
    withPlaces: (text) => toDocument(schema, parseLimited(text)),
  };
}

/** Finds all errors of a document, with their locations. */
function* findErrors(
  schema: GraphQLSchema,
  text: string,
): Generator<undefined, readonly GraphQLError[]> {
  let ast: DocumentNode;
  try {
    ast = parseLimited(text);
  } catch (error) {
    return [withCode(error as GraphQLError, "GRAPHQL_PARSE_FAILED")];
  }
  const excess = checkLimits(schema, ast);
  yield;
  const errors = excess.length > 0 ? excess : checkRules(schema, ast);
  return errors.map((error) => withCode(error, "GRAPHQL_VALIDATION_FAILED"));
}

function toDocument(schema: GraphQLSchema, ast: DocumentNode): Document {
  const fragments = fragmentsOf(ast);
  const compiled = new Map<OperationDefinitionNode, readonly RootField[]>();
  return {
    ast,
    fieldsOf(operation, variables) {
      const before = compiled.get(operation);
      if (before) return before;
      const fields = compile(operation, { schema, fragments, variables });
      if (!dependsOnVariables(operation, fragments)) compiled.set(operation, fields);
      return fields;
    },
  };
}

function fragmentsOf({ definitions }: DocumentNode): Fragments {
  const fragments = definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
  return new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
}

/** Number of texts remembered; somewhat fewer if two share a place. */
const PLACES_BITS = 16;

/**
 * Creates the admission filter of a cache: a text seen for the first time is not cached, so that
 * requests that are never repeated neither evict the others nor fill memory (the "doorkeeper" of
 * TinyLFU: Einziger, Friedman, Manes, 2017). Without it, such a request takes a fifth more CPU
 * (`npm run bench -- --requests`, variables never repeated).
 *
 * @returns a function that returns true if a text was seen recently; wrong for one text in several
 *   thousand million
 */
export function createSeenBefore(): (text: string) => boolean {
  const places = new Int32Array(2 ** PLACES_BITS);
  return (text) => {
    const hash = hashOf(text);
    const place = hash >>> (32 - PLACES_BITS);
    const isKnown = places[place] === hash;
    places[place] = hash;
    return isKnown;
  };
}

/**
 * FNV-1a over UTF-16 code units (draft-eastlake-fnv), mixed so that the high bits are evenly
 * spread.
 */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return hash ^ (hash >>> 13);
}
