import type { CorpusDiff } from "./diff.ts";

export type DiffFormat = "pretty" | "json" | "markdown";

interface Part {
  readonly title: string;
  readonly lines: readonly string[];
}

/** Renders a diff; `pretty` and `markdown` leave out what is empty. */
export function renderDiff(diff: CorpusDiff, format: DiffFormat): string {
  if (format === "json") return JSON.stringify(diff, null, 2);
  const parts = partsOf(diff, format === "markdown" ? code : plain).filter(
    ({ lines }) => lines.length > 0,
  );
  if (parts.length === 0) return "No difference.";
  return parts.map(format === "markdown" ? markdownPart : prettyPart).join("\n\n");
}

type Quote = (text: string) => string;

function plain(text: string): string {
  return text;
}

/** A code span that also holds back quotes (CommonMark 6.1). */
function code(text: string): string {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
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
