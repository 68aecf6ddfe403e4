import { slug as githubAnchor } from "github-slugger";
import type { Doc } from "../../corpus/exports.ts";
import { CERTAIN } from "../../generator/changes/moves/certain.ts";
import type { Move } from "../../generator/changes/moves/moves.ts";

/** Where the content of an address is, as it is known. */
export interface Truth {
  /** Id, or id#anchor. */
  readonly from: string;
  /** The page; null if the content was removed. */
  readonly page: string | null;
  /** The place on the page; null for the page as a whole, or if it is not known. */
  readonly anchor: string | null;
}

/** How well moves agree with the truth. */
export interface Score {
  readonly count: number;
  /** With the right page. */
  readonly right: number;
  /** Of those with a known anchor: how many there are, and with the right one. */
  readonly anchors: number;
  readonly rightAnchors: number;
  /** Certain, with a confidence of 0.8 or more, and those of them with the right page. */
  readonly certain: number;
  readonly rightCertain: number;
}

/** Compares moves with the truth; the anchor counts where `exact`. */
export function scoreOf(
  truths: readonly Truth[],
  { moves, exact }: { moves: readonly Move[]; exact: boolean },
): Score {
  const byFrom = new Map(moves.map((move) => [move.from, move]));
  const judged = truths.map((truth) => {
    const move = byFrom.get(truth.from);
    const [page, anchor = null] = move?.to.split("#") ?? [null];
    const isPageRight = page === truth.page;
    const isAnchorRight = isPageRight && anchor === truth.anchor;
    const isCertain = (move?.confidence ?? 0) >= CERTAIN;
    return { truth, isRight: exact ? isAnchorRight : isPageRight, isAnchorRight, isCertain };
  });
  const known = judged.filter(({ truth }) => truth.page !== null);
  const withAnchor = known.filter(({ truth }) => truth.anchor !== null);
  const certain = judged.filter(({ isCertain }) => isCertain);
  return {
    count: known.length,
    right: known.filter(({ isRight }) => isRight).length,
    anchors: withAnchor.length,
    rightAnchors: withAnchor.filter(({ isAnchorRight }) => isAnchorRight).length,
    certain: certain.length,
    rightCertain: certain.filter(({ isRight }) => isRight).length,
  };
}

/** A redirect as the editors of a tree wrote it. */
interface EditorRedirect {
  readonly from: string;
  readonly to: string;
  readonly anchor?: string;
}

/**
 * Returns the editors' redirects with docgate's anchors: theirs are those of their site, or were
 * written as `<a name>` in a heading.
 */
export function readEditors(redirects: readonly EditorRedirect[], docs: readonly Doc[]): Truth[] {
  const byId = new Map(docs.map((doc) => [doc.id, doc]));
  return redirects.map(({ from, to, anchor }) => {
    const doc = byId.get(to);
    const found = anchor && doc ? anchorOf(doc, anchor) : null;
    return { from, page: to, anchor: found ?? (anchor ? "unknown" : null) };
  });
}

function anchorOf({ headings, body }: Doc, anchor: string): string | null {
  const named = body.indexOf(`name="${anchor}"`);
  const heading =
    named < 0
      ? headings.find(({ text }) => githubAnchor(text) === anchor)
      : headings.findLast(({ start }) => start <= named);
  return heading?.anchor ?? null;
}
