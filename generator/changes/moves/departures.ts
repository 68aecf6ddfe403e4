import type { Page } from "./outline.ts";

/** An old page that is gone, or some of whose anchors are. */
export interface Departure {
  readonly page: Page;
  /** The page at the same address; null if it is gone. */
  readonly now: Page | null;
  /** The places of the headings that are gone. */
  readonly headings: readonly number[];
}

/** Returns the old pages whose address, or that of a heading, the new tree does not have. */
export function findDepartures(before: readonly Page[], after: readonly Page[]): Departure[] {
  const byId = new Map(after.map((page) => [page.id, page]));
  const bySlug = new Map(after.map((page) => [page.slug, page]));
  return before.flatMap((page): Departure[] => {
    const now = byId.get(page.id) ?? bySlug.get(page.slug) ?? null;
    const alive = new Set(now?.headings.map(({ anchor }) => anchor));
    const headings = [...page.headings.keys()].filter(
      (at) => !alive.has(page.headings[at]!.anchor),
    );
    return now === null || headings.length > 0 ? [{ page, now, headings }] : [];
  });
}
