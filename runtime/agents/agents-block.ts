import type { Corpus } from "../../corpus/open/corpus.ts";
import type { Doc } from "../../corpus/schema.ts";
import { inSiteOrder } from "../../corpus/site-order.ts";
import { countPages, LLMS_PATH } from "./llms-txt.ts";
import { type Section, sectionsOf } from "./page-folders.ts";
import { onOneLine } from "./page-markdown.ts";

type Pages = Pick<Corpus, "meta" | "docs">;

/** Limit of the block, in UTF-8. */
export const MAX_BLOCK_BYTES = 8_000;

const BEGIN =
  '<!-- docgate agents: begin (replace this block with the output of "docgate agents") -->';
const END = "<!-- docgate agents: end -->";
/** The address at which docgate listens by default. */
const LOCAL = "http://127.0.0.1:8080";

/**
 * Returns a block for the AGENTS.md of a repository: what the docs are, how to read a page, and an
 * index of the pages, as much of it as fits.
 *
 * @param publicUrl Address of docgate. Default: the one at which it listens on this machine.
 */
export function agentsBlock(corpus: Pages, publicUrl: string | undefined): string {
  const head = headOf(corpus, publicUrl);
  const frame = [BEGIN, ...head, "", END, ""].join("\n");
  const index = indexOf(corpus, MAX_BLOCK_BYTES - Buffer.byteLength(frame) - 1);
  return [BEGIN, ...head, index, END, ""].join("\n");
}

function headOf(pages: Pages, publicUrl: string | undefined): string[] {
  const own = publicUrl ?? LOCAL;
  const { meta } = pages;
  const { base } = meta;
  const local =
    publicUrl === undefined ? " These addresses answer while `docgate serve` runs." : "";
  const description = shorten(onOneLine(meta.description));
  return [
    `## Documentation: ${shorten(onOneLine(meta.name))}`,
    "",
    `${description} ${countPages(inSiteOrder(pages).length)}. Read them before you rely on what you remember.`,
    "",
    `- One page: \`GET ${own}${base}/PATH.md\`, PATH as below; \`?section=ANCHOR\` gives one section of it.`,
    `- Search in words: \`GET ${own}/search.json?q=WORDS\`. All pages: ${own}${LLMS_PATH}`,
    `- The same as tools: MCP at ${own}/mcp, or \`docgate mcp\`.${local}`,
    "",
  ];
}

/** A name or a description is cut at this length. */
const MAX_TEXT = 500;

function shorten(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - 1).trimEnd()}…`;
}

/** Returns the most detailed index that fits. */
function indexOf(pages: Pages, maxBytes: number): string {
  const sections = sectionsOf(pages);
  const titled = sections.map(({ docs }) => docs.map(withTitle).join("\n")).join("\n");
  if (Buffer.byteLength(titled) <= maxBytes) return titled;
  const named = sections.map((section) => lineOf(section, Number.POSITIVE_INFINITY)).join("\n");
  if (Buffer.byteLength(named) <= maxBytes) return named;
  return cutIndex(sections, maxBytes);
}

function withTitle({ id, title }: Doc): string {
  return `- ${pathOf(id)}: ${onOneLine(title)}`;
}

/** Gives every section the same room; what a short one leaves is for those after it. */
function cutIndex(sections: readonly Section[], maxBytes: number): string {
  const lines: string[] = [];
  // The shortest first, so that their room is known before the long ones are cut.
  const bySize = [...sections].sort((left, right) => left.docs.length - right.docs.length);
  const rest = `- and ${sections.length} more sections, see ${LLMS_PATH}`;
  let left = maxBytes - Buffer.byteLength(rest) - 1;
  const kept = new Map<Section, string>();
  for (const [at, section] of bySize.entries()) {
    const line = lineOf(section, Math.floor(left / (bySize.length - at)) - 1);
    const bytes = Buffer.byteLength(line) + 1;
    if (bytes > left) break;
    kept.set(section, line);
    left -= bytes;
  }
  for (const section of sections) {
    const line = kept.get(section);
    if (line !== undefined) lines.push(line);
  }
  const missing = sections.length - lines.length;
  if (missing > 0) lines.push(`- and ${missing} more sections, see ${LLMS_PATH}`);
  return lines.join("\n");
}

/** Returns the pages of a section on one line, by folder, as many as fit. */
function lineOf({ name, docs }: Section, maxBytes: number): string {
  const start = `- ${onOneLine(name)}/: `;
  const more = (count: number) => `… and ${count} more, see ${LLMS_PATH}`;
  const names: string[] = [];
  let bytes = Buffer.byteLength(start) + Buffer.byteLength(more(docs.length)) + 2;
  for (const { id } of docs) {
    const path = pathOf(name === "root" ? id : id.slice(name.length + 1));
    bytes += Buffer.byteLength(path) + 2;
    if (bytes > maxBytes) break;
    names.push(path);
  }
  const left = docs.length - names.length;
  const list = left > 0 ? [...names, more(left)] : names;
  return (name === "root" ? "- " : start) + list.join(", ");
}

/** Percent-encodes what an address cannot contain. */
function pathOf(id: string): string {
  return encodeURI(id).replace(/[?#,]/g, encodeURIComponent);
}
