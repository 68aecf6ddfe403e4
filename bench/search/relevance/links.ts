import type { Link } from "mdast";
import { toString as textOf } from "mdast-util-to-string";
import { Resolver } from "../../../generator/link/resolve.ts";
import { loadParser } from "../../../generator/markdown/markdown.ts";
import { allNodes } from "../../../generator/markdown/markdown-nodes.ts";
import { isHeldOut } from "./held-out.ts";
import type { LabelledLink, RelevanceTree, Section, TreeDoc } from "./tree.ts";
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

/** Returns the labels of links that are held out of the index, sorted by their text. */
export function heldOutLabels({ links }: RelevanceTree): Label[] {
  const byTitle = Map.groupBy(links, ({ target }) => target.title);
  const byLabel = Map.groupBy(links, ({ label }) => label);
  const isQuery = (label: string): boolean =>
    label.length >= LEAST_LENGTH && !/^https?:/.test(label) && isHeldOut(label);
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

/** Reads all links from one page of a tree to another. */
export async function readLinks({
  docs,
  sections,
}: Pick<RelevanceTree, "docs" | "sections">): Promise<LabelledLink[]> {
  const parse = await loadParser("auto");
  const resolver = new Resolver({
    pages: docs,
    otherPaths: new Set(),
    base: "/docs",
    siteUrl: null,
  });
  const placeOf = new Map(docs.map(({ id }, place) => [id, place]));
  const bySection = Map.groupBy(sections, ({ place }) => docs[place.doc]!.id);
  const links: LabelledLink[] = [];
  for (const doc of docs) {
    for (const node of allNodes(parse(doc.body))) {
      if (node.type !== "link" || node.url === "") continue;
      const label = textOf(node).replace(/\s+/g, " ").trim();
      const place = targetOf(node, doc);
      const source = bySection
        .get(doc.id)!
        .findLast((section) => isAfterStart(node, { place: section.place, doc }));
      if (place === null || source === undefined) continue;
      const { title, headings } = docs[place.doc]!;
      const target = { title, heading: headings[place.heading]?.text ?? null };
      links.push({ label, target, place, source: answerOf(source) });
    }
  }
  return links;

  /** @returns null for a link out of the tree, to its own page, or to a heading that does not exist */
  function targetOf({ url }: Link, doc: TreeDoc): Section["place"] | null {
    const start = { line: 1, column: 1 };
    const resolved = resolver.resolve({ kind: "url", target: url, ...start }, doc.path);
    if (resolved.kind !== "page" || resolved.id === doc.id) return null;
    const place = { doc: placeOf.get(resolved.id)!, heading: -1 };
    if (resolved.fragment === null) return place;
    const { headings } = docs[place.doc]!;
    const heading = headings.findIndex(({ anchor }) => anchor === resolved.fragment);
    return heading < 0 ? null : { ...place, heading };
  }
}

function isAfterStart(
  { position }: Link,
  { place, doc }: { readonly place: Section["place"]; readonly doc: TreeDoc },
): boolean {
  return (doc.headings[place.heading]?.start ?? 0) <= position!.start.offset!;
}
