import type { Link } from "mdast";
import { toString as textOf } from "mdast-util-to-string";
import { Resolver } from "../generator/link/resolve.ts";
import { loadParser } from "../generator/markdown/markdown.ts";
import { allNodes } from "../generator/markdown/markdown-nodes.ts";
import type { RelevanceTree, Section, TreeDoc } from "./relevance-tree.ts";
import { type Answer, answerOf } from "./relevance-truth.ts";

/** A link label, with the targets of its links and the places that have such links. */
export interface Label {
  readonly label: string;
  readonly targets: readonly Answer[];
  readonly sources: readonly Answer[];
}

/** Maximum number of targets of a label: those with more, such as "here", are not queries. */
const MOST_TARGETS = 3;
const LEAST_LENGTH = 3;

interface FoundLabel {
  readonly targets: Map<string, Answer>;
  readonly sources: Map<string, Answer>;
}

/** Reads the labels of all links from one page of the tree to another, sorted by their text. */
export async function readLabels({ docs, sections }: RelevanceTree): Promise<Label[]> {
  const parse = await loadParser("auto");
  const resolver = new Resolver({
    pages: docs,
    otherPaths: new Set(),
    base: "/docs",
    siteUrl: null,
  });
  const byId = new Map(docs.map((doc) => [doc.id, doc]));
  const bySection = Map.groupBy(sections, ({ place }) => docs[place.doc]!.id);
  const found = new Map<string, FoundLabel>();
  for (const doc of docs) {
    for (const node of allNodes(parse(doc.body))) {
      if (node.type !== "link" || node.url === "") continue;
      const label = textOf(node).replace(/\s+/g, " ").trim();
      if (label.length < LEAST_LENGTH || /^https?:/.test(label)) continue;
      const target = targetOf(node, doc);
      const source = bySection
        .get(doc.id)!
        .findLast(({ place }) => isAfterStart(node, { place, doc }));
      if (target === null || source === undefined) continue;
      const entry = found.get(label) ?? { targets: new Map(), sources: new Map() };
      entry.targets.set(JSON.stringify(target), target);
      entry.sources.set(JSON.stringify(answerOf(source)), answerOf(source));
      found.set(label, entry);
    }
  }
  return Array.from(found, ([label, { targets, sources }]) => ({
    label,
    targets: [...targets.values()],
    sources: [...sources.values()],
  }))
    .filter(({ targets }) => targets.length <= MOST_TARGETS)
    .sort((left, right) => (left.label < right.label ? -1 : 1));

  /** @returns null for a link out of the tree, to its own page, or to a heading that does not exist */
  function targetOf({ url }: Link, doc: TreeDoc): Answer | null {
    const place = { line: 1, column: 1 };
    const resolved = resolver.resolve({ kind: "url", target: url, ...place }, doc.path);
    if (resolved.kind !== "page" || resolved.id === doc.id) return null;
    const { title, headings } = byId.get(resolved.id)!;
    if (resolved.fragment === null) return { title, heading: null };
    const heading = headings.find(({ anchor }) => anchor === resolved.fragment);
    return heading ? { title, heading: heading.text } : null;
  }
}

function isAfterStart(
  { position }: Link,
  { place, doc }: { readonly place: Section["place"]; readonly doc: TreeDoc },
): boolean {
  return (doc.headings[place.heading]?.start ?? 0) <= position!.start.offset!;
}
