import {
  type Address,
  addressesOf,
  formatAddress,
  parseAddress,
  RedirectMap,
} from "../../corpus/redirects.ts";
import type { Doc } from "../../corpus/schema.ts";
import type { CorpusDiff, DiffSide } from "./diff.ts";
import type { Move } from "./moves/moves.ts";
import { samePlaces } from "./same-place.ts";

/** An address that is gone, and where its content is, if it can be told. */
export interface GoneAddress {
  /** Id, or id#anchor. */
  readonly from: string;
  readonly move: Omit<Move, "from"> | null;
  /** Ids of the pages whose links to it break. */
  readonly links: readonly string[];
}

/** A page whose address is gone. */
export interface GonePage extends GoneAddress {
  /** The slugs of a page that has kept its id; null if the id is gone too. */
  readonly slugs: { readonly old: string; readonly now: string } | null;
  /** Its anchors whose readers arrive at the right place if the page itself is redirected. */
  readonly along: readonly string[];
  /** Its other anchors. */
  readonly anchors: readonly GoneAddress[];
}

/** The breaks between two corpora, by cause. */
export interface Causes {
  readonly pages: readonly GonePage[];
  /** Anchors that are gone from pages whose own address stays. */
  readonly anchors: readonly GoneAddress[];
}

/** Groups what breaks under the pages that moved or were removed, and the anchors that are gone. */
export function causesOf(
  diff: CorpusDiff,
  { before, after }: { readonly before: DiffSide; readonly after: DiffSide },
): Causes {
  const broken = new Set(diff.brokenAddresses);
  const grouping = new Grouping(diff, after.docs);
  const pages: GonePage[] = [];
  const anchors: GoneAddress[] = [];
  for (const doc of before.docs) {
    const gone = doc.headings
      .map(({ anchor }) => anchor)
      .filter((anchor) => broken.has(`${doc.slug}#${anchor}`));
    if (broken.has(doc.slug)) pages.push(grouping.page(doc, gone));
    else anchors.push(...gone.map((anchor) => grouping.address({ id: doc.id, anchor })));
  }
  return { pages, anchors };
}

class Grouping {
  readonly #moves: ReadonlyMap<string, Move>;
  readonly #links: ReadonlyMap<string, readonly { readonly from: string }[]>;
  readonly #slugs: ReadonlyMap<string, string>;
  /** The redirects of the pages alone. */
  readonly #pageRedirects: RedirectMap;
  readonly #isSamePlace: (left: Address, right: string) => boolean;

  constructor(diff: CorpusDiff, newDocs: readonly Doc[]) {
    this.#moves = new Map(diff.moves.map((move) => [move.from, move]));
    this.#links = Map.groupBy(diff.brokenLinks, ({ to }) => to);
    this.#slugs = new Map(newDocs.map(({ id, slug }) => [id, slug]));
    this.#isSamePlace = samePlaces(newDocs);
    this.#pageRedirects = new RedirectMap(diff.moves.filter(isOfPage), addressesOf(newDocs));
  }

  address(address: Address): GoneAddress {
    const from = formatAddress(address);
    const links = (this.#links.get(from) ?? []).map((link) => link.from);
    return { from, move: this.#moves.get(from) ?? null, links };
  }

  page({ id, slug: old }: Doc, anchors: readonly string[]): GonePage {
    const now = this.#slugs.get(id);
    const slugs = now === undefined ? null : { old, now };
    const isAlong = (anchor: string): boolean =>
      slugs !== null || this.#arrivesRight({ id, anchor });
    return {
      ...this.address({ id, anchor: null }),
      slugs,
      along: anchors.filter(isAlong),
      anchors: anchors
        .filter((anchor) => !isAlong(anchor))
        .map((anchor) => this.address({ id, anchor })),
    };
  }

  #arrivesRight(address: Address): boolean {
    const arrival = this.#pageRedirects.follow(address);
    const move = this.#moves.get(formatAddress(address));
    return (
      arrival?.kind === "place" && move !== undefined && this.#isSamePlace(arrival.at, move.to)
    );
  }
}

function isOfPage({ from }: Move): boolean {
  return parseAddress(from).anchor === null;
}
