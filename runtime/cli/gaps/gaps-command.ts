import { Command, InvalidArgumentError, Option } from "commander";
import { DocgateError } from "../../../corpus/error.ts";
import { parseWholeNumber } from "../../../corpus/text/whole-number.ts";
import { defaultFile } from "../../serve/edition-files.ts";
import type { SettingFlags } from "../../serve/read-settings.ts";
import { type CommandContext, loadSettings, withSettings } from "../command-settings.ts";
import { print } from "../output.ts";
import { readCorpus } from "../read-corpus.ts";
import type { Keyword } from "./keywords.ts";

interface GapsFlags extends SettingFlags {
  readonly keyword?: readonly Keyword[];
  readonly limit: number;
  readonly format: "pretty" | "json";
}

/** The command that lists the searches that did not help, and tries what would make them. */
export function gapsCommand(context: CommandContext): Command {
  return withSettings(new Command("gaps"), ["corpus", "searchLog"])
    .description("list the searches that did not help, and try keywords that would make them")
    .argument("[files...]", "the search logs, if it is not the one of the settings")
    .addOption(
      new Option(
        "--keyword <slug=word>",
        "try this keyword of a page, and no others; may be repeated",
      ).argParser((text: string, before: readonly Keyword[] = []) => [
        ...before,
        parseKeyword(text),
      ]),
    )
    .addOption(new Option("--limit <number>", "searches to list").argParser(parseLimit).default(20))
    .addOption(
      new Option("--format <format>", "how to print them")
        .choices(["pretty", "json"])
        .default("pretty"),
    )
    .action(async (files: readonly string[], { keyword, limit, format, ...flags }: GapsFlags) => {
      const [{ readSearchLog }, { findGaps }, { tryKeywords }, { describeGaps }] =
        await Promise.all([
          import("../../docs/search-log/log-file.ts"),
          import("../../docs/search-log/gaps.ts"),
          import("./keywords.ts"),
          import("./report.ts"),
        ]);
      const settings = await loadSettings(flags, context);
      const counts = await Promise.all(
        requireLogs(files, settings.searchLog).map((file) => readSearchLog(file)),
      );
      const corpus = await readCorpus(defaultFile(settings));
      const hits = (query: string) => corpus.search.hits(query);
      const gaps = await findGaps(counts.flat(), { hits, limit });
      const proposed = gaps.flatMap(({ nearest: [place], lacking }) =>
        place === undefined
          ? []
          : lacking.map((word) => ({ slug: place.split("#")[0]!, keyword: word })),
      );
      const queries = gaps.map(({ query }) => query);
      const keywords = tryKeywords(keyword ?? proposed, { corpus, queries });
      print(
        format === "json"
          ? JSON.stringify({ gaps, keywords }, null, 2)
          : describeGaps(gaps, keywords),
      );
    });
}

function requireLogs(files: readonly string[], set: string | undefined): readonly string[] {
  if (files.length > 0) return files;
  if (set !== undefined) return [set];
  const message =
    "There is no search log: name its file. docgate serve --search-log <file> writes one.";
  throw new DocgateError("setting", message);
}

function parseKeyword(text: string): Keyword {
  const [slug, keyword] = [text.slice(0, text.indexOf("=")), text.slice(text.indexOf("=") + 1)];
  if (slug.startsWith("/") && keyword.trim() !== "") return { slug, keyword };
  throw new InvalidArgumentError('Expected the slug of a page and a word, such as "/docs/a=word".');
}

function parseLimit(text: string): number {
  const limit = parseWholeNumber(text, { from: 1, to: 1000 });
  if (limit !== null) return limit;
  throw new InvalidArgumentError("Expected a whole number from 1 to 1000.");
}
