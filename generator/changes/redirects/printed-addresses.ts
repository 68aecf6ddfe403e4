import { bareSlugOf, slugOf } from "../../../corpus/text/slug.ts";

/** The addresses of a site, percent-encoded. */
export interface PrintedAddresses {
  /** Returns the address of a page in the docs. */
  of(id: string): string;
  /** Returns the addresses that readers may have of a page that is gone. */
  before(id: string): readonly string[];
  /** Returns the address of a folder, with a slash at its end. */
  folder(path: string): string;
}

/** An index page, and the end of its id. */
const INDEX = /(?:^|\/)index$/;

interface DocumentOptions {
  readonly base: string;
  /** Of the pages in the docs. */
  readonly ids: ReadonlySet<string>;
  /** Of pages that are gone. */
  readonly sources: ReadonlySet<string>;
}

/**
 * Returns the addresses of the Documentation Query API: `x/index` is the page of the folder `/x/`, unless
 * another page has that address.
 */
export function documentAddresses({ base, ids, sources }: DocumentOptions): PrintedAddresses {
  const all = ids.union(sources);
  const addressIn = (id: string, known: ReadonlySet<string>): string => {
    if (id.startsWith("/")) return id;
    const isFolder = INDEX.test(id) && !known.has(id.replace(INDEX, ""));
    return slugOf(isFolder ? id.slice(0, -"index".length) : id, base);
  };
  return {
    of: (id) => addressIn(id, ids),
    before: (id) =>
      id.startsWith("/") ? [id] : [...new Set([addressIn(id, all), slugOf(id, base)])],
    folder: (path) => (path.startsWith("/") ? path : slugOf(path, base)),
  };
}

interface SiteOptions {
  /** Slugs of the pages in the docs, by id. */
  readonly slugs: ReadonlyMap<string, string>;
  /** Returns the slug that a page would have, by the rules of the site. */
  readonly slugFor: (id: string) => string;
}

/** Returns the addresses of a site that has other rules; with `.html`, a host may serve both forms. */
export function siteAddresses({ slugs, slugFor }: SiteOptions): PrintedAddresses {
  const formsOf = (slug: string): string[] => [...new Set([slug, slug.replace(/\.html$/, "")])];
  return {
    of: (id) => (id.startsWith("/") ? id : (slugs.get(id) ?? slugFor(id))),
    before: (id) => formsOf(id.startsWith("/") ? id : slugFor(id)),
    folder: (path) =>
      path.startsWith("/") ? path : bareSlugOf(slugFor(`${path}x`)).replace(/[^/]*$/, ""),
  };
}
