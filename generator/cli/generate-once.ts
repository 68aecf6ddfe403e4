import type { GeneratedFile } from "../config/generation.ts";
import type { JudgedProblem } from "../config/judge.ts";
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
import { runPipeline } from "./run-pipeline.ts";
import type { EarlierRuns } from "./watch-command.ts";

interface GenerateOnceOptions extends GenerateCommandOptions, Partial<EarlierRuns> {}

export interface Outcome {
  readonly isWritten: boolean;
  readonly problems: readonly JudgedProblem[];
}

/** Generates a corpus file and reports about it. */
export async function generateOnce(
  dir: string,
  { knownFiles, earlier, isHinted = false, ...options }: GenerateOnceOptions,
): Promise<Outcome> {
  const start = performance.now();
  const { out, strict: isStrict, format } = options;
  const { generateFile } = await import("../generate.ts");
  const generated = await runPipeline(dir, options, (each) =>
    generateFile({ ...each, knownFiles, out, isStrict }),
  );
  const { problems, notes, hints, bytes } = generated;
  const isWritten = bytes !== null;
  const seconds = Number(((performance.now() - start) / 1000).toFixed(2));
  const summary = summaryOf(generated, seconds);
  const changes =
    earlier === undefined || format !== "pretty" ? null : compareReports(earlier, problems);
  await printReport(changes?.added ?? problems, {
    ...options,
    notes: isHinted ? [] : notes,
    hints: isHinted ? [] : hints,
    summary,
    outcome: { out: isWritten ? out : null },
  });
  if (changes !== null) sayChanges(changes);
  const terminal = format === "pretty" ? resultTerminal() : null;
  if (terminal !== null) {
    printForPeople(summary, { terminal, isWritten });
    sayWritten(problems, { terminal, out, isWritten });
    if (isWritten && !options.watch) say(`Next: npx docgate serve${corpusFlag(out)}`);
  } else if (format !== "json") {
    const outcome = isWritten ? `written to ${out}` : `nothing written: ${countProblems(problems)}`;
    const line = `${countsIn(summary).join(", ")}; ${outcome}`;
    // Standard output is the SARIF log alone.
    if (format === "sarif") say(line);
    else print(line);
  }
  return { isWritten, problems };
}

function summaryOf(generated: GeneratedFile, seconds: number) {
  const { problems, docs, sections, links, cached, drafts } = generated;
  const bytes = generated.bytes ?? 0;
  return { docs, sections, links, problems: problems.length, bytes, seconds, cached, drafts };
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

/** Returns the flag with which `serve` finds a corpus that is not in the default place. */
function corpusFlag(out: string): string {
  return out === DEFAULT_OUT ? "" : ` --corpus ${out}`;
}
