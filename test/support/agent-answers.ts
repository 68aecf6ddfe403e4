import { countTokens as countCl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { countTokens as countO200k } from "gpt-tokenizer/encoding/o200k_base";

/** Counts tokens as two vocabularies do that models use, and returns the higher number. */
export function countTokens(text: string): number {
  const options = { allowedSpecial: "all" } as const;
  return Math.max(countCl100k(text, options), countO200k(text, options));
}

/** Refs that an answer names: of its parts, its hits, its lists, and of what it left out. */
export function refsIn(answer: string): string[] {
  const [top = "", ...rest] = answer.split("\n\n");
  const named = top.split("\n").flatMap((line) => {
    const [, list = ""] =
      /^(?:Left out, to be read next:|Place 1 continues at|.*Nearest(?: pages)?:|.*first:) (.*)\.$/.exec(
        line,
      ) ?? [];
    return list
      .replace(/, and \d+ more of your refs$/, "")
      .split(", ")
      .map((ref) => ref.replace(/ \(\d+ tokens\)$/, ""))
      .filter((ref) => ref !== "");
  });
  const body = rest.join("\n\n");
  const parts = body.matchAll(/^=== (\S+): /gm);
  // Lists of hits are numbered, and so are lists in the docs, which come after.
  const hits = body.split("\n=== ", 1)[0]!.matchAll(/^\d+\. (\S+): /gm);
  return [...named, ...[...parts, ...(body.startsWith("===") ? [] : hits)].map(([, ref]) => ref!)];
}

/** The refs that continue what an answer left out. */
export function continuationsIn(answer: string): string[] {
  return refsIn(answer.split("\n\n")[0]!).filter((ref) => /~\d+$/.test(ref));
}

/** Tells whether a text ends within a fenced code block. */
export function endsInFence(text: string): boolean {
  let open = "";
  for (const line of text.split(/\r?\n/)) {
    const [, marks = "", info = ""] =
      /^[\s>]*(?:(?:[-*+]|\d+[.)])\s+)*(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (marks === "" || (open === "" && marks[0] === "`" && info.includes("`"))) continue;
    if (open === "") open = marks;
    else if (marks.startsWith(open) && info.trim() === "") open = "";
  }
  return open !== "";
}
