import { type FolderRedirect, FolderRedirects, folderIn, targetIn } from "./folder-redirects.ts";
import type { Doc, Heading, Redirect } from "./schema.ts";
import { bareSlugOf, slugOf } from "./text/slug.ts";

/** A page, or a place on it. */
export interface Address {
  /** Id of the page; or, if it begins with a slash, its slug. */
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

/** Where a reader of an address that is gone arrives, and how many entries lead there. */
export type Arrival =
  | { readonly kind: "place"; readonly at: Address; readonly steps: number }
  | { readonly kind: "gone"; readonly steps: number }
  | { readonly kind: "loop"; readonly steps: number };

/** More steps than these are a problem of the ledger, and no fragment is taken along further. */
export const MAX_STEPS = 10;

/** The end of an address that leads back to itself. */
const LOOP: Arrival = { kind: "loop", steps: 0 };

/** The parts of a page that its addresses need. */
interface AddressedPage extends Pick<Doc, "id" | "slug"> {
  readonly headings: readonly Pick<Heading, "anchor">[];
}

/** The addresses that a tree has. */
export interface TreeAddresses {
  hasPage(id: string): boolean;
  hasAnchor(id: string, anchor: string): boolean;
}

/** Returns the addresses of docs: each page by its id and its slug, and each heading of its outline. */
export function addressesOf(docs: readonly AddressedPage[]): TreeAddresses {
  const pages = new Map(
    docs.flatMap((doc) => [
      [doc.id, doc],
      [bareSlugOf(doc.slug), doc],
      [doc.slug, doc],
    ]),
  );
  const anchors = new Map<string, ReadonlySet<string>>();

  function anchorsOf(id: string): ReadonlySet<string> {
    const known = anchors.get(id);
    if (known !== undefined) return known;
    const found = new Set(pages.get(id)?.headings.map(({ anchor }) => anchor));
    if (pages.has(id)) anchors.set(id, found);
    return found;
  }

  return {
    hasPage: (id) => pages.has(id),
    hasAnchor: (id, anchor) => anchorsOf(id).has(anchor),
  };
}

/** An entry that leads on from an address. */
interface Step {
  readonly from: string;
  /** The entry, if it is that of a folder. */
  readonly folder: FolderRedirect | null;
  /** Null if the address is gone for good. */
  readonly to: Address | null;
  /** False if the entry is that of the page, and not of the place on it. */
  readonly isOwn: boolean;
}

/**
 * Follows the redirects of a ledger through a tree: a page of the tree comes first, then an entry for
 * the address itself, then that of the longest folder. The end of each entry is found once, so following
 * all of them takes time in proportion to their number, whatever chains they make.
 */
export class RedirectMap {
  readonly #targets: ReadonlyMap<string, string | null>;
  readonly #folders: FolderRedirects;
  readonly #tree: TreeAddresses;
  readonly #ends = new Map<string, Arrival>();

  /** Of two entries with the same source, the first counts. */
  constructor(redirects: readonly Redirect[], tree: TreeAddresses) {
    const single = redirects.filter(({ from }) => folderIn(from) === null);
    this.#targets = new Map(single.reverse().map(({ from, to }) => [from, to]));
    this.#folders = new FolderRedirects(redirects);
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
    const passed: { readonly name: string; readonly steps: number }[] = [];
    let at = address;
    let isAnchorGiven = true;
    let taken = 0;
    /** The entries of folders that were followed: one that is needed again leads on without end. */
    const folders = new Set<FolderRedirect>();
    let end: Arrival | undefined;
    for (let steps = 0; end === undefined; steps++) {
      const step = this.#step(at);
      // Only what the ledger names is kept: there is no end of anchors that readers could ask for.
      const isNamed = step?.isOwn || (isAnchorGiven && steps > 0);
      const name = formatAddress(at);
      const known = isNamed ? this.#ends.get(name) : undefined;
      if (step === null) {
        const isHere = isAnchorGiven || this.has(at);
        end = { kind: "place", at: isHere ? at : { id: at.id, anchor: null }, steps };
      } else if (known) {
        end = { ...known, steps: steps + known.steps };
      } else if (step.to === null) {
        end = { kind: "gone", steps: steps + 1 };
      } else if (step.folder !== null && folders.has(step.folder)) {
        end = LOOP;
      } else {
        if (step.folder !== null) folders.add(step.folder);
        if (isNamed) {
          passed.push({ name, steps });
          // Whoever comes back here before the end is found goes round in a loop.
          this.#ends.set(name, LOOP);
        }
        isAnchorGiven = step.to.anchor !== null;
        taken = step.isOwn || isAnchorGiven ? 0 : taken + 1;
        at = taken > 0 && taken <= MAX_STEPS ? { ...step.to, anchor: at.anchor } : step.to;
      }
    }
    for (const { name, steps } of passed) {
      this.#ends.set(name, end.kind === "loop" ? LOOP : { ...end, steps: end.steps - steps });
    }
    return end.kind === "place" && end.steps === 0 ? null : end;
  }

