import { type CostLimitOptions, costLimitRule } from "@escape.tech/graphql-armor-cost-limit";
import { maxAliasesRule } from "@escape.tech/graphql-armor-max-aliases";
import { maxDepthRule } from "@escape.tech/graphql-armor-max-depth";
import { MaxTokensParserWLexer } from "@escape.tech/graphql-armor-max-tokens";
import { buildSchema, parse, type ValidationRule, validate } from "graphql";
import type { LimitName } from "../../runtime/docs/execute/limits.ts";
import { TYPE_DEFS } from "../../runtime/docs/execute/schema.ts";

const schema = buildSchema(TYPE_DEFS);

/** Counts with graphql-armor's own rules, one for each limit, without exemptions. */
export const armorCount: Record<LimitName, (query: string) => number> = {
  maxDepth: (query) =>
    countOf(query, (onAccept) => maxDepthRule({ n: Infinity, onAccept, ...EVERYTHING })),
  maxAliases: (query) => countOf(query, (onAccept) => maxAliasesRule({ n: Infinity, onAccept })),
  costLimit: (query) =>
    countOf(query, (onAccept) => costLimitRule({ maxCost: Infinity, onAccept, ...EVERYTHING })),
  maxTokens(query) {
    const parser = new MaxTokensParserWLexer(query, { n: Infinity });
    parser.parseDocument();
    return parser.tokenCount;
  },
};

const EVERYTHING = { ignoreIntrospection: false };

type AcceptHandlers = NonNullable<CostLimitOptions["onAccept"]>;

/** Returns the highest count among the operations of the query. */
function countOf(query: string, toRule: (onAccept: AcceptHandlers) => ValidationRule): number {
  const counts: number[] = [];
  const rule = toRule([(_, details) => counts.push(details!.n)]);
  validate(schema, parse(query), [rule]);
  return Math.max(...counts);
}
