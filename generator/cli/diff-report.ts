import { printable } from "../../corpus/printable.ts";
import type { CorpusDiff } from "../changes/diff.ts";

export type DiffFormat = "pretty" | "json" | "markdown";

interface Part {
  readonly title: string;
  readonly lines: readonly string[];
}

/** Renders a diff; `pretty` and `markdown` omit empty parts. */
export function renderDiff(diff: CorpusDiff, format: DiffFormat): string {
  if (format === "json") return JSON.stringify(diff, null, 2);
  const parts = partsOf(diff, format === "markdown" ? code : printable).filter(
    ({ lines }) => lines.length > 0,
  );
  if (parts.length === 0) return "No difference.";
  return parts.map(format === "markdown" ? markdownPart : prettyPart).join("\n\n");
}

type Quote = (text: string) => string;

/** Returns a code span whose fence is longer than any run of backticks in it (CommonMark 6.1). */
function code(text: string): string {
  const shown = printable(text);
  const runs = shown.match(/`+/g) ?? [];
  const fence = "`".repeat(1 + Math.max(0, ...runs.map(({ length }) => length)));
  const pad = /`|^ | $/.test(shown) ? " " : "";
  return fence + pad + shown + pad + fence;
}

function partsOf(diff: CorpusDiff, quote: Quote): Part[] {
  return [
    { title: "Links that break", lines: diff.brokenLinks.map(pair) },
    { title: "Addresses that break", lines: diff.brokenAddresses.map(quote) },
    {
      title: "Anchors gone",
      lines: diff.anchorsGone.map(({ id, anchor }) => quote(`${id}#${anchor}`)),
    },
    { title: "Removed", lines: diff.removed.map(quote) },
    {
      title: "Moved",
      lines: diff.moved.map(({ oldSlug, newSlug }) => pair({ from: oldSlug, to: newSlug })),
    },
    { title: "Added", lines: diff.added.map(quote) },
    {
      title: "Changed",
      lines: diff.changed.map(({ id, fields }) => `${quote(id)} (${fields.join(", ")})`),
    },
  ];

  function pair({ from, to }: { from: string; to: string }): string {
    return `${quote(from)} → ${quote(to)}`;
  }
}

function prettyPart({ title, lines }: Part): string {
  return `${title} (${lines.length})\n${lines.map((line) => `  ${line}`).join("\n")}`;
}

function markdownPart({ title, lines }: Part): string {
  return `### ${title} (${lines.length})\n\n${lines.map((line) => `- ${line}`).join("\n")}`;
}
