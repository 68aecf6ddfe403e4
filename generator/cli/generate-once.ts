import type { GeneratedFile } from "../config/generation.ts";
import type { JudgedProblem } from "../config/judge.ts";
import { KnownTrees, outOf, runTrees, type Tree, treesFor } from "./editions.ts";
import { DEFAULT_OUT, type GenerateCommandOptions } from "./options.ts";
import { print, resultTerminal, say } from "./output.ts";
import { sayWritten } from "./report/closing-line.ts";
import { countDrafts, countProblems } from "./report/count.ts";
import { formatBytes, formatSeconds, groupDigits, plural } from "./report/numbers.ts";
import { printReport } from "./report/print-report.ts";
import { compareReports } from "./report/problem-changes.ts";
import { sayChanges } from "./report/say-changes.ts";
import type { Terminal } from "./report/terminal.ts";
import { wrap } from "./report/wrap.ts";
import type { EarlierRuns } from "./watch-command.ts";

interface GenerateOnceOptions extends GenerateCommandOptions, Partial<EarlierRuns> {}

export interface Outcome {
  readonly isWritten: boolean;
  readonly problems: readonly JudgedProblem[];
}

/** Generates a corpus file and reports about it. */
export async function generateOnce(
  dir: string | undefined,
  { known = new KnownTrees(), earlier, isHinted = false, ...options }: GenerateOnceOptions,
): Promise<Outcome> {
  const start = performance.now();
  const { strict: isStrict, format } = options;
  const { generateFile } = await import("../generate.ts");
  const trees = await treesFor(dir, options);
  const generated = await runTrees(trees, { ...options, known }, async (each, tree) => {
    const out = outOf(tree, options.out);
    return { ...(await generateFile({ ...each, out, isStrict })), out, tree };
  });
  const problems = generated.flatMap((each) => each.problems);
  const notes = distinct(generated.flatMap((each) => each.notes));
  const hints = distinct(generated.flatMap((each) => each.hints));
  const [written, unwritten] = [true, false].map((wanted) =>
    generated.filter(({ bytes }) => (bytes !== null) === wanted),
  ) as [GeneratedTree[], GeneratedTree[]];
  const isWritten = unwritten.length === 0;
  const out = listOf(isWritten ? written : unwritten);
  const seconds = Number(((performance.now() - start) / 1000).toFixed(2));
  const summary = summaryOf(generated, seconds);
  const changes =
    earlier === undefined || format !== "pretty" ? null : compareReports(earlier, problems);
  await printReport(changes?.added ?? problems, {
    ...options,
    notes: isHinted ? [] : notes,
    hints: isHinted ? [] : hints,
    summary,
    outcome: outcomeOf(generated),
  });
  if (changes !== null) sayChanges(changes);
  const terminal = format === "pretty" ? resultTerminal() : null;
  if (terminal !== null) {
    printForPeople(summary, { terminal, isWritten });
    sayWritten(problems, { terminal, out, isWritten });
    if (isWritten && !options.watch) say(`Next: npx docgate serve${corpusFlags(written)}`);
  } else if (format !== "json") {
    const nothing = written.length === 0 ? "nothing written" : `${out} not written`;
    const outcome = isWritten ? `written to ${out}` : `${nothing}: ${countProblems(problems)}`;
    const line = `${countsIn(summary).join(", ")}; ${outcome}`;
    // Standard output is the SARIF log alone.
    if (format === "sarif") say(line);
    else print(line);
  }
  return { isWritten, problems };
}

/** A generated tree, with the file for its corpus. */
interface GeneratedTree extends GeneratedFile {
  readonly tree: Tree;
  readonly out: string;
}

function listOf(generated: readonly GeneratedTree[]): string {
  return generated.map(({ out }) => out).join(", ");
}

function distinct(sentences: readonly string[]): string[] {
  return [...new Set(sentences)];
}

/** Returns the files that were written, for programs. */
function outcomeOf(generated: readonly GeneratedTree[]): Readonly<Record<string, unknown>> {
  const editions = generated.flatMap(({ tree: { config }, out, bytes }) => {
    const name = config.edition?.name;
    return name === undefined ? [] : [{ name, out: bytes === null ? null : out }];
  });
  const [{ out, bytes }] = generated as [GeneratedTree];
  return editions.length === 0 ? { out: bytes === null ? null : out } : { editions };
}

function summaryOf(generated: readonly GeneratedTree[], seconds: number) {
  const sum = (count: (each: GeneratedTree) => number) =>
    generated.reduce((total, each) => total + count(each), 0);
  return {
    docs: sum(({ docs }) => docs),
    sections: sum(({ sections }) => sections),
    links: sum(({ links }) => links),
    problems: sum(({ problems }) => problems.length),
    bytes: sum(({ bytes }) => bytes ?? 0),
    seconds,
    cached: sum(({ cached }) => cached),
    drafts: sum(({ drafts }) => drafts),
  };
}

type Summary = ReturnType<typeof summaryOf>;

function countsIn({ drafts, ...summary }: Summary): string[] {
  const counts = Object.entries(summary).map(([name, count]) => `${count} ${name}`);
  return [...counts, ...countDrafts(drafts)];
}

/** Prints the counts of a run as people read them. */
function printForPeople(
  { docs, sections, links, problems, bytes, seconds, cached, drafts }: Summary,
  { terminal, isWritten }: { readonly terminal: Terminal; readonly isWritten: boolean },
): void {
  const counts = [
    plural(docs, "doc"),
    plural(sections, "section"),
    plural(links, "link"),
    plural(problems, "problem"),
    ...(isWritten ? [formatBytes(bytes)] : []),
    formatSeconds(seconds),
    `${cached} cached`,
    ...countDrafts(drafts),
  ];
  print(wrap(groupDigits(counts.join(", ")), terminal.columns).join("\n"));
}

/** Returns the flags with which `serve` finds corpora that are not in the default place. */
function corpusFlags(generated: readonly GeneratedTree[]): string {
  if (generated.every(({ tree, out }) => out === outOf(tree, DEFAULT_OUT))) return "";
  return generated.map(({ tree, out }) => ` --corpus ${nameFlag(tree)}${out}`).join("");
}

function nameFlag({ config: { edition } }: Tree): string {
  return edition === null ? "" : `${edition.name}=`;
}
