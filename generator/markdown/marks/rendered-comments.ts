import type { HiddenPart } from "./parts.ts";

/** The comments of a page that its site makes something visible of. */
interface RenderedComments {
  /** Where they begin. */
  readonly starts: ReadonlySet<number>;
  /** Their words, and those with a plus sign: what the site makes of them may have them as ids. */
  readonly ids: readonly string[];
}

const CONTENT = /^(?:<!--|\{\/\*)([\s\S]*?)(?:-->|\*\/\})$/;

/**
 * Finds the comments that hooks of a site replace, such as `<!-- md:setting config.enabled -->`.
 *
 * @param patterns regular expressions for the content of such comments
 */
export function findRenderedComments(
  hidden: readonly HiddenPart[],
  { source, patterns }: { readonly source: string; readonly patterns: readonly string[] },
): RenderedComments {
  const rules = patterns.map((pattern) => new RegExp(pattern, "u"));
  const starts = new Set<number>();
  const ids: string[] = [];
  for (const { kind, start, end } of rules.length === 0 ? [] : hidden) {
    const content = kind === "comment" ? CONTENT.exec(source.slice(start, end))?.[1]?.trim() : null;
    if (content == null || !rules.some((rule) => rule.test(content))) continue;
    starts.add(start);
    for (const word of content.split(/\s+/)) ids.push(word, `+${word}`);
  }
  return { starts, ids };
}
