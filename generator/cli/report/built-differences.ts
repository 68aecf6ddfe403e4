import { printable } from "../../../corpus/text/printable.ts";
import type { BuiltReport } from "../../built/settle/built-report.ts";
import { groupDigits, plural } from "./numbers.ts";

/** Where a model and a built site differ in one respect. */
export interface DifferenceList {
  /** The number of those that differ, in words: `2 of 320 addresses`. */
  readonly title: string;
  readonly lines: readonly string[];
  readonly advice: string;
}

/** Lines of a list beyond these are counted. */
const MAX_LINES = 10;
/** The same in JSON. */
const MAX_ITEMS = 1000;

interface ListOptions {
  /** Returns the path of a page as reports show it. */
  readonly pathOf: (path: string) => string;
}

/** Lists where the model of a site and the built site differ, without what is the same. */
export function listDifferences(
  { match, differences }: Pick<BuiltReport, "match" | "differences">,
  { pathOf }: ListOptions,
): DifferenceList[] {
  const { addresses, anchors, rest, addressShare, anchorShare } = differences();
  const { unmatched } = match;
  const isForm = addresses.every((difference) => difference.isForm);
  const lists: DifferenceList[] = [
    {
      title: `${addresses.length} of ${addressShare.all} addresses`,
      lines: addresses.map(({ path, model, site }) => `${pathOf(path)}  ${model} → ${site}`),
      advice: isForm
        ? 'Only their ends differ: set "suffix" or "indexSuffix" of "site".'
        : 'For those that follow no rule, "addresses" of "site" has exceptions.',
    },
    {
      title: `${anchors.length} of ${anchorShare.all} anchors`,
      lines: anchors.map(
        ({ path, heading, model, site }) =>
          `${pathOf(path)}  "${heading}": ${model} → ${site ?? "none"}`,
      ),
      advice: 'If all of them do, "anchors" is another rule; if a plugin makes them, keep "built".',
    },
    {
      title: `${plural(unmatched.length, "page")} that the site lacks`,
      lines: unmatched.map(({ source, candidates }) =>
        candidates.length === 0
          ? pathOf(source.path)
          : `${pathOf(source.path)}  perhaps ${candidates.join(", ")}`,
      ),
      advice: 'Build the site again, or leave them out with "ignore".',
    },
    {
      title: `${plural(rest.length, "page")} of the site without a page of the tree`,
      lines: rest,
      advice: "Links to them are not broken.",
    },
  ];
  return lists.filter(({ lines }) => lines.length > 0);
}

interface TextOptions {
  /** True to list all. */
  readonly isAll: boolean;
}

/** Returns lists of differences as lines for people. */
export function differencesText(lists: readonly DifferenceList[], { isAll }: TextOptions): string {
  const parts = lists.map(({ title, lines, advice }) => {
    const shown = isAll ? lines : lines.slice(0, MAX_LINES);
    const more = lines.length - shown.length;
    const rest = more > 0 ? [`… ${more} more; --all shows every one`] : [];
    return [
      `  ${groupDigits(title)}. ${advice}`,
      ...[...shown, ...rest].map((line) => `    ${line}`),
    ];
  });
  return ["The model and the built site differ:", ...parts.flat()].join("\n");
}

/** Returns lists of differences as Markdown, for a job summary on GitHub. */
export function differencesMarkdown(lists: readonly DifferenceList[]): string {
  const parts = lists.map(({ title, lines, advice }) => {
    const shown = lines.slice(0, MAX_LINES).map((line) => `- ${escapeMarkdown(line)}`);
    const more = lines.length - shown.length;
    const rest = more > 0 ? [`- … ${more} more`] : [];
    return [`**${title}.** ${advice}`, "", ...shown, ...rest, ""];
  });
  return ["### docgate: the model and the built site differ", "", ...parts.flat()].join("\n");
}

function escapeMarkdown(text: string): string {
  return printable(text)
    .replace(/\s+/g, " ")
    .replace(/[\\`*_{}[\]()#+!|<>&~]/g, "\\$&");
}

/** Returns the differences as JSON has them. */
export function differencesJson({ name, match, differences }: BuiltReport): object {
  const { addresses, anchors, rest } = differences();
  const { matched, stale, unmatched } = match;
  const missing = unmatched.map(({ source, candidates }) => ({ path: source.path, candidates }));
  const lists = { addresses, anchors, missing, rest };
  const entries: [string, readonly unknown[]][] = Object.entries(lists);
  return {
    folder: name,
    found: matched.length,
    stale: stale.length,
    counts: Object.fromEntries(entries.map(([list, items]) => [list, items.length])),
    ...Object.fromEntries(entries.map(([list, items]) => [list, items.slice(0, MAX_ITEMS)])),
  };
}
