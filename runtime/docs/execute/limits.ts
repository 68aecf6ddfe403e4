import { costLimitRule } from "@escape.tech/graphql-armor-cost-limit";
import { maxAliasesRule } from "@escape.tech/graphql-armor-max-aliases";
import { maxDepthRule } from "@escape.tech/graphql-armor-max-depth";
import { MaxTokensParserWLexer } from "@escape.tech/graphql-armor-max-tokens";
import {
  type ASTNode,
  BREAK,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getEnterLeaveForKind,
  Kind,
  OverlappingFieldsCanBeMergedRule,
  parse,
  specifiedRules,
  type ValidationRule,
  validate,
  visit,
} from "graphql";

/** The limits of every request (Documentation Query API, section 8). */
export const LIMITS = { maxDepth: 10, maxAliases: 20, maxTokens: 1500, costLimit: 8000 } as const;

/**
 * graphql-js's own limit: the steps that it takes to compare fields that share a response key. It
 * cannot be set there, and has no name there.
 */
const MAX_COMPARISONS = 500_000;

/** What a field costs, and how much more each level below an object costs. */
export const COST = { scalarCost: 1, objectCost: 2, depthCostFactor: 1.5 } as const;

export type LimitName = keyof typeof LIMITS;

/** Of an answer (DOC-B10); both are settings. */
export interface AnswerLimits {
  /** Of its JSON, before it is compressed. */
  readonly maxAnswerBytes: number;
  /** Of work on it; not of time that it waits. */
  readonly maxTimeMs: number;
}

/**
 * Parses a document, counting its tokens as it goes.
 *
 * @throws {GraphQLError} for a syntax error, or at the first token above `maxTokens`
 */
export function parseLimited(text: string): DocumentNode {
  const onReject = [
    (_: unknown, { message }: GraphQLError): never => {
      throw limitError("maxTokens", { message });
    },
  ];
  return new MaxTokensParserWLexer(text, { n: LIMITS.maxTokens, onReject }).parseDocument();
}

/**
 * Parses a document without noting where in the text its parts are, which takes half the time and
 * the memory.
 *
 * @returns null for what `parseLimited` throws
 */
export function parseWithoutPlaces(text: string): DocumentNode | null {
  try {
    return parse(text, { noLocation: true, maxTokens: LIMITS.maxTokens });
  } catch (error) {
    if (error instanceof GraphQLError) return null;
    throw error;
  }
}

type ArmorOptions = Parameters<typeof maxDepthRule>[0] & {};

/** graphql-armor's rule of a limit, told what to do when the limit is exceeded. */
const RULES = {
  maxAliases: (options: ArmorOptions) => maxAliasesRule({ ...options, n: LIMITS.maxAliases }),
  maxDepth: (options: ArmorOptions) => maxDepthRule({ ...options, n: LIMITS.maxDepth }),
  costLimit: (options: ArmorOptions) =>
    costLimitRule({ ...options, ...COST, maxCost: LIMITS.costLimit }),
};

/**
 * Holds a document against depth, alias and cost limits, counted as graphql-armor counts them.
 * `__schema` and `__type` are exempt from depth and cost, so that a client can read the schema
 * (DOC-B6).
 *
 * @returns one error for each operation and limit that it exceeds
 */
export function checkLimits(schema: GraphQLSchema, document: DocumentNode): GraphQLError[] {
  const rest = withoutIntrospection(document);
  return [
    ...validate(schema, document, [limitRule("maxAliases")]),
    ...validate(schema, rest, [limitRule("maxDepth"), limitRule("costLimit")]),
  ];
}

/** All that is invalid in a document; its limits are {@link checkLimits}'s. */
export function checkRules(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  return validate(schema, document, RULES_OF_GRAPHQL);
}

/**
 * Whether a document is valid and within all limits, found out in one walk.
 *
 * @returns false also where introspection alone is above a limit, which is allowed
 */
export function isFlawless(schema: GraphQLSchema, document: DocumentNode): boolean {
  return validate(schema, document, ALL_RULES).length === 0;
}

function limitRule(limit: keyof typeof RULES): ValidationRule {
  return (context) =>
    RULES[limit]({
      propagateOnRejection: false,
      onReject: [(_, { message }) => context.reportError(limitError(limit, { message }))],
    })(context);
}

/** graphql-js's rule, which gives up a document that takes too long: that is told as a limit. */
const compareFields: ValidationRule = (context) => {
  const visitor = OverlappingFieldsCanBeMergedRule(context);
  const { enter } = getEnterLeaveForKind(visitor, Kind.SELECTION_SET);
  return {
    SelectionSet(...place) {
      try {
        return enter!.apply(visitor, place);
      } catch (error) {
        // What ends a validation with very many errors is thrown too, and no error.
        if (!(error instanceof GraphQLError)) throw error;
        const message = `Limit of ${MAX_COMPARISONS} comparisons of fields exceeded`;
        context.reportError(limitError("maxComparisons", { message, nodes: place[0] }));
        return BREAK;
      }
    },
  };
};

const RULES_OF_GRAPHQL = specifiedRules.map((rule) =>
  rule === OverlappingFieldsCanBeMergedRule ? compareFields : rule,
);

const ALL_RULES = [
  ...RULES_OF_GRAPHQL,
  limitRule("maxAliases"),
  limitRule("maxDepth"),
  limitRule("costLimit"),
];

/** Names the limit in message and extensions; graphql-armor calls all of them syntax errors. */
export function limitError(
  limit: LimitName | "maxComparisons" | keyof AnswerLimits,
  { message, nodes }: { readonly message: string; readonly nodes?: ASTNode },
): GraphQLError {
  const text = message.replace(/^Syntax Error: /, "").replace(/\.$/, "");
  return new GraphQLError(`${text} (${limit}).`, {
    nodes: nodes ?? null,
    extensions: { code: "GRAPHQL_VALIDATION_FAILED", limit },
  });
}

function withoutIntrospection(document: DocumentNode): DocumentNode {
  return visit(document, {
    [Kind.FIELD]: ({ name }) =>
      name.value === "__schema" || name.value === "__type" ? null : undefined,
  });
}
