/** The weight of a broken rule: `error` stops the build, `warn` is reported, `off` is silent. */
export type Severity = "error" | "warn" | "off";

interface Rule {
  readonly severity: Severity;
  /** A fixed rule is always an error: otherwise the corpus would lose or mangle a page. */
  readonly fixed?: true;
}

/** Every rule by its stable name, with its default severity. */
export const RULES = {
  encoding: { severity: "error", fixed: true },
  "unreadable-file": { severity: "error", fixed: true },
  "duplicate-id": { severity: "error", fixed: true },
  "page-too-complex": { severity: "error" },
  "frontmatter-syntax": { severity: "error" },
  "frontmatter-schema": { severity: "error" },
  "frontmatter-value": { severity: "warn" },
  "broken-link": { severity: "warn" },
  "broken-fragment": { severity: "warn" },
  "ambiguous-link": { severity: "warn" },
  "duplicate-title": { severity: "warn" },
  "duplicate-anchor": { severity: "warn" },
  "hidden-text": { severity: "warn" },
  "outside-symlink": { severity: "warn" },
  "duplicate-symlink": { severity: "warn" },
  "empty-tree": { severity: "error" },
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof RULES;

export const RULE_NAMES = Object.keys(RULES) as readonly RuleName[];

/** @returns true if a rule is an error that no configuration can lower */
export function isFixed(rule: RuleName): boolean {
  return "fixed" in RULES[rule];
}
