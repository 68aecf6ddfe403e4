import type { MatchedPage, SiteMatch } from "./match.ts";

/** A page of the tree as a model of its site has it. */
export interface ModelPage {
  readonly address: string;
  /** For each heading of the outline its anchor; empty if no rule gives them. */
  readonly anchors: readonly string[];
}

/** An address that the model gives, and that of the built site. */
export interface AddressDifference {
  readonly path: string;
  readonly model: string;
  readonly site: string;
  /** True if they differ in the final slash or the suffix alone. */
  readonly isForm: boolean;
}

export interface AnchorDifference {
  readonly path: string;
  /** The heading's text. */
  readonly heading: string;
  readonly model: string;
  /** Null if nothing on the built page leads to the heading. */
  readonly site: string | null;
}

/** A number of those that agree, and of all. */
export interface Share {
  readonly right: number;
  readonly all: number;
}

/** Where a model of a site and the built site differ. Lists are in code-point order of path. */
export interface Differences {
  readonly addresses: readonly AddressDifference[];
  readonly anchors: readonly AnchorDifference[];
  /** Pages of the tree that the site lacks. */
  readonly missing: readonly string[];
  /** Pages of the tree whose HTML was built from another state. */
  readonly stale: readonly string[];
  /** Addresses of the site without a page of the tree. */
  readonly rest: readonly string[];
  /** How well the model fits: of the pages that were matched, and of their headings. */
  readonly addressShare: Share;
  readonly anchorShare: Share;
}

/**
 * Finds where a model of a site and the built site differ.
 *
 * @param modelOf Returns what the model says about a page; null if it does not publish it.
 */
export function findDifferences(
  match: SiteMatch,
  modelOf: (path: string) => ModelPage | null,
): Differences {
  const addresses: AddressDifference[] = [];
  const anchors: AnchorDifference[] = [];
  let headings = 0;
  let pages = 0;
  for (const matched of match.matched) {
    const model = modelOf(matched.source.path);
    if (model === null) continue;
    pages++;
    headings += comparable(matched).filter((at) => model.anchors[at] !== undefined).length;
    addresses.push(...compareAddress(matched, model));
    anchors.push(...compareAnchors(matched, model));
  }
  return {
    addresses,
    anchors,
    missing: match.unmatched.map(({ source }) => source.path),
    stale: match.stale.map(({ source }) => source.path),
    rest: match.rest.map(({ address }) => address),
    addressShare: { right: pages - addresses.length, all: pages },
    anchorShare: { right: headings - anchors.length, all: headings },
  };
}

function compareAddress({ source, page }: MatchedPage, model: ModelPage): AddressDifference[] {
  const { address } = page;
  if (address === model.address) return [];
  const isForm = withoutForm(address) === withoutForm(model.address);
  return [{ path: source.path, model: model.address, site: address, isForm }];
}

function compareAnchors(matched: MatchedPage, model: ModelPage): AnchorDifference[] {
  const { source, anchors } = matched;
  return comparable(matched).flatMap((at): AnchorDifference[] => {
    const [own, site] = [model.anchors[at], anchors[at]!];
    const difference = { path: source.path, heading: source.headings[at]!.text };
    return own === undefined || own === site ? [] : [{ ...difference, model: own, site }];
  });
}

/** Returns the places of headings that have an anchor: a title often has only that of its page. */
function comparable({ source, anchors }: MatchedPage): number[] {
  const places = [...source.headings.keys()];
  return places.filter((at) => source.headings[at]!.depth > 1 || anchors[at] !== null);
}

function withoutForm(address: string): string {
  return address.replace(/(?:\/index)?\.html?$/i, "").replace(/\/$/, "");
}
