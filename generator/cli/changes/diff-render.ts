import { groupDigits, plural } from "../report/numbers.ts";
import type { Terminal } from "../report/terminal.ts";
import { wrap } from "../report/wrap.ts";

/** Something that changed, with what breaks because of it. */
export interface Item {
  readonly line: string;
  /** Lines about what breaks because of it. */
  readonly details: readonly string[];
}

/** A list of what changed. */
export interface Part {
  readonly title: string;
  readonly items: readonly Item[];
  /** Number of what is listed. Default: that of the items. */
  readonly count?: number;
}

/** A report, with the totals at its end. */
export interface DiffReport {
  readonly parts: readonly Part[];
  readonly totals: string;
}

/** Renders a report for a pipe: everything, a line for each thing. */
export function renderLines({ parts, totals }: DiffReport): string {
  const texts = parts.map(({ title, items, count = items.length }) => {
    const lines = items.flatMap(({ line, details }) => [line, ...details.map((one) => `  ${one}`)]);
    return `${title} (${count})\n${lines.map((line) => `  ${line}`).join("\n")}`;
  });
  return [...texts, totals].join("\n\n");
}

/** Entries of a list that a terminal shows, and details of an entry. */
const SHOWN = { items: 20, details: 5 } as const;

interface TerminalOptions extends Terminal {
  /** True to show every entry. */
  readonly isAll: boolean;
}

/** Renders a report for people: in lines that fit, the first entries of each list. */
export function renderForTerminal(
  { parts, totals }: DiffReport,
  { columns, colors, isAll }: TerminalOptions,
): string {
  const indent = (text: string, depth: number): string[] =>
    wrap(text, columns - depth).map((line) => " ".repeat(depth) + line);
  const limit = (count: number): number => (isAll ? Number.POSITIVE_INFINITY : count);
  const texts = parts.map(({ title, items, count = items.length }) => {
    const lines = items.slice(0, limit(SHOWN.items)).flatMap(({ line, details }) => {
      const left = details.length - limit(SHOWN.details);
      return [
        ...indent(line, 2),
        ...details
          .slice(0, limit(SHOWN.details))
          .flatMap((one) => indent(one, 4))
          .map((one) => colors.dim(one)),
        ...(left > 0 ? [colors.dim(`    … ${left} more`)] : []),
      ];
    });
    const left = items.length - limit(SHOWN.items);
    const more = left > 0 ? [colors.dim(`  … ${left} more; --all shows every one`)] : [];
    return [colors.bold(`${title} (${groupDigits(String(count))})`), ...lines, ...more].join("\n");
  });
  const end = totals.split("\n").flatMap((line) => wrap(groupDigits(line), columns));
  return [...texts, end.join("\n")].join("\n\n");
}

/** A comment on GitHub may have 65 536 characters. */
const MAX_CHARACTERS = 60_000;
/** Entries of a list that are open; the others are folded. */
const OPEN = 20;
/** How many entries of each list, and details of each entry, are tried: the first that fits is taken. */
const CUTS = [
  { items: 1000, details: 50 },
  { items: 200, details: 20 },
  { items: 100, details: 10 },
  { items: 50, details: 5 },
  { items: 20, details: 3 },
  { items: 10, details: 0 },
  { items: 3, details: 0 },
  { items: 0, details: 0 },
] as const;

type Cut = (typeof CUTS)[number];

/** Renders a report as Markdown for a comment: long lists are folded, and cut where it would be too long. */
export function renderMarkdown({ parts, totals }: DiffReport): string {
  const end = `### Totals\n\n${totals}`;
  for (const cut of CUTS) {
    const text = [...parts.map((part) => markdownPart(part, cut)), end].join("\n\n");
    if (text.length <= MAX_CHARACTERS) return text;
  }
  return end;
}

function markdownPart({ title, items, count = items.length }: Part, cut: Cut): string {
  const shown = items.slice(0, cut.items).map((item) => markdownItem(item, cut));
  const left = items.length - shown.length;
  const more = left > 0 ? [`- … ${plural(left, "more line")}: see \`docgate diff\``] : [];
  const [open, folded] = [shown.slice(0, OPEN), shown.slice(OPEN)];
  const heading = `### ${title} (${count})`;
  if (folded.length === 0) return `${heading}\n\n${[...open, ...more].join("\n")}`;
  const rest = [...folded, ...more].join("\n");
  return `${heading}\n\n${open.join("\n")}\n\n<details><summary>${items.length - OPEN} more</summary>\n\n${rest}\n\n</details>`;
}

function markdownItem({ line, details }: Item, cut: Cut): string {
  const shown = details.slice(0, cut.details);
  const left = details.length - shown.length;
  return [
    `- ${line}`,
    ...shown.map((one) => `  - ${one}`),
    ...(left > 0 ? [`  - … ${left} more`] : []),
  ].join("\n");
}
