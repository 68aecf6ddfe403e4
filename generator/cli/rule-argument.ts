import { DocgateError } from "../../corpus/error.ts";
import { createSuggester } from "../../corpus/text/suggest.ts";
import { RULE_NAMES, type RuleName } from "../config/rules.ts";

/** Reads the name of a rule. @throws {DocgateError} `setting` if there is no such rule */
export function parseRule(name: string): RuleName {
  const rule = RULE_NAMES.find((each) => each === name);
  if (rule !== undefined) return rule;
  const meant = createSuggester(RULE_NAMES)(name);
  const remedy =
    meant === null ? `The rules are ${RULE_NAMES.join(", ")}.` : `Did you mean "${meant}"?`;
  throw new DocgateError("setting", `There is no rule "${name}". ${remedy}`);
}
