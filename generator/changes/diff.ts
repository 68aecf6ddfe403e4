import { parseAddress } from "../../corpus/redirects.ts";
import type { CorpusFile, Doc } from "../../corpus/schema.ts";
import { compareCodePoints } from "../../corpus/text/order.ts";
import { Resolver } from "../link/resolve.ts";
import { Edits } from "./edited.ts";
import { CERTAIN } from "./moves/certain.ts";
import { findMoves, type Move } from "./moves/moves.ts";

/** The part of a corpus that a diff reads. */
export type DiffSide = Pick<CorpusFile, "docs">;

/** The changes in one release of the documentation that matter to those who link to it. */
export interface CorpusDiff {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Pages that are certainly a whole new page, and pages with a new slug. */
  readonly moved: readonly RenamedPage[];
  /**
   * Pages that stayed and whose own text differs, with the fields that differ. That links follow what
   * moved is not a difference.
   */
  readonly changed: readonly { readonly id: string; readonly fields: readonly string[] }[];
  /** Headings whose anchor is gone from a page that stayed or moved. */
  readonly anchorsGone: readonly { readonly id: string; readonly anchor: string }[];
  /** Links of the new corpus that led somewhere in the old one and no longer do. */
  readonly brokenLinks: readonly { readonly from: string; readonly to: string }[];
  /** Addresses, `slug` or `slug#anchor`, that exist in the old corpus but not in the new one. */
  readonly brokenAddresses: readonly string[];
  /**
   * Where the content of addresses that are gone is now, in code-point order of `from`: ids, and slugs
   * of pages that have kept their id.
   */
  readonly moves: readonly Move[];
}

interface RenamedPage {
  readonly from: string;
  readonly to: string;
  readonly oldSlug: string;
  readonly newSlug: string;
}

/** The fields of a page that its author writes. */
const OWN = ["title", "description", "headings", "body"] as const satisfies (keyof Doc)[];
/** The links of a page also differ if only their targets moved. */
const COMPARED = [...OWN, "links"] as const satisfies (keyof Doc)[];

/**
 * Compares two corpora, page by page and address by address.
 *
 * @example
 * import { readFile } from "node:fs/promises";
 * import { diffCorpora } from "docgate/generator";
 *
 * const before = JSON.parse(await readFile("dist/released.json", "utf8"));
 * const after = JSON.parse(await readFile("dist/corpus.json", "utf8"));
 * console.log(diffCorpora(before, after).brokenAddresses);
 */
export function diffCorpora(before: DiffSide, after: DiffSide): CorpusDiff {
  const content = findMoves(before.docs, after.docs);
  const addresses = findNewAddresses(before.docs, after.docs);
  const moves = [...content, ...addresses].sort((left, right) =>
    compareCodePoints(left.from, right.from),
  );
  return { ...comparePages({ before, after }, moves), moves };
}

/** Returns the moves of pages that have kept their id and have another slug. */
function findNewAddresses(before: readonly Doc[], after: readonly Doc[]): Move[] {
  const newDocs = byId(after);
  const alive = new Set(after.map(({ slug }) => slug));
  return before.flatMap(({ id, slug: from }): Move[] => {
    const to = newDocs.get(id)?.slug;
    if (to === undefined || to === from || alive.has(from)) return [];
    return [{ from, to, confidence: 1, reason: "The page has another address." }];
  });
}

/** Compares two corpora, given what moved between them. */
export function comparePages(
  { before, after }: { readonly before: DiffSide; readonly after: DiffSide },
  moves: readonly Move[],
): Omit<CorpusDiff, "moves"> {
  const oldDocs = byId(before.docs);
  const newDocs = byId(after.docs);
  const fresh = new Map(
    after.docs.filter(({ id }) => !oldDocs.has(id)).map((doc) => [doc.id, doc]),
  );
  const successors = findSuccessors(moves, fresh);
  const pairs = before.docs.flatMap((old): [Doc, Doc][] => {
    const now = newDocs.get(old.id) ?? successors.get(old.id);
    return now ? [[old, now]] : [];
  });
  const arrived = new Set(successors.values());
  const edits = new Edits(moves);
  return {
    added: [...fresh.values()].filter((doc) => !arrived.has(doc)).map(({ id }) => id),
    removed: before.docs
      .map(({ id }) => id)
      .filter((id) => !newDocs.has(id) && !successors.has(id)),
    moved: pairs.filter(([old, now]) => old.slug !== now.slug).map(toRenamed),
    changed: pairs.flatMap(([old, now]) => toChange(old, { now, edits })),
    anchorsGone: pairs.flatMap(([old, now]) =>
      goneAnchors(old, now).map((anchor) => ({ id: old.id, anchor })),
    ),
    brokenLinks: findBrokenLinks(after.docs, { oldDocs, newDocs, pairs }),
    brokenAddresses: findBrokenAddresses(before.docs, after.docs),
  };
}

