import type { Doc, Redirect } from "./schema.ts";
import { slugOf } from "./text/slug.ts";

/** A page, or a place on it. */
export interface Address {
  readonly id: string;
  readonly anchor: string | null;
}

/** Splits `id` or `id#anchor`. A `#` at the end belongs to the id: `languages/c#` is a page. */
export function parseAddress(text: string): Address {
  const hash = text.lastIndexOf("#");
  return hash < 0 || hash === text.length - 1
    ? { id: text, anchor: null }
    : { id: text.slice(0, hash), anchor: text.slice(hash + 1) };
}

export function formatAddress({ id, anchor }: Address): string {
  return anchor === null ? id : `${id}#${anchor}`;
}

/** Where a reader of an address that is gone arrives. */
export type Arrival =
  | { readonly kind: "place"; readonly at: Address; readonly through: readonly string[] }
  | { readonly kind: "gone" }
  | { readonly kind: "loop"; readonly through: readonly string[] };

/** The addresses that a tree has. */
export interface TreeAddresses {
  hasPage(id: string): boolean;
  hasAnchor(id: string, anchor: string): boolean;
}

/** Returns the addresses of docs: each page, and each heading of its outline. */
export function addressesOf(docs: readonly Pick<Doc, "id" | "headings">[]): TreeAddresses {
  const pages = new Map(docs.map((doc) => [doc.id, doc]));
  return {
    hasPage: (id) => pages.has(id),
    hasAnchor: (id, anchor) =>
      pages.get(id)?.headings.some((one) => one.anchor === anchor) ?? false,
  };
}

/** Follows the redirects of a ledger through a tree. */
export class RedirectMap {
  readonly #targets: ReadonlyMap<string, string | null>;
  readonly #tree: TreeAddresses;

  /** Of two entries with the same source, the first counts. */
  constructor(redirects: readonly Redirect[], tree: TreeAddresses) {
    this.#targets = new Map([...redirects].reverse().map(({ from, to }) => [from, to]));
    this.#tree = tree;
  }

  /** Tells whether the tree has an address. */
  has({ id, anchor }: Address): boolean {
    return anchor === null ? this.#tree.hasPage(id) : this.#tree.hasAnchor(id, anchor);
  }

  /**
   * Follows an address to its end: through its own entry, or that of its page, until the tree has
   * the address or no entry leads on. Where a page is redirected, browsers keep the fragment unless
   * the target has one.
   *
   * @returns null if no entry applies to it
   */
  follow(address: Address): Arrival | null {
    const through: string[] = [];
    let at = address;
    let isAnchorGiven = true;
    while (!this.has(at)) {
      const name = formatAddress(at);
      if (through.includes(name)) return { kind: "loop", through };
      const next = this.#next(at);
      if (next === undefined) break;
      if (next === null) return { kind: "gone" };
      through.push(name);
      isAnchorGiven = next.anchor !== null;
      at = isAnchorGiven || this.#targets.has(name) ? next : { ...next, anchor: at.anchor };
    }
    if (through.length === 0) return null;
    const isHere = isAnchorGiven || this.has(at);
    return { kind: "place", at: isHere ? at : { id: at.id, anchor: null }, through };
  }

  /** Returns the target of an address or of its page, as the ledger has it. */
  #next(at: Address): Address | null | undefined {
    const isInPage = at.anchor !== null && !this.#tree.hasPage(at.id);
    const own = this.#targets.get(formatAddress(at));
    const target = own === undefined && isInPage ? this.#targets.get(at.id) : own;
    return typeof target === "string" ? parseAddress(target) : target;
  }
}

/** The parts of a corpus that redirects need. */
export interface RedirectingCorpus {
  readonly meta: { readonly base: string };
  readonly redirects: readonly Redirect[];
  readonly docs: readonly Pick<Doc, "id" | "slug" | "headings">[];
}

/** Where the readers of an address belong: a slug, or a slug and an anchor; or nowhere any more. */
export type RedirectAnswer = { readonly to: string } | { readonly gone: true };

/**
 * Returns where the ledger leads the readers of an address that the docs do not have; null if the
 * docs have it, or the ledger does not lead to a page.
 *
 * @example
 * import { loadCorpus, redirectOf } from "docgate/corpus";
 *
 * const corpus = await loadCorpus("dist/corpus.json");
 * console.log(redirectOf(corpus, { slug: "/docs/guide/install" }));
 */
export function redirectOf(
  corpus: RedirectingCorpus,
  { slug, anchor = null }: { readonly slug: string; readonly anchor?: string | null | undefined },
): RedirectAnswer | null {
  const { ids, slugs, map } = lookupOf(corpus);
  const id = ids.get(slug);
  const arrival = id === undefined ? null : map.follow({ id, anchor });
  if (arrival === null || arrival.kind === "loop") return null;
  if (arrival.kind === "gone") return { gone: true };
  const target = slugs.get(arrival.at.id);
  if (target === undefined) return null;
  return { to: arrival.at.anchor === null ? target : `${target}#${arrival.at.anchor}` };
}

interface Lookup {
  /** Slug → id, of pages and of sources in the ledger. */
  readonly ids: ReadonlyMap<string, string>;
  /** Id → slug, of pages. */
  readonly slugs: ReadonlyMap<string, string>;
  readonly map: RedirectMap;
}

const lookups = new WeakMap<RedirectingCorpus, Lookup>();

function lookupOf(corpus: RedirectingCorpus): Lookup {
  const known = lookups.get(corpus);
  if (known !== undefined) return known;
  const { meta, redirects, docs } = corpus;
  const sources = redirects.map(({ from }) => parseAddress(from).id);
  const lookup = {
    ids: new Map([
      ...sources.map((id): [string, string] => [slugOf(id, meta.base), id]),
      ...docs.map(({ id, slug }): [string, string] => [slug, id]),
    ]),
    slugs: new Map(docs.map(({ id, slug }) => [id, slug])),
    map: new RedirectMap(redirects, addressesOf(docs)),
  };
  lookups.set(corpus, lookup);
  return lookup;
}
