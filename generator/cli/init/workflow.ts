/** The check that a workflow runs. */
export interface WorkflowOptions {
  /** The docs root, relative to the working folder. */
  readonly dir: string;
  /** The file with the known problems, relative to the working folder; null if there is none. */
  readonly baseline: string | null;
  /** The working folder, relative to the root of the checkout; `.` if it is that. */
  readonly folder: string;
  /** The version of docgate. */
  readonly version: string;
}

/** Returns a workflow for GitHub that checks the docs on each push and pull request. */
export function workflowText({ dir, baseline, folder, version }: WorkflowOptions): string {
  const known = baseline === null ? [] : ["--baseline", baseline];
  const words = [
    "npx",
    "--yes",
    `docgate@${version}`,
    "check",
    dir,
    ...known,
    "--format",
    "github",
  ];
  const place = folder === "." ? [] : [`        working-directory: ${yamlText(folder)}`];
  return `${[
    "name: docs",
    "on:",
    "  pull_request:",
    "  push:",
    "",
    "permissions:",
    "  contents: read",
    "",
    "jobs:",
    "  check:",
    "    runs-on: ubuntu-latest",
    "    steps:",
    "      - uses: actions/checkout@v4",
    "      - uses: actions/setup-node@v4",
    "        with:",
    "          node-version: 24",
    `      - run: ${yamlText(words.map(shellWord).join(" "))}`,
    ...place,
  ].join("\n")}\n`;
}

/** Quotes a word for a shell, if it needs that. */
function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Quotes a text for YAML; GitHub replaces no expression in it. */
function yamlText(text: string): string {
  return JSON.stringify(text.replaceAll(`\${{`, `\${{ '\${{' }}`));
}
