import type { Doc } from "../schema.ts";
import { sectionHashesOf } from "./section-hashes.ts";

/** A page in a snapshot. */
export interface PageState {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  /** The anchor of each section, null before the first heading, and its hash. */
  readonly sections: readonly SectionState[];
}

type SectionState = readonly [anchor: string | null, hash: string];

/** The sections of a corpus as hashes. */
export interface Snapshot {
  /** That of the corpus. */
  readonly sha256: string;
  /** In order of path. Unlisted pages are in no list. */
  readonly pages: readonly PageState[];
}

/** Takes a snapshot of a corpus, one page at each step. */
export function* takeSnapshot({
  sha256,
  docs,
}: {
  readonly sha256: string;
  readonly docs: readonly Doc[];
}): Generator<undefined, Snapshot> {
  const pages: PageState[] = [];
  for (const doc of docs) {
    if (doc.unlisted) continue;
    const { id, slug, title, headings } = doc;
    const sections = Array.from(sectionHashesOf(doc), ([at, hash]): SectionState => {
      return [headings[at]?.anchor ?? null, hash];
    });
    pages.push({ id, slug, title, sections });
    yield;
  }
  return { sha256, pages };
}
