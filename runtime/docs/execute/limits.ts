import { costLimitRule } from "@escape.tech/graphql-armor-cost-limit";
import { maxAliasesRule } from "@escape.tech/graphql-armor-max-aliases";
import { maxDepthRule } from "@escape.tech/graphql-armor-max-depth";
import { MaxTokensParserWLexer } from "@escape.tech/graphql-armor-max-tokens";
import {
  type ASTNode,
  BREAK,
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  type GraphQLSchema,
  getEnterLeaveForKind,
  Kind,
  OverlappingFieldsCanBeMergedRule,
  parse,
  type SelectionNode,
  specifiedRules,
  type ValidationRule,
  validate,
  visit,
} from "graphql";

/** The limits of every request (Documentation Query API, section 8). */
export const LIMITS = { maxDepth: 10, maxAliases: 20, maxTokens: 1500, costLimit: 8000 } as const;

/**
 * graphql-js's own limit: the number of steps for comparing fields that share a response key.
 * graphql-js neither names it nor lets it be set. Thanks to {@link withoutRepeats}, no query within the
 * other limits is known to reach more than three quarters of it.
 */
const MAX_COMPARISONS = 500_000;

/** The cost of a field, and the factor by which cost grows with each level below an object. */
const COST = { scalarCost: 1, objectCost: 2, depthCostFactor: 1.5 } as const;

export type LimitName = keyof typeof LIMITS;

/** Limits of an answer (DOC-B10); both are settings. */
export interface AnswerLimits {
  /** Size of the JSON before it is compressed. */
  readonly maxAnswerBytes: number;
  /** Working time, without waiting time. */
  readonly maxTimeMs: number;
}

/**
 * Parses a document, counting its tokens on the way.
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
 * Parses a document without locations, which takes half the time and memory.
 *
 * @returns null if `parseLimited` throws
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

/** graphql-armor's rule for each limit, with the error for an exceeded limit. */
const RULES = {
  maxAliases: (options: ArmorOptions) => maxAliasesRule({ ...options, n: LIMITS.maxAliases }),
  maxDepth: (options: ArmorOptions) => maxDepthRule({ ...options, n: LIMITS.maxDepth }),
  costLimit: (options: ArmorOptions) =>
    costLimitRule({ ...options, ...COST, maxCost: LIMITS.costLimit }),
};

/**
 * Checks a document against the depth, alias and cost limits, counted as graphql-armor counts them.
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

/** Finds everything that is invalid in a document, apart from the limits of {@link checkLimits}. */
export function checkRules(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  const errors = validate(schema, document, RULES_OF_GRAPHQL);
  const isTooLong = errors.some(({ extensions }) => extensions.limit === "maxComparisons");
  return isTooLong ? validate(schema, withoutRepeats(document), RULES_OF_GRAPHQL) : errors;
}

/**
 * Leaves out each field that its selection set repeats without arguments, directives and subfields:
 * whatever is wrong with it is wrong with the first.
 */
function withoutRepeats(document: DocumentNode): DocumentNode {
  return visit(document, {
    [Kind.SELECTION_SET](node) {
      const seen = new Set<string>();
      const selections = node.selections.filter((selection) => {
        if (!isBare(selection)) return true;
        const name = `${selection.alias?.value ?? ""}:${selection.name.value}`;
        const isFirst = !seen.has(name);
        seen.add(name);
        return isFirst;
      });
      return { ...node, selections };
    },
  });
}

function isBare(selection: SelectionNode): selection is FieldNode {
  if (selection.kind !== Kind.FIELD || selection.selectionSet !== undefined) return false;
  return !selection.arguments?.length && !selection.directives?.length;
}

/**
 * Returns true if a document is valid and within all limits, found in a single walk.
 *
 * @returns false also if introspection alone exceeds a limit, which is allowed
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

/**
 * graphql-js's rule, which gives up on documents that take too long; reported as an exceeded limit.
 */
const compareFields: ValidationRule = (context) => {
  const visitor = OverlappingFieldsCanBeMergedRule(context);
  const { enter } = getEnterLeaveForKind(visitor, Kind.SELECTION_SET);
  return {
    SelectionSet(...place) {
      try {
        return enter!.apply(visitor, place);
      } catch (error) {
        // Ending a validation after very many errors also throws, but not a GraphQLError.
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

/**
 * Names the limit in message and extensions; graphql-armor reports every limit as a syntax error.
 */
export function limitError(
  limit: LimitName | "maxComparisons" | "maxConditions" | keyof AnswerLimits,
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
