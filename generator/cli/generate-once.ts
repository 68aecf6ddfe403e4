import type { GeneratedFile } from "../generate.ts";
import type { KnownFiles } from "../rebuild/known-files.ts";
import type { GenerateCommandOptions } from "./options.ts";
import { print, printProblems, say } from "./output.ts";
import { countProblems } from "./report.ts";
import { runPipeline } from "./run-pipeline.ts";

interface GenerateOnceOptions extends GenerateCommandOptions {
  /** The files known from earlier runs of this process. Default: none, and no other run follows. */
  readonly knownFiles?: KnownFiles;
  /** True if an earlier run of this process has printed its hints. Default: false. */
  readonly isRepeated?: boolean;
}

/**
 * Generates a corpus file and reports about it.
 *
 * @returns whether the corpus was written
 */
export async function generateOnce(
  dir: string,
  { knownFiles, isRepeated = false, ...options }: GenerateOnceOptions,
): Promise<boolean> {
  const start = performance.now();
  const { out, strict: isStrict } = options;
  const { generateFile } = await import("../generate.ts");
  const generated = await runPipeline(dir, options, (each) =>
    generateFile({ ...each, knownFiles, out, isStrict }),
  );
  if (options.format !== "json") await printProblems(generated.problems, options.format);
  if (!isRepeated) for (const hint of generated.hints) say(`hint: ${hint}`);
  const seconds = Number(((performance.now() - start) / 1000).toFixed(2));
  printSummary(generated, { ...options, seconds });
  return generated.bytes !== null;
}

/** Prints the counts of a run and its outcome; as JSON with the problems. */
function printSummary(
  { problems, docs, sections, links, bytes, cached }: GeneratedFile,
  { format, out, seconds }: Pick<GenerateCommandOptions, "format" | "out"> & { seconds: number },
): void {
  const failed = bytes === null;
  const summary = {
    docs,
    sections,
    links,
    problems: problems.length,
    bytes: bytes ?? 0,
    seconds,
    cached,
  };
  if (format === "json") {
    print(JSON.stringify({ problems, summary, out: failed ? null : out }));
    return;
  }
  const counts = Object.entries(summary).map(([name, count]) => `${count} ${name}`);
  const outcome = failed ? `nothing written: ${countProblems(problems)}` : `written to ${out}`;
  print(`${counts.join(", ")}; ${outcome}`);
}
