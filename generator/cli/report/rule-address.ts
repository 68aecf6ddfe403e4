import type { RuleName } from "../../config/rules.ts";

/** The page of the rules in the published package. */
export const RULES_ADDRESS = "https://unpkg.com/docgate@0/content/tooling/rules.md";

/** Returns where a rule is explained. */
export function ruleAddress(rule: RuleName): string {
  return `${RULES_ADDRESS}#${rule}`;
}
