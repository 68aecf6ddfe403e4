import { printable } from "../../../corpus/text/printable.ts";
import type { Miss, Relevance } from "./relevance.ts";

/** Ways to print how well a search answers. */
export const FORMATS = {
  pretty,
  json: (relevance: Relevance) => JSON.stringify(relevance, null, 2),
  markdown,
} as const satisfies Readonly<Record<string, (relevance: Relevance) => string>>;

function pretty(relevance: Relevance): string {
  const misses = relevance.misses.map(
    ({ query, expect, rank, instead }) =>
      `${printable(query)}\n${[
        ...expect.map((address) => `  expected  ${printable(address)}`),
        ...instead.map((slug, at) => `  ${at + 1}         ${printable(slug)}`),
        ...(rank === null ? [] : [`  ${String(rank).padEnd(2)}        the first that is expected`]),
      ].join("\n")}\n`,
  );
  const figures = figuresOf(relevance).map(([name, value]) => `${name.padEnd(10)}${value}`);
  return [...misses, ...figures].join("\n");
}

function markdown(relevance: Relevance): string {
  const { misses } = relevance;
  const rows = figuresOf(relevance).map(([name, value]) => `| ${name} | ${value} |`);
  const table = ["| search | |", "| --- | --- |", ...rows];
  const lists = misses.flatMap(({ query, expect, instead }) => [
    `- ${code(query)}`,
    `  - expected: ${expect.map(code).join(", ")}`,
    `  - came: ${instead.map(code).join(", ") || "nothing"}`,
  ]);
  const title = `### Questions without a right answer among the first five (${misses.length})`;
  return [...table, ...(misses.length === 0 ? [] : ["", title, "", ...lists])].join("\n");
}

function figuresOf({ questions, recallAt1, recallAt5, mrrAt10 }: Relevance): [string, string][] {
  const share = (part: number): string =>
    `${(part * 100).toFixed(1)} %, ${Math.round(part * questions)} of ${questions}`;
  return [
    ["recall@1", share(recallAt1)],
    ["recall@5", share(recallAt5)],
    ["MRR@10", mrrAt10.toFixed(3)],
  ];
}

/** Returns a text as code of Markdown, on one line. */
function code(text: Miss["query"]): string {
  return `\`${printable(text).replaceAll("`", "'")}\``;
}
