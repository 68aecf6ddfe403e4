import { join } from "node:path";
import { applyEdits, editsOf, pageTextOf, VisibleText } from "../../corpus/marks.ts";
import type { Doc } from "../../corpus/schema.ts";
import { parseConfig, type UserConfig } from "../../generator/config/config.ts";
import type { GeneratedCorpus } from "../../generator/config/generation.ts";
import { generate } from "../../generator/generate.ts";
import { makeTree, type TreeFiles } from "./tree.ts";

export interface SiteTreeOptions extends UserConfig {
  /** The docs root in the tree. Default: the tree itself. */
  readonly root?: string;
}

/** Generates from the files of a site, whose generator is recognised. */
export async function generateSite(
  files: TreeFiles,
  { root = ".", ...config }: SiteTreeOptions = {},
): Promise<GeneratedCorpus> {
  const tree = join(await makeTree(files), root);
  return generate({ root: tree, config: parseConfig({ site: "auto", ...config }) });
}

/** Returns the address of each page, by path. */
export function addressesOf({ content }: GeneratedCorpus): Record<string, string> {
  return Object.fromEntries(content.docs.map(({ path, slug }) => [path, slug]));
}

/** Returns what readers see of a page apart from its headings, on one line. */
export function textOf({ content }: GeneratedCorpus, id: string): string {
  const doc = docOf(content.docs, id);
  const text = pageTextOf(doc);
  const seen = new VisibleText({ text, marks: doc.marks }).read({ start: 0, end: text.length });
  return seen.replace(/\s+/g, " ").trim();
}

/** Returns the Markdown of a page as agents are given it, with the addresses that it has in its source. */
export function agentTextOf({ content }: GeneratedCorpus, id: string): string {
  const doc = docOf(content.docs, id);
  const { hidden } = doc.marks;
  return applyEdits(
    pageTextOf(doc),
    editsOf({ hidden, links: [] }, () => ""),
  );
}

/** Returns the anchors of a page's headings. */
export function anchorsOf({ content }: GeneratedCorpus, id: string): string[] {
  return docOf(content.docs, id).headings.map(({ anchor }) => anchor);
}

/** Returns the ids of the pages that a page links to. */
export function linksOf({ content }: GeneratedCorpus, id: string): readonly string[] {
  return docOf(content.docs, id).links;
}

function docOf(docs: readonly Doc[], id: string): Doc {
  const doc = docs.find((each) => each.id === id);
  if (doc === undefined) throw new Error(`There is no page "${id}".`);
  return doc;
}

/** Returns the problems, as `file:line rule message`. */
export function problemsOf({ problems }: GeneratedCorpus): string[] {
  return problems.map(({ file, line, rule, message }) => `${file}:${line} ${rule} ${message}`);
}

/** Returns the titles of a site's navigation, each with a dash for each level, or the ids of pages. */
export function navOf({ content }: GeneratedCorpus): string[] {
  return (content.meta.nav ?? []).map(({ depth, title, id }) => {
    const name = [title, id].filter((each) => each !== null).join(" = ");
    return `${"- ".repeat(depth)}${name}`;
  });
}
