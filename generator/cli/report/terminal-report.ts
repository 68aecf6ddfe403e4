import type { Formatter } from "picocolors/types.js";
import { printable } from "../../../corpus/text/printable.ts";
import type { JudgedProblem } from "../../config/judge.ts";
import type { RuleName } from "../../config/rules.ts";
import { type Entry, foldProblems, type Group } from "./fold.ts";
import { groupDigits, plural } from "./numbers.ts";
import { ruleAddress } from "./rule-address.ts";
import { ruleTable } from "./rule-table.ts";
import { linked, type Terminal } from "./terminal.ts";
import { wrap } from "./wrap.ts";

interface TerminalReportOptions extends Terminal {
  /** True to show every problem. Default: the first 100 entries of each severity. */
  readonly isAll: boolean;
}

const MAX_ENTRIES = 100;
/** The places of an entry that are shown. */
const MAX_PLACES = 6;
/** With fewer problems, a table of them by rule says nothing new. */
const TABLE_FROM = 5;
const GAP = "  ";

/**
 * Renders problems for people: grouped by file, with aligned places and folded repeats, errors last,
 * and a table by rule.
 */
export function terminalReport(
  problems: readonly JudgedProblem[],
  options: TerminalReportOptions,
): string {
  if (problems.length === 0) return "";
  const parts = (["warn", "error"] as const).flatMap((severity) => {
    const some = problems.filter((problem) => problem.severity === severity);
    return some.length === 0 ? [] : [new Listing(some, options).render()];
  });
  const table = problems.length < TABLE_FROM ? [] : [ruleTable(problems, options)];
  return `${[...parts, ...table].join("\n\n")}\n`;
}

/** Lists the problems of one severity. */
class Listing {
  readonly #groups: readonly Group[];
  /** Number of problems that are not listed. */
  readonly #left: number;
  readonly #isError: boolean;
  readonly #count: number;
  readonly #options: TerminalReportOptions;
  readonly #paint: Formatter;
  /** Widths of line and column. */
  readonly #widths: readonly [line: number, column: number];