  /** Returns the addresses through which an address leads on, one after the other. */
  *way(address: Address): Generator<Address> {
    let at = address;
    const folders = new Set<FolderRedirect>();
    for (let step = this.#step(at); step?.to; step = this.#step(at)) {
      if (step.folder !== null && folders.has(step.folder)) return;
      if (step.folder !== null) folders.add(step.folder);
      const isTaken = !step.isOwn && step.to.anchor === null;
      at = isTaken ? { ...step.to, anchor: at.anchor } : step.to;
      yield at;
    }
  }

  /** Returns the entry of an address or of its page; null if the tree has it or there is none. */
  #step(at: Address): Step | null {
    if (this.has(at)) return null;
    const name = formatAddress(at);
    const isOwn = this.#targets.has(name);
    const isInPage = at.anchor !== null && !this.#tree.hasPage(at.id);
    const from = !isOwn && isInPage ? at.id : name;
    const target = this.#targets.get(from);
    if (target === undefined) return isInPage || at.anchor === null ? this.#folderStep(at) : null;
    return { from, folder: null, to: target === null ? null : parseAddress(target), isOwn };
  }

  #folderStep({ id }: Address): Step | null {
    const folder = this.#folders.find(id);
    if (folder === null) return null;
    const target = targetIn(folder, id);
    return { from: id, folder, to: target === null ? null : parseAddress(target), isOwn: false };
  }
}

/** The parts of a corpus that redirects need. */
export interface RedirectingCorpus {
  readonly meta: { readonly base: string };
  readonly redirects: readonly Redirect[];
  readonly docs: readonly AddressedPage[];
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
  // A page that has the slug comes first, whatever the ledger says of an id like it.
  const isThere = map.has({ id: slug, anchor: null });
  const names = isThere
    ? [ids.get(slug)]
    : [ids.get(slug), slug, bareSlugOf(slug), idAt(slug, corpus)];
  const arrival = names
    .map((id) => (id === undefined ? null : map.follow({ id, anchor })))
    .find((each) => each !== null);
  if (arrival === undefined || arrival === null || arrival.kind === "loop") return null;
  if (arrival.kind === "gone") return { gone: true };
  const target = slugs.get(arrival.at.id);
  if (target === undefined) return null;
  return { to: arrival.at.anchor === null ? target : `${target}#${arrival.at.anchor}` };
}

/** Returns the id that a slug had by the rule of the Documentation Query API; undefined if it had none. */
function idAt(slug: string, { meta }: RedirectingCorpus): string | undefined {
  const bare = bareSlugOf(slug);
  if (!bare.startsWith(`${meta.base}/`)) return undefined;
  try {
    return decodeURIComponent(bare.slice(meta.base.length + 1));
  } catch {
    return undefined;
  }
}

interface Lookup {
  /** Slug → id, of pages and of sources in the ledger. */
  readonly ids: ReadonlyMap<string, string>;
  /** Id → slug, of pages. */
  readonly slugs: ReadonlyMap<string, string>;
  readonly map: RedirectMap;
}

function isId(name: string): boolean {
  return !name.startsWith("/") && folderIn(name) === null;
}

const lookups = new WeakMap<RedirectingCorpus, Lookup>();

function lookupOf(corpus: RedirectingCorpus): Lookup {
  const known = lookups.get(corpus);
  if (known !== undefined) return known;
  const { meta, redirects, docs } = corpus;
  const sources = redirects.map(({ from }) => parseAddress(from).id).filter(isId);
  const lookup = {
    ids: new Map([
      ...sources.map((id): [string, string] => [slugOf(id, meta.base), id]),
      ...docs.map(({ id, slug }): [string, string] => [slug, id]),
    ]),
    slugs: new Map(
      docs.flatMap(({ id, slug }) => [
        [id, slug],
        [bareSlugOf(slug), slug],
        [slug, slug],
      ]),
    ),
    map: new RedirectMap(redirects, addressesOf(docs)),
  };
  lookups.set(corpus, lookup);
  return lookup;
}