function byId(docs: readonly Doc[]): Map<string, Doc> {
  return new Map(docs.map((doc) => [doc.id, doc]));
}

/** Returns the anchors of a page, each once; those that another page has are left out. */
function goneAnchors(old: Doc, now?: Doc): string[] {
  const alive = new Set(now?.headings.map(({ anchor }) => anchor));
  return [...new Set(old.headings.map(({ anchor }) => anchor))].filter(
    (anchor) => !alive.has(anchor),
  );
}

function hasAnchor({ headings }: Doc, name: string): boolean {
  return headings.some(({ anchor }) => anchor === name);
}

/** Returns the new pages that old pages, by id, certainly are now as a whole; each has one at most. */
function findSuccessors(moves: readonly Move[], fresh: ReadonlyMap<string, Doc>): Map<string, Doc> {
  const certain = moves.filter(({ to, confidence }) => confidence >= CERTAIN && fresh.has(to));
  const pages = certain.filter(({ from }) => parseAddress(from).anchor === null);
  return new Map(
    [...Map.groupBy(pages, ({ to }) => to)].map(([to, [first]]) => [first!.from, fresh.get(to)!]),
  );
}

function toRenamed([old, now]: [Doc, Doc]): RenamedPage {
  return { from: old.id, to: now.id, oldSlug: old.slug, newSlug: now.slug };
}

function toChange(
  old: Doc,
  { now, edits }: { readonly now: Doc; readonly edits: Edits },
): { id: string; fields: string[] }[] {
  const isEdited = edits.isEdited(old, now);
  const isChanged = (field: keyof Doc) =>
    field === "body" ? isEdited : !isSame(outlineOf(old[field]), outlineOf(now[field]));
  return OWN.some(isChanged) ? [{ id: now.id, fields: COMPARED.filter(isChanged) }] : [];
}

/** Leaves out where headings start, which is another place if an address before them is. */
function outlineOf(field: Doc[keyof Doc]): Doc[keyof Doc] {
  if (!Array.isArray(field)) return field;
  return field.map((each) =>
    typeof each === "object" && "start" in each ? { ...each, start: 0 } : each,
  ) as Doc[keyof Doc];
}

function isSame(left: Doc[keyof Doc], right: Doc[keyof Doc]): boolean {
  return (
    left === right || (typeof left === "object" && JSON.stringify(left) === JSON.stringify(right))
  );
}

interface Sides {
  readonly oldDocs: ReadonlyMap<string, Doc>;
  readonly newDocs: ReadonlyMap<string, Doc>;
  readonly pairs: readonly [Doc, Doc][];
}

function findBrokenLinks(docs: readonly Doc[], sides: Sides): { from: string; to: string }[] {
  const { oldDocs, newDocs, pairs } = sides;
  const predecessors = new Map(pairs.map(([old, now]) => [now.id, old]));
  const oldPages = [...oldDocs.values()];
  const resolver = new Resolver({
    pages: oldPages,
    otherPaths: new Set(),
    base: "",
    siteUrl: null,
  });

  return docs.flatMap((doc) => {
    const { id: from, deadLinks } = doc;
    const pages = deadLinks.flatMap((target) => {
      const page = resolver.findTarget(target);
      return page && !newDocs.has(page.id) ? [page.id] : [];
    });
    const anchors = deepLinksOf(doc).filter(
      ({ id, anchor }) =>
        predecessors.has(id) &&
        hasAnchor(predecessors.get(id)!, anchor) &&
        !hasAnchor(newDocs.get(id)!, anchor),
    );
    const targets = [...pages, ...anchors.map(({ id, anchor }) => `${id}#${anchor}`)];
    return targets.map((to) => ({ from, to }));
  });
}

/** Returns the anchors of other pages that the links of a page name, each once. */
function deepLinksOf({ links, marks }: Doc): { id: string; anchor: string }[] {
  const targets = new Set(marks.links.map(([, , target]) => target));
  return [...targets].flatMap((target) => {
    const [, place, anchor] = /^(\d+)#(.*)$/s.exec(String(target)) ?? [];
    return anchor === undefined ? [] : [{ id: links[Number(place)]!, anchor }];
  });
}

function findBrokenAddresses(before: readonly Doc[], after: readonly Doc[]): string[] {
  const bySlug = new Map(after.map((doc) => [doc.slug, doc]));
  return before.flatMap((old) => {
    const now = bySlug.get(old.slug);
    const anchors = goneAnchors(old, now).map((anchor) => `${old.slug}#${anchor}`);
    return now ? anchors : [old.slug, ...anchors];
  });
}
