import { posix } from "node:path";
import type { Edit } from "../../../../corpus/marks.ts";
import { frontmatterBlock } from "../../../markdown/frontmatter/frontmatter-block.ts";
import { isMarkdown } from "../../../markdown/is-markdown.ts";
import { lineBefore } from "../lines.ts";
import type { SyntaxContext } from "../syntax.ts";
import { findShortcodes } from "./shortcode-tags.ts";

/** Names of shortcodes by which sites include a file of Markdown. */
const INCLUDES = new Set(["include", "include-md", "readfile", "snippet"]);

/**
 * Includes Markdown files by the shortcode `include`, which many sites define under this name, but
 * Hugo does not: `{{% include "/common/x.md" %}}`, from the content's root or the page's folder.
 */
export function readHugoIncludes(
  text: string,
  { bodyStart, location, include }: SyntaxContext,
): Edit[] {
  if (!text.includes("{{")) return [];
  const edits: Edit[] = [];
  for (const { start, end, name, kind, positional, named } of findShortcodes(text, bodyStart)
    .tags) {
    if (kind === "close" || !INCLUDES.has(name.toLowerCase())) continue;
    const path = named.get("file") ?? named.get("path") ?? positional[0];
    if (path === undefined || !isMarkdown(path)) continue;
    const found = include({ path, bases: basesOf(path, location), at: start });
    if (found === null) continue;
    const block = frontmatterBlock(found.text, ["toml", "json"]);
    const lines = found.text
      .slice(block?.end ?? 0)
      .trim()
      .split(/\r\n|\r|\n/);
    const indent = /^[ \t]*/.exec(lineBefore(text, start))![0];
    edits.push({ start, end, text: lines.join(`\n${indent}`) });
  }
  return edits;
}

/** Returns the folder of the page and those above it: one of them is the content's root. */
function basesOf(path: string, location: string): string[] {
  const bases = [posix.dirname(location)];
  while (bases.at(-1) !== ".") bases.push(posix.dirname(bases.at(-1)!));
  return path.startsWith("/") ? bases.reverse() : bases;
}
