import { faultAt, type SiteText } from "./read-text.ts";
import { Evaluation } from "./script/evaluation.ts";
import { Call } from "./script/literal.ts";
import { parseJsonExpression } from "./script/parse.ts";
import { Unreadable } from "./unreadable.ts";

const NOTHING = { mutations: new Map(), imports: new Map() };

/**
 * Parses JSON with comments and final commas.
 *
 * @throws {DocgateError} `setting` with line and column of the mistake
 */
export function parseJsonc(source: SiteText): unknown {
  const value = new Evaluation(source, NOTHING).of(parseJsonExpression(source), new Map());
  const fault = firstFault(value);
  if (fault === null) return value;
  const { name } = source;
  const shown = fault instanceof Call ? `${fault.call}(…)` : fault.source;
  const message = `not JSON: expected a value instead of \`${shown}\``;
  throw faultAt({ name, line: fault.line, column: 1, message });
}

/** Finds what is JavaScript, but not JSON. */
function firstFault(value: unknown): Unreadable | Call | null {
  if (value instanceof Unreadable || value instanceof Call) return value;
  if (typeof value !== "object" || value === null) return null;
  for (const item of Object.values(value)) {
    const fault = firstFault(item);
    if (fault !== null) return fault;
  }
  return null;
}
