import type { Colors } from "picocolors/types.js";
import { printable } from "../../../corpus/text/printable.ts";
import type { JudgedProblem } from "../../config/judge.ts";
import { countByRule, type RuleCount } from "./count.ts";
import { type Entry, foldProblems, type Group } from "./fold.ts";
import { groupDigits, plural } from "./numbers.ts";
import { wrap } from "./wrap.ts";

/** The terminal that a report is for. */
export interface Terminal {
  readonly columns: number;
  readonly colors: Colors;
}

export interface TerminalReportOptions extends Terminal {
  /** True to show every problem. Default: the first 100 entries of each severity. */
  readonly isAll: boolean;
}

const MAX_ENTRIES = 100;
/** The places of an entry that are shown. */
const MAX_PLACES = 6;
/** With fewer problems, a table of them by rule says nothing new. */
const TABLE_FROM = 5;
/** On a narrower terminal, messages begin on the next line. */
const WIDE_ENOUGH = 72;
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
  readonly #paint: Colors["red"];
  /** Widths of lines, columns and rules. */
  readonly #widths: readonly [line: number, column: number, rule: number];

  constructor(problems: readonly JudgedProblem[], options: TerminalReportOptions) {
    this.#groups = options.isAll
      ? foldProblems(problems)
      : firstEntries(foldProblems(problems), MAX_ENTRIES);
    const shown = this.#groups.flatMap(({ entries }) => entries);
    this.#left = problems.length - shown.reduce((sum, { repeats }) => sum + repeats.length, 0);
    this.#isError = problems[0]!.severity === "error";
    this.#count = problems.length;
    this.#options = options;
    this.#paint = this.#isError ? options.colors.red : options.colors.yellow;
    const width = (texts: readonly (string | number)[]): number =>
      Math.max(...texts.map((text) => String(text).length));
    this.#widths = [
      width(shown.map(({ problem }) => problem.line)),
      width(shown.map(({ problem }) => problem.column)),
      width(shown.map(({ problem }) => problem.rule)),
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
    const title = file === null ? "Titles that several pages have" : printable(file);
    const heading = wrap(title, columns).map((line) => colors.underline(line));
    return [...heading, ...entries.flatMap((entry) => this.#entry(entry, file))];
  }

  #entry(entry: Entry, file: string | null): string[] {
    const { columns, colors } = this.#options;
    const { line, column, rule, message, suggestion } = entry.problem;
    const [lineWidth, columnWidth, ruleWidth] = this.#widths;
    const place = `${String(line).padStart(lineWidth)}:${String(column).padEnd(columnWidth)}`;
    const start = file === null ? GAP : GAP + colors.dim(place) + GAP;
    const startWidth = file === null ? GAP.length : GAP.length * 2 + place.length;
    const isWide = columns >= WIDE_ENOUGH;
    const indent = isWide ? startWidth + ruleWidth + GAP.length : GAP.length * 2;
    const room = columns - indent;
    const repeats = file === null ? "" : foldedLines(entry);
    const [first = "", ...others] = wrap(printable(message) + repeats, room);
    const about = file === null ? wrap(pagesOf(entry, this.#options), room) : [];
    const hint = suggestion === null ? [] : wrap(`→ ${printable(suggestion)}`, room);
    const rest = [
      ...others,
      ...about.map((text) => colors.dim(text)),
      ...hint.map((text) => colors.green(text)),
    ];
    const margin = " ".repeat(indent);
    const head = start + this.#paint(isWide ? rule.padEnd(ruleWidth) : rule);
    return [
      ...(isWide ? [head + GAP + first] : [head, margin + first]),
      ...rest.map((text) => margin + text),
    ];
  }
}

/** Keeps the first entries of all groups together. */
function firstEntries(groups: readonly Group[], count: number): Group[] {
  let left = count;
  return groups.flatMap(({ file, entries }) => {
    const kept = entries.slice(0, left);
    left -= kept.length;
    return kept.length > 0 ? [{ file, entries: kept }] : [];
  });
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

/** Renders how many problems each rule has, in how many files. */
function ruleTable(problems: readonly JudgedProblem[], { columns, colors }: Terminal): string {
  const counts = countByRule(problems);
  const numbers = counts.map(({ problems }) => groupDigits(String(problems)));
  const numberWidth = Math.max(...numbers.map(({ length }) => length));
  const ruleWidth = Math.max(...counts.map(({ rule }) => rule.length));
  return counts
    .map((count, index) => {
      const { rule, severity } = count;
      const paint = severity === "error" ? colors.red : colors.yellow;
      const head = `${GAP}${numbers[index]!.padStart(numberWidth)}${GAP}`;
      const about = spreadOf(count);
      const width = head.length + ruleWidth + GAP.length;
      const fits = width + about.length <= columns;
      return head + paint(rule.padEnd(ruleWidth)) + (fits ? GAP + colors.dim(about) : "");
    })
    .join("\n");
}

/** Rules whose messages differ by the target of a link. */
const LINK_RULES = ["broken-link", "broken-fragment", "ambiguous-link"];

function spreadOf({ rule, files, messages }: RuleCount): string {
  const targets = LINK_RULES.includes(rule) ? `, ${plural(messages, "target")}` : "";
  return groupDigits(`in ${plural(files, "file")}${targets}`);
}