  constructor(problems: readonly JudgedProblem[], options: TerminalReportOptions) {
    this.#groups = options.isAll
      ? foldProblems(problems)
      : mostCommon(foldProblems(problems), MAX_ENTRIES);
    const shown = this.#groups.flatMap(({ entries }) => entries);
    this.#left = problems.length - shown.reduce((sum, { repeats }) => sum + repeats.length, 0);
    this.#isError = problems[0]!.severity === "error";
    this.#count = problems.length;
    this.#options = options;
    this.#paint = this.#isError ? options.colors.red : options.colors.yellow;
    const width = (numbers: readonly number[]): number => String(Math.max(...numbers)).length;
    this.#widths = [
      width(shown.map(({ problem }) => problem.line)),
      width(shown.map(({ problem }) => problem.column)),
    ];
  }

  render(): string {
    const { colors } = this.#options;
    const noun = this.#isError ? "error" : "warning";
    const heading = this.#isError ? [colors.bold(colors.red(`ERRORS (${this.#count})`))] : [];
    const groups = this.#groups.map((group) => this.#group(group).join("\n"));
    const left = groupDigits(plural(this.#left, `more ${noun}`));
    const more = this.#left > 0 ? [colors.dim(`… ${left}; --all shows every one`)] : [];
    return [...heading, ...groups, ...more].join("\n\n");
  }

  #group({ file, entries }: Group): string[] {
    const { columns, colors } = this.#options;
    if (file === null) {
      const title = colors.underline("Titles that several pages have");
      const name = entries[0]!.problem.rule;
      const rule = this.#rule(name, name);
      return [title + GAP + rule, ...entries.flatMap((entry) => this.#title(entry))];
    }
    const heading = wrap(printable(file), columns).map((line) => colors.underline(line));
    return [...heading, ...entries.flatMap((entry) => this.#entry(entry))];
  }

  #title(entry: Entry): string[] {
    const { columns, colors } = this.#options;
    const message = wrap(printable(entry.problem.message), columns - GAP.length);
    const pages = wrap(pagesOf(entry, this.#options), columns - 2 * GAP.length);
    return [
      ...message.map((line) => GAP + line),
      ...pages.map((line) => GAP + GAP + colors.dim(line)),
    ];
  }

  #entry(entry: Entry): string[] {
    const { columns, colors } = this.#options;
    const { rule, message, suggestion } = entry.problem;
    const place = GAP + this.#place(entry) + GAP;
    const room = columns - place.length;
    const lines = wrap(`${printable(message)}${foldedLines(entry)}${GAP}${rule}`, room);
    // The rule is the last word.
    lines.push(lines.pop()!.replace(/\S+$/, (word) => this.#rule(word, rule)));
    const meant = suggestion === null ? [] : wrapSuggestion(printable(suggestion), room);
    const [first = "", ...rest] = [...lines, ...meant.map((line) => colors.green(line))];
    const margin = " ".repeat(place.length);
    return [colors.dim(place) + first, ...rest.map((line) => margin + line)];
  }

  /** Paints the name of a rule, which leads to its page. */
  #rule(text: string, rule: RuleName): string {
    const { hasLinks } = this.#options;
    return linked(this.#paint(text), { to: ruleAddress(rule), hasLinks });
  }

  #place({ problem: { line, column } }: Entry): string {
    const [lineWidth, columnWidth] = this.#widths;
    return `${String(line).padStart(lineWidth)}:${String(column).padEnd(columnWidth)}`;
  }
}

/** Breaks a suggestion into lines; the arrow stays with its first word. */
function wrapSuggestion(suggestion: string, width: number): string[] {
  const [first = "", ...others] = wrap(`→\u00a0${suggestion}`, width);
  return [first.replace("\u00a0", " "), ...others];
}

/**
 * Keeps some entries of all groups together: those that say what most problems say, so that a target
 * with many links is among them. Of equal ones the first count.
 */
function mostCommon(groups: readonly Group[], count: number): Group[] {
  const all = groups.flatMap(({ entries }) => entries);
  if (all.length <= count) return [...groups];
  const counts = new Map<string, number>();
  for (const { problem, repeats } of all) {
    const key = sayingOf(problem);
    counts.set(key, (counts.get(key) ?? 0) + repeats.length);
  }
  const weight = ({ problem }: Entry): number => counts.get(sayingOf(problem))!;
  const kept = new Set(all.toSorted((left, right) => weight(right) - weight(left)).slice(0, count));
  return groups.flatMap(({ file, entries }) => {
    const some = entries.filter((entry) => kept.has(entry));
    return some.length > 0 ? [{ file, entries: some }] : [];
  });
}

function sayingOf({ rule, message }: JudgedProblem): string {
  return `${rule} ${message}`;
}

/** Returns, for example, ` (3×: 54, 71, 80)`; nothing for an entry of one problem. */
function foldedLines({ repeats }: Entry): string {
  if (repeats.length === 1) return "";
  const lines = [...new Set(repeats.map(({ line }) => line))];
  return ` (${repeats.length}×: ${listOf(lines, MAX_PLACES)})`;
}

/** Returns, for example, `2 pages: a.md:1, b.md:1`. */
function pagesOf({ repeats }: Entry, { isAll }: TerminalReportOptions): string {
  const places = repeats.map(({ file, line }) => `${printable(file)}:${line}`);
  const list = listOf(places, isAll ? places.length : MAX_PLACES);
  return places.length === 1 ? list : `${places.length} pages: ${list}`;
}

function listOf(items: readonly (string | number)[], max: number): string {
  const left = items.length - max;
  return items.slice(0, max).join(", ") + (left > 0 ? ` and ${left} more` : "");
}
