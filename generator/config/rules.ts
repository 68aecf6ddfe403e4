/** The weight of a broken rule: `error` stops the build, `warn` is reported, `off` is silent. */
export type Severity = "error" | "warn" | "off";

interface Rule {
  readonly severity: Severity;
  /** A sentence about what is wrong, and one about what to do. */
  readonly description: string;
  readonly fix: string;
  /** A fixed rule is always an error: otherwise the corpus would lose or mangle a page. */
  readonly fixed?: true;
}

/** Every rule by its stable name, with its default severity. */
export const RULES = {
  encoding: {
    severity: "error",
    fixed: true,
    description: "A file is not valid UTF-8.",
    fix: "Save the file as UTF-8.",
  },
  "unreadable-file": {
    severity: "error",
    fixed: true,
    description:
      "A file or folder cannot be read, its name is not UTF-8, or a symbolic link leads nowhere.",
    fix: "Correct the permissions or the name, or remove the link.",
  },
  "duplicate-id": {
    severity: "error",
    fixed: true,
    description: "Two files have the same id, because only their extensions differ.",
    fix: "Rename or remove one of them.",
  },
  "page-too-complex": {
    severity: "error",
    description: "A page exceeds a limit.",
    fix: "Split the page, or write it with less markup.",
  },
  "frontmatter-syntax": {
    severity: "error",
    description:
      "The block between the `---` lines at the start of the file is not valid YAML, or is not a map of keys and values.",
    fix: "Correct the YAML.",
  },
  "frontmatter-schema": {
    severity: "error",
    description: "The frontmatter does not match the schema of the configuration.",
    fix: "Correct the value, or the schema.",
  },
  "frontmatter-value": {
    severity: "warn",
    description: "`title` or `description` is a list or a map.",
    fix: "Write text.",
  },
  "frontmatter-field": {
    severity: "warn",
    description:
      "A key of the frontmatter that `fields` of the configuration names has a value of another type, or a required one is missing. The value is left out of the data.",
    fix: "Correct the value, or the type in the configuration.",
  },
  "mdx-syntax": {
    severity: "warn",
    description: "A page that the site compiles as MDX is not valid MDX.",
    fix: "Correct the place that the message names.",
  },
  "broken-link": {
    severity: "warn",
    description: "A link leads to a page that does not exist, to a draft, or out of the docs root.",
    fix: "Correct the link.",
  },
  "broken-fragment": {
    severity: "warn",
    description:
      "A link leads to an existing page, but with a fragment that the page does not have.",
    fix: "Correct the fragment, or give the heading a custom id.",
  },
  "built-stale": {
    severity: "warn",
    description:
      "The built site has an older state of a page: its HTML lacks headings of the page, or has other content at its address.",
    fix: "Build the site again, then run docgate.",
  },
  "missing-file": {
    severity: "warn",
    description:
      "An image, a download or a file that a page includes does not exist, or may not be included.",
    fix: "Correct the path.",
  },
  "undefined-reference": {
    severity: "warn",
    description: "A reference such as `[text][label]` has no definition.",
    fix: "Add the definition, or correct the label.",
  },
  "missing-alt": {
    severity: "off",
    description: "An image has no text for readers who do not see it.",
    fix: "Say what the image shows.",
  },
  "external-link": {
    severity: "off",
    description: "A link to another host leads nowhere.",
    fix: "Correct the link, or remove it.",
  },
  "include-cycle": {
    severity: "error",
    description: "Files include each other in a circle, or more than 20 deep.",
    fix: "Remove one of the includes.",
  },
  "ambiguous-link": {
    severity: "warn",
    description: "A wiki link matches several pages.",
    fix: "Write more of the path.",
  },
  "duplicate-title": {
    severity: "warn",
    description: "Two pages have the same title.",
    fix: "Give one of them another `title` in the frontmatter.",
  },
  "duplicate-anchor": {
    severity: "warn",
    description: "Two headings on a page have the same custom id.",
    fix: "Change one of the ids.",
  },
  "hidden-text": {
    severity: "warn",
    description: "A page has text that readers do not see.",
    fix: "Delete the text, or make it visible.",
  },
  "ignore-comment": {
    severity: "warn",
    description: "A `docgate-ignore` comment cannot be followed.",
    fix: "Name a rule that can be lowered, on a separate line.",
  },
  "redirect-syntax": {
    severity: "error",
    fixed: true,
    description: "The ledger of redirects cannot be read.",
    fix: "Correct the entry, or set `redirects` to `false` if there is no ledger.",
  },
  "redirect-target": {
    severity: "warn",
    description: "An entry of the ledger leads to a page or a place that is not in the docs.",
    fix: "Give the place where the content is now, or `null` if it is gone for good.",
  },
  "redirect-loop": {
    severity: "warn",
    description: "Entries lead back to themselves.",
    fix: "Remove the entry whose source is not gone, or give it another target.",
  },
  "redirect-chain": {
    severity: "warn",
    description: "An entry leads to its end in more than 10 steps.",
    fix: "Give the place where the content is now.",
  },
  "redirect-shadowed": {
    severity: "warn",
    description: "The source of an entry is a page or a place in the docs.",
    fix: "Remove the entry.",
  },
  "redirect-duplicate": {
    severity: "warn",
    description: "A source has two entries.",
    fix: "Remove one of them.",
  },
  "broken-inbound": {
    severity: "warn",
    description:
      "An address that others use is not in the docs, and the ledger does not redirect it.",
    fix: "Add an entry to the ledger.",
  },
  "stale-page": {
    severity: "off",
    description: "A page was not reviewed or changed for a long time.",
    fix: "Review the page, and write the date into `reviewed`.",
  },
  "outside-symlink": {
    severity: "warn",
    description: "A symbolic link to a folder or a Markdown file points outside the docs root.",
    fix: "Move the files into the docs root, or choose a docs root that contains both.",
  },
  "duplicate-symlink": {
    severity: "warn",
    description:
      "A symbolic link leads to a page that is read under another path, or to a folder with such pages.",
    fix: "Remove the link, or exclude one of the two paths with `ignore`.",
  },
  "empty-tree": {
    severity: "error",
    description:
      "There is no Markdown file below the docs root, the configuration excludes all of them, or all are drafts.",
    fix: "Check the folder that you passed, and `include` and `ignore` in the configuration.",
  },
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof RULES;

export const RULE_NAMES = Object.keys(RULES) as readonly RuleName[];

/** @returns true if a rule is an error that no configuration can lower */
export function isFixed(rule: RuleName): boolean {
  return "fixed" in RULES[rule];
}
