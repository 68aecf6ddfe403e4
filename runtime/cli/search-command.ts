import { Command, InvalidArgumentError, Option } from "commander";
import picocolors from "picocolors";
import { DocgateError } from "../../corpus/error.ts";
import type { Excerpt } from "../../corpus/search/words/excerpt.ts";
import type { Hit, HitList } from "../../corpus/search/words/hits.ts";
import { HIT_LIMITS } from "../../corpus/search/words/query.ts";
import { printable } from "../../corpus/text/printable.ts";
import { parseWholeNumber } from "../../corpus/text/whole-number.ts";
import { defaultFile } from "../serve/edition-files.ts";
import type { SettingFlags } from "../serve/read-settings.ts";
import { type CommandContext, loadSettings, withSettings } from "./command-settings.ts";
import { print, say } from "./output.ts";
import { readCorpus } from "./read-corpus.ts";

interface SearchFlags extends SettingFlags {
  readonly section?: string;
  readonly limit: number;
  readonly format: "pretty" | "json";
}

type Emphasise = (text: string) => string;

/** The command that searches a corpus in words. It needs no server. */
export function searchCommand(context: CommandContext): Command {
  return withSettings(new Command("search"), ["corpus"])
    .description("search a corpus in words, and print the places that answer, best first")
    .argument("<words...>", 'what to look for; "in double quotes" exactly')
    .option("--section <name>", "only pages of this section")
    .addOption(
      new Option("--limit <number>", `places to print, 1 to ${HIT_LIMITS.limit}`)
        .argParser(parseLimit)
        .default(10),
    )
    .addOption(
      new Option("--format <format>", "how to print them")
        .choices(["pretty", "json"])
        .default("pretty"),
    )
    .addHelpText("after", "\nExit status: 1 when nothing is found, 0 otherwise.")
    .action(async (words: string[], { section, limit, format, ...flags }: SearchFlags) => {
      const query = joinWords(words);
      const file = defaultFile(await loadSettings(flags, context));
      const corpus = await readCorpus(file);
      const found = corpus.search.hits(query, { section, limit });
      if (format === "json") print(JSON.stringify(found, null, 2));
      else printPretty(found, emphasis());
      if (found.total === 0) process.exitCode = 1;
    });
}

function joinWords(words: readonly string[]): string {
  const query = words.join(" ");
  const most = HIT_LIMITS.queryLength;
  if (query.length <= most) return query;
  throw new DocgateError(
    "setting",
    `The words must have at most ${most} characters, but they have ${query.length}.`,
  );
}

function parseLimit(text: string): number {
  const limit = parseWholeNumber(text, { from: 1, to: HIT_LIMITS.limit });
  if (limit !== null) return limit;
  throw new InvalidArgumentError(`Expected a whole number from 1 to ${HIT_LIMITS.limit}.`);
}

/** Makes the words of the query stand out on a terminal; elsewhere the text is plain. */
function emphasis(): Emphasise {
  const isColored = process.stdout.isTTY === true && picocolors.isColorSupported;
  return picocolors.createColors(isColored).bold;
}

/** Places go to standard output, what is said about all of them to standard error. */
function printPretty({ total, corrections, items }: HitList, emphasise: Emphasise): void {
  for (const hit of items) print(`${describePlace(hit, emphasise)}\n`);
  for (const { from, to } of corrections) {
    say(`Nothing has "${printable(from)}": searched for "${printable(to)}".`);
  }
  say(total === 0 ? "Nothing was found." : `${items.length} of ${total} places`);
}

function describePlace(
  { heading, breadcrumbs, slug, excerpt, missing }: Hit,
  emphasise: Emphasise,
): string {
  const path = [...breadcrumbs, ...(heading ? [heading] : [])].join(" › ");
  const lines = [printable(path), slug, emphasiseMarks(excerpt, emphasise)];
  if (missing.length > 0) lines.push(`Missing: ${printable(missing.join(", "))}`);
  return lines.join("\n");
}

function emphasiseMarks({ text, marks }: Excerpt, emphasise: Emphasise): string {
  let shown = "";
  let last = 0;
  for (const [start, end] of marks) {
    shown += printable(text.slice(last, start)) + emphasise(printable(text.slice(start, end)));
    last = end;
  }
  return shown + printable(text.slice(last));
}
