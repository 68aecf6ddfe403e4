import { Command, InvalidArgumentError, Option } from "commander";
import { defaultFile } from "../../serve/edition-files.ts";
import type { SettingFlags } from "../../serve/read-settings.ts";
import { type CommandContext, loadSettings, withSettings } from "../command-settings.ts";
import { print, say } from "../output.ts";
import { readCorpus } from "../read-corpus.ts";

interface RelevanceFlags extends SettingFlags {
  readonly minRecall: number;
  readonly minMrr: number;
  readonly format: "pretty" | "json" | "markdown";
}

/** The command that tells how well the search of a corpus answers questions whose answers are known. */
export function relevanceCommand(context: CommandContext): Command {
  return withSettings(new Command("relevance"), ["corpus"])
    .description("ask the search of a corpus questions whose answers are known, and count them")
    .argument("<file>", "the questions, and the addresses that answer them, in YAML or JSON")
    .addOption(
      new Option("--min-recall <share>", "the least share of right answers among the first five")
        .argParser(parseShare)
        .default(0),
    )
    .addOption(
      new Option("--min-mrr <share>", "the least mean of 1 divided by the rank of a right answer")
        .argParser(parseShare)
        .default(0),
    )
    .addOption(
      new Option("--format <format>", "how to print it")
        .choices(["pretty", "json", "markdown"])
        .default("pretty"),
    )
    .addHelpText("after", "\nExit status: 1 when a figure is below its bound, 0 otherwise.")
    .action(async (file: string, { minRecall, minMrr, format, ...flags }: RelevanceFlags) => {
      // Imported only here: what reads YAML takes time to load.
      const [{ readQuestions }, { findExpected }, { measureRelevance }, { FORMATS }] =
        await Promise.all([
          import("./questions.ts"),
          import("./expected-places.ts"),
          import("./relevance.ts"),
          import("./report.ts"),
        ]);
      const questions = await readQuestions(file);
      const corpus = await readCorpus(defaultFile(await loadSettings(flags, context)));
      const expected = findExpected(questions, { corpus, file });
      const relevance = measureRelevance(questions, { corpus, expected });
      print(FORMATS[format](relevance));
      const bounds = [
        { name: "recall@5", figure: relevance.recallAt5, least: minRecall },
        { name: "MRR@10", figure: relevance.mrrAt10, least: minMrr },
      ];
      for (const { name, figure, least } of bounds.filter((each) => each.figure < each.least)) {
        say(`${name} is ${figure.toFixed(3)}, but must be at least ${least}.`);
        process.exitCode = 1;
      }
    });
}

function parseShare(text: string): number {
  const share = Number(text);
  if (text.trim() !== "" && share >= 0 && share <= 1) return share;
  throw new InvalidArgumentError("Expected a number from 0 to 1.");
}
