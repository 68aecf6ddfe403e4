import {
  type Address,
  addressesOf,
  formatAddress,
  parseAddress,
  RedirectMap,
} from "../../../corpus/redirects.ts";
import type { Doc, Redirect } from "../../../corpus/schema.ts";
import { compareCodePoints } from "../../../corpus/text/order.ts";
import type { CorpusDiff, DiffSide } from "../diff.ts";
import type { Move } from "../moves/moves.ts";
import { isTitle } from "../moves/outline.ts";
import { samePlaces } from "../same-place.ts";
import { withFolders } from "./folder-entries.ts";

/** An address that is gone and not redirected, with where its content may be. */
export interface LostAddress {
  /** Id, or id#anchor. */
  readonly from: string;
  readonly move: Move | null;
}

/** Two corpora and what differs. */
export interface Release {
  readonly before: DiffSide;
  readonly after: DiffSide;
  readonly diff: CorpusDiff;
}

/**
 * Returns the addresses that are gone and whose readers the redirects do not help: there is neither
 * an entry for it, nor one for its page that leads to the place or says that the page is gone.
 */
export function findUncovered(
  redirects: readonly Redirect[],
  { before, after, diff }: Release,
): LostAddress[] {
  const map = new RedirectMap(redirects, addressesOf(after.docs));
  const own = new Set(redirects.map(({ from }) => from));
  const moves = new Map(diff.moves.map((move) => [move.from, move]));
  const ids = new Set(after.docs.map(({ id }) => id));
  return goneAddresses(before.docs, { diff, ids }).flatMap(({ address, doc }): LostAddress[] => {
    const from = formatAddress(address);
    const move = moves.get(from) ?? moves.get(formatAddress({ ...address, id: doc.id })) ?? null;
    const isCovered = own.has(from) || isCoveredByPage(address, { doc, map, move });
    return isCovered ? [] : [{ from, move }];
  });
}

interface GoneOptions {
  readonly diff: CorpusDiff;
  /** Of the pages of the new tree: one that has kept its id has lost its slug. */
  readonly ids: ReadonlySet<string>;
}

function goneAddresses(
  docs: readonly Doc[],
  { diff, ids }: GoneOptions,
): { address: Address; doc: Doc }[] {
  const broken = new Set(diff.brokenAddresses);
  return docs.flatMap((doc) =>
    [null, ...doc.headings.map(({ anchor }) => anchor)]
      .filter((anchor) => broken.has(anchor === null ? doc.slug : `${doc.slug}#${anchor}`))
      .map((anchor) => {
        const isSlug = ids.has(doc.id) && broken.has(doc.slug);
        return { address: { id: isSlug ? doc.slug : doc.id, anchor }, doc };
      }),
  );
}

interface PageContext {
  readonly doc: Doc;
  readonly map: RedirectMap;
  readonly move: Move | null;
}

function isCoveredByPage({ id, anchor }: Address, { doc, map, move }: PageContext): boolean {
  const arrival = map.follow({ id, anchor });
  if (arrival?.kind !== "place") return arrival?.kind === "gone";
  if (!map.has(arrival.at)) return false;
  // By the entry of its folder.
  if (anchor === null) return true;
  const isTitleAnchor = hasTitle(doc) && doc.headings[0]!.anchor === anchor;
  return arrival.at.anchor !== null || arrival.at.id === move?.to || isTitleAnchor;
}

/** Entries that a diff can add to a ledger, and the addresses left for a person. */
export interface Proposal {
  readonly added: readonly Redirect[];
  readonly open: readonly LostAddress[];
}

/**
 * Proposes entries for addresses that have none: for each page whose new place is certain, and for
 * each anchor whose readers would arrive elsewhere without one. The title of a page follows the page,
 * and so do all its anchors if it is gone for good.
 */
export function propose(
  redirects: readonly Redirect[],
  release: Release,
  { accept }: { readonly accept: number },
): Proposal {
  const { docs } = release.after;
  const tree = addressesOf(docs);
  const mapOf = (entries: readonly Redirect[]) => new RedirectMap(entries, tree);
  const known = new Set(redirects.map(({ from }) => from));
  const before = mapOf(redirects);
  const isLed = ({ from, to }: Move): boolean => {
    const arrival = before.follow(parseAddress(from));
    return arrival?.kind === "place" && formatAddress(arrival.at) === to;
  };
  const certain = release.diff.moves.filter(
    (move) => move.confidence >= accept && !known.has(move.from) && !isLed(move),
  );
  const [pages, anchors] = [true, false].map((isPage) =>
    certain
      .filter(({ from }) => (parseAddress(from).anchor === null) === isPage)
      .map(({ from, to }): Redirect => ({ from, to })),
  );
  const ofPages = withFolders(pages!, { known: redirects, mapOf });
  const map = mapOf([...redirects, ...ofPages]);
  const isSamePlace = samePlaces(docs);
  const titles = new Set(release.before.docs.filter(hasTitle).map(titleOf));
  const needed = anchors!.filter(({ from, to }) => {
    const arrival = map.follow(parseAddress(from));
    if (titles.has(from) || arrival?.kind === "gone") return false;
    return arrival?.kind !== "place" || !isSamePlace(arrival.at, to!);
  });
  const added = [...ofPages, ...needed].sort((left, right) =>
    compareCodePoints(left.from, right.from),
  );
  return { added, open: findUncovered([...redirects, ...added], release) };
}

function hasTitle(doc: Doc): boolean {
  return doc.headings.length > 0 && isTitle(doc, 0);
}

function titleOf({ id, headings }: Doc): string {
  return formatAddress({ id, anchor: headings[0]!.anchor });
}
