import type { Link } from "mdast";
import { toString as textOf } from "mdast-util-to-string";
import { Resolver } from "../../../generator/link/resolve.ts";
import { loadParser } from "../../../generator/markdown/markdown.ts";
import { allNodes } from "../../../generator/markdown/markdown-nodes.ts";
import type { RelevanceTree, Section, TreeDoc } from "./tree.ts";
import { type Answer, answerOf, isMeant } from "./truth.ts";

/**
 * A link label, with the targets of its links and the places that link to one of these with any
 * label.
 */
export interface Label {
  readonly label: string;
  readonly targets: readonly Answer[];
  readonly sources: readonly Answer[];
}

/** Maximum number of targets of a label: those with more, such as "here", are not queries. */
const MOST_TARGETS = 3;
const LEAST_LENGTH = 3;

/** A link from one page of the tree to another. */
interface LabelledLink {
  readonly label: string;
  readonly target: Answer;
  readonly source: Answer;
}

/** Reads the labels of all links from one page of the tree to another, sorted by their text. */
export async function readLabels(tree: RelevanceTree): Promise<Label[]> {
  const links = await readLinks(tree);
  const byTitle = Map.groupBy(links, ({ target }) => target.title);
  const byLabel = Map.groupBy(links, ({ label }) => label);
  const isQuery = (label: string): boolean =>
    label.length >= LEAST_LENGTH && !/^https?:/.test(label);
  return Array.from(byLabel, ([label, own]) => {
    const targets = distinct(own.map(({ target }) => target));
    const sources = targets.flatMap((answer) =>
      byTitle
        .get(answer.title)!
        .filter(({ target }) => isMeant(target, { answer, level: "place" }))
        .map(({ source }) => source),
    );
    return { label, targets, sources: distinct(sources) };
  })
    .filter(({ label, targets }) => isQuery(label) && targets.length <= MOST_TARGETS)
    .sort((left, right) => (left.label < right.label ? -1 : 1));
}

function distinct(answers: readonly Answer[]): Answer[] {
  return [...new Map(answers.map((answer) => [JSON.stringify(answer), answer])).values()];
}

async function readLinks({ docs, sections }: RelevanceTree): Promise<LabelledLink[]> {
  const parse = await loadParser("auto");
  const resolver = new Resolver({
    pages: docs,
    otherPaths: new Set(),
    base: "/docs",
    siteUrl: null,
  });
  const byId = new Map(docs.map((doc) => [doc.id, doc]));
  const bySection = Map.groupBy(sections, ({ place }) => docs[place.doc]!.id);
  const links: LabelledLink[] = [];
  for (const doc of docs) {
    for (const node of allNodes(parse(doc.body))) {
      if (node.type !== "link" || node.url === "") continue;
      const label = textOf(node).replace(/\s+/g, " ").trim();
      const target = targetOf(node, doc);
      const source = bySection
        .get(doc.id)!
        .findLast(({ place }) => isAfterStart(node, { place, doc }));
      if (target === null || source === undefined) continue;
      links.push({ label, target, source: answerOf(source) });
    }
  }
  return links;

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
