import type { PageState, Snapshot } from "./snapshot.ts";

/** How a page or a section changed. */
export type ChangeKind = "added" | "changed" | "moved" | "removed";

/** A page that changed, or has a section that did. */
export interface PageChange {
  readonly change: ChangeKind;
  readonly id: string;
  /** The id that a moved page had before; null for others. */
  readonly from: string | null;
  readonly slug: string;
  readonly title: string;
}

/** Where a section is. */
export interface SectionPlace {
  /** Id of the page. */
  readonly id: string;
  /** Null for the text before the first heading. */
  readonly anchor: string | null;
}

/** A section that changed. */
export interface SectionChange extends SectionPlace {
  readonly change: ChangeKind;
  /** The place that a moved section had before; null for others. */
  readonly from: SectionPlace | null;
  /** Its hash, or its last one if it was removed. */
  readonly hash: string;
  /** The hash of a changed section before; null for others. */
  readonly before: string | null;
}

/** Everything that changed between two states of a corpus. */
export interface Changes {
  /** `sha256` of the older corpus. */
  readonly since: string;
  /** `sha256` of the newer one. */
  readonly sha256: string;
  readonly pages: readonly PageChange[];
  readonly sections: readonly SectionChange[];
}

/** Share of the sections of a page that must have moved to another one if that is the same page. */
const LEAST_MOVED = 0.5;

interface Section extends SectionPlace {
  readonly hash: string;
}

/**
 * Compares two states of a corpus, a page at each step. If one removes what was removed, and puts what
 * was added, changed or moved in its place, the older state becomes the newer. A moved section has the
 * same text as before.
 */
export function* changesBetween(older: Snapshot, newer: Snapshot): Generator<undefined, Changes> {
  const before = indexed(older);
  const after = indexed(newer);
  const gone = new Map<string, Section[]>();
  for (const page of older.pages) {
    for (const section of sectionsOf(page)) {
      if (hashAt(after, section) !== undefined) continue;
      const same = gone.get(section.hash);
      if (same) same.push(section);
      else gone.set(section.hash, [section]);
    }
    yield;
  }
  const sections: SectionChange[] = [];
  for (const page of newer.pages) {
    for (const section of sectionsOf(page)) {
      const hash = hashAt(before, section);
      if (hash === section.hash) continue;
      if (hash !== undefined) {
        sections.push({ change: "changed", from: null, before: hash, ...section });
        continue;
      }
      const from = takeLike(section, gone);
      sections.push({ change: from ? "moved" : "added", from, before: null, ...section });
    }
    yield;
  }
  for (const section of [...gone.values()].flat()) {
    sections.push({ change: "removed", from: null, before: null, ...section });
  }
  const pages = pageChanges({ before, after, sections });
  return { since: older.sha256, sha256: newer.sha256, pages, sections };
}

interface IndexedPage extends PageState {
  readonly hashes: ReadonlyMap<string | null, string>;
}

type Pages = ReadonlyMap<string, IndexedPage>;

function indexed({ pages }: Snapshot): Pages {
  return new Map(pages.map((page) => [page.id, { ...page, hashes: new Map(page.sections) }]));
}

function hashAt(pages: Pages, { id, anchor }: SectionPlace): string | undefined {
  return pages.get(id)?.hashes.get(anchor);
}

function sectionsOf({ id, sections }: PageState): Section[] {
  // Of sections with one anchor, the last counts.
  return Array.from(new Map(sections), ([anchor, hash]) => ({ id, anchor, hash }));
}

/** Takes a section with the same text out of those that are gone, if possible with the same anchor. */
function takeLike(
  { anchor, hash }: Section,
  gone: ReadonlyMap<string, Section[]>,
): SectionPlace | null {
  const same = gone.get(hash) ?? [];
  const at = Math.max(
    0,
    same.findIndex((section) => section.anchor === anchor),
  );
  const [taken] = same.splice(at, 1);
  return taken ? { id: taken.id, anchor: taken.anchor } : null;
}

interface PagesOptions {
  readonly before: Pages;
  readonly after: Pages;
  readonly sections: readonly SectionChange[];
}

function pageChanges({ before, after, sections }: PagesOptions): PageChange[] {
  const moved = movedPages({ before, after, sections });
  const touched = new Set(sections.flatMap(({ id, from }) => (from ? [id, from.id] : [id])));
  const changes: PageChange[] = [];
  for (const { id, slug, title } of after.values()) {
    const old = before.get(id);
    const from = moved.get(id) ?? null;
    if (old && !touched.has(id) && old.slug === slug && old.title === title) continue;
    const change = old ? "changed" : from === null ? "added" : "moved";
    changes.push({ change, id, from, slug, title });
  }
  const left = new Set(moved.values());
  for (const { id, slug, title } of before.values()) {
    if (after.has(id) || left.has(id)) continue;
    changes.push({ change: "removed", id, from: null, slug, title });
  }
  return changes;
}

/** Returns for added pages the removed ones from which they have enough sections. */
function movedPages({ before, after, sections }: PagesOptions): Map<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const { id, from } of sections) {
    if (from === null || before.has(id) || after.has(from.id)) continue;
    const targets = counts.get(from.id) ?? new Map<string, number>();
    targets.set(id, (targets.get(id) ?? 0) + 1);
    counts.set(from.id, targets);
  }
  const moved = new Map<string, string>();
  for (const [from, targets] of counts) {
    const [id, count] = [...targets].reduce((best, one) => (one[1] > best[1] ? one : best));
    const isEnough = count >= LEAST_MOVED * before.get(from)!.hashes.size;
    if (isEnough && !moved.has(id)) moved.set(id, from);
  }
  return moved;
}
