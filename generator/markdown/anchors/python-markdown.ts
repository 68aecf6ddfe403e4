import { decompose, toNfc } from "../../../corpus/text/fold.ts";
import type { AnchorRequest } from "./anchor-rule.ts";

/** Follows the extension `toc` of Python-Markdown, which MkDocs uses: letters become ASCII. */
export function pythonAnchors(headings: readonly AnchorRequest[]): string[] {
  return count(headings, (text) => slugify(decompose(text, "NFKD").replace(/\P{ASCII}/gu, "")));
}

/** Follows the same extension with `slugify_unicode`, which keeps letters of all scripts. */
export function pythonUnicodeAnchors(headings: readonly AnchorRequest[]): string[] {
  return count(headings, slugify);
}

/** Follows it with `pymdownx.slugs.slugify` of case `lower`, which keeps each hyphen. */
export function pymdownxAnchors(headings: readonly AnchorRequest[]): string[] {
  return count(headings, (text) =>
    withoutTags(toNfc(text))
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function slugify(text: string): string {
  return text
    .replace(/\ufeff|[^\p{L}\p{N}_\s-]/gu, "")
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "-");
}

/** Removes what looks like a tag. After the last `>` there is none, and looking would take long. */
function withoutTags(text: string): string {
  const end = text.lastIndexOf(">") + 1;
  return text.slice(0, end).replace(/<[^>]*>/g, "") + text.slice(end);
}

/** Takes the ids that authors have given first, and then anchors in document order. */
function count(headings: readonly AnchorRequest[], anchorOf: (text: string) => string): string[] {
  const ids = new NumberedIds(headings.flatMap(({ customId }) => customId ?? []));
  return headings.map(({ text, customId }) => customId ?? ids.take(anchorOf(text)));
}

/** Ids that end in `_1`, `_2`, … if they are taken. An empty one counts as taken. */
class NumberedIds {
  readonly #taken: Set<string>;
  /** Taken id → an id after it that was free when it was looked for. */
  readonly #next = new Map<string, string>();

  constructor(taken: readonly string[]) {
    this.#taken = new Set(taken);
  }

  take(id: string): string {
    const tried: string[] = [];
    let free = id;
    while (free === "" || this.#taken.has(free)) {
      tried.push(free);
      free = this.#next.get(free) ?? increment(free);
    }
    for (const each of tried) this.#next.set(each, free);
    this.#taken.add(free);
    return free;
  }
}

function increment(id: string): string {
  const number = /_(\d+)$/.exec(id);
  return number === null ? `${id}_1` : `${id.slice(0, number.index)}_${BigInt(number[1]!) + 1n}`;
}
