import { pageTextOf } from "../../corpus/marks.ts";
import { formatAddress, parseAddress } from "../../corpus/redirects.ts";
import type { Doc } from "../../corpus/schema.ts";
import type { Move } from "./moves/moves.ts";

/** Finds out which pages were edited, by the moves between two corpora. */
export class Edits {
  readonly #moves: ReadonlyMap<string, string>;

  constructor(moves: readonly Move[]) {
    this.#moves = new Map(moves.map(({ from, to }) => [from, to]));
  }

  /**
   * Tells whether the text of a page is another one, or one of its links leads elsewhere. That a link
   * follows what moved is not an edit.
   */
  isEdited(old: Doc, now: Doc): boolean {
    if (old.body === now.body && isSameList(old.edits, now.edits)) return false;
    if (textOf(old) !== textOf(now)) return true;
    const before = targetsOf(old).map((target) => this.#followed(target));
    return !isSameList(before, targetsOf(now));
  }

  /** Returns where the target of an old link is now. */
  #followed(target: string): string {
    const own = this.#moves.get(target);
    if (own !== undefined) return own;
    const { id, anchor } = parseAddress(target);
    const page = anchor === null ? undefined : this.#moves.get(id);
    if (page === undefined) return target;
    const moved = parseAddress(page);
    return moved.anchor === null ? formatAddress({ id: page, anchor }) : page;
  }
}

/** Returns the text of a page without the addresses of its links. */
function textOf(doc: Doc): string {
  const text = pageTextOf(doc);
  const parts: string[] = [];
  let done = 0;
  for (const [skip, length] of doc.marks.links) {
    parts.push(text.slice(done, done + skip));
    done += skip + length;
  }
  return [...parts, text.slice(done)].join("\0");
}

/** Returns where each link of a page leads: an id, with or without an anchor, or an address. */
function targetsOf({ id, links, marks }: Doc): string[] {
  return marks.links.map(([, , target]) => {
    const text = String(target);
    const [, place, anchor] = /^(\d+)(?:#(.*))?$/s.exec(text) ?? [];
    if (place === undefined) return text.startsWith("#") ? id + text : text;
    return formatAddress({ id: links[Number(place)]!, anchor: anchor ?? null });
  });
}

function isSameList(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((each, at) => each === right[at]);
}
