import { CERTAIN } from "./certain.ts";
import { FolderRenames } from "./folder-renames.ts";
import type { Match } from "./locate.ts";
import { headingOf, type Page, wholePage } from "./outline.ts";
import { foundPlace, type Placement, renamedFolder, samePage } from "./placement.ts";

export interface Trees {
  readonly before: readonly Page[];
  readonly after: readonly Page[];
}

/** Finds a page by its text; null if it is nowhere. */
type Locate = (page: Page) => Match | null;

/**
 * Where whole pages are now that are gone: at the only page with the same bytes, otherwise where
 * most of their text is, or where their folder went.
 */
export class WholePages {
  readonly #gone: readonly Page[];
  /** The pages of the new tree that the old one did not have, by id. */
  readonly #fresh: ReadonlyMap<string, Page>;
  readonly #places = new Map<Page, Placement>();

  constructor(gone: readonly Page[], { before, after }: Trees, locate: Locate) {
    const old = new Set(before.map(({ id }) => id));
    this.#gone = gone;
    this.#fresh = new Map(after.filter(({ id }) => !old.has(id)).map((page) => [page.id, page]));
    this.#placeByBytes(after);
    this.#placeByText(locate);
    this.#placeByFolder();
  }

  placeOf(page: Page): Placement | null {
    return this.#places.get(page) ?? null;
  }

  #isFresh({ id }: Page): boolean {
    return this.#fresh.has(id);
  }

  #placeByBytes(after: readonly Page[]): void {
    const gone = Map.groupBy(this.#gone, ({ body }) => body);
    const alike = Map.groupBy(after, ({ body }) => (gone.has(body) ? body : null));
    for (const [body, pages] of gone) {
      const [page, ...others] = alike.get(body) ?? [];
      const isOnly = page !== undefined && others.length === 0 && body.trim() !== "";
      if (!isOnly || !this.#isFresh(page)) continue;
      for (const old of pages) this.#places.set(old, samePage(page));
    }
  }

  #placeByText(locate: Locate): void {
    for (const old of this.#gone) {
      const found = this.#places.has(old) ? null : locate(old);
      if (found === null) continue;
      const { page } = found;
      const isWhole = this.#isFresh(page) && found.isAlone && !isTitled(found, old);
      this.#places.set(old, foundPlace(isWhole ? { ...found, range: wholePage(page) } : found));
    }
  }

  #placeByFolder(): void {
    const moved = [...this.#places].filter(([, place]) => this.#isCertainlyWhole(place));
    const renames = new FolderRenames(
      moved.map(([{ id }, { page }]) => ({ from: id, to: page.id })),
    );
    for (const old of this.#gone) {
      const targets = [...renames.targetsOf(old.id)].flatMap((id) => this.#fresh.get(id) ?? []);
      const [page] = targets;
      if (page === undefined || targets.length > 1) continue;
      const known = this.placeOf(old);
      const isElsewhere = known !== null && known.confidence >= CERTAIN && known.page !== page;
      if (!isElsewhere && !(known && this.#isCertainlyWhole(known))) {
        this.#places.set(old, renamedFolder(page));
      }
    }
  }

  #isCertainlyWhole({ page, range, confidence }: Placement): boolean {
    return confidence >= CERTAIN && range.first === 0 && this.#isFresh(page);
  }
}

/** Tells whether a part of a page has the title of an old page, which became a part of it then. */
function isTitled({ page, range }: Match, old: Page): boolean {
  return headingOf(page, range) === old.headings[0]?.text;
}
