import { posix } from "node:path";
import type { Corpus } from "../../corpus/open/corpus.ts";
import type { Doc } from "../../corpus/schema.ts";
import { foldCase } from "../../corpus/text/fold.ts";
import { createSuggester, type Suggester } from "../../corpus/text/suggest.ts";
import { decodeText, splitAddress } from "./find-page.ts";

/** Number of pages that are named. Default of {@link nearestPages}. */
const COUNT = 5;
/** The end of a longer address is read. */
const MAX_LENGTH = 200;
const MAX_WORDS = 16;

/** Weights of what an address and a page have in common; a rare word counts up to 10. */
const SIMILAR_ID = 100;
const SAME_NAME = 40;
const SAME_FOLDER = 2;
/** Share of a word's weight if the address has a similar one. */
const SIMILAR_WORD = 0.6;

const known = new WeakMap<Corpus, NearestPages>();

/**
 * Finds the pages that someone probably meant who asked for a page that does not exist, by their
 * ids and titles. Texts are not searched, because the first search in words would take seconds.
 *
 * @param address An unknown slug, id, path or address, of any length.
 * @param count Maximum number of pages. Default: 5.
 * @returns the most similar first; none if nothing is similar
 */
export function nearestPages(corpus: Corpus, address: string, count = COUNT): readonly Doc[] {
  let nearest = known.get(corpus);
  if (nearest === undefined) {
    nearest = new NearestPages(corpus);
    known.set(corpus, nearest);
  }
  return nearest.find(address, count);
}

/** Names and words of all listed pages, prepared once for a corpus. */
class NearestPages {
  readonly #corpus: Corpus;
  readonly #byId: ReadonlyMap<string, number>;
  /** Last segment of an id, folded → positions of the pages. */
  readonly #byName = new Map<string, number[]>();
  /** Word of an id or a title → positions of the pages. */
  readonly #byWord = new Map<string, number[]>();
  readonly #suggestId: Suggester;
  readonly #suggestWord: Suggester;

  constructor(corpus: Corpus) {
    this.#corpus = corpus;
    const listed = [...corpus.docs.entries()].filter(([, { unlisted }]) => !unlisted);
    this.#byId = new Map(listed.map(([at, { id }]) => [id, at]));
    for (const [at, { id, title }] of listed) {
      append(this.#byName, { key: nameOf(id), at });
      for (const word of wordsOf(`${id} ${title}`)) append(this.#byWord, { key: word, at });
    }
    this.#suggestId = createSuggester(this.#byId.keys());
    this.#suggestWord = createSuggester(this.#byWord.keys());
  }

  find(address: string, count: number): readonly Doc[] {
    const { docs } = this.#corpus;
    const path = this.#pathOf(address);
    const scores = this.#score(path);
    const best = [...scores].sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || a - b);
    return best.slice(0, count).map(([at]) => docs[at]!);
  }

  /** Returns the part of an address that could be an id. */
  #pathOf(address: string): string {
    const local = address.slice(-MAX_LENGTH).replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, "");
    const { path } = splitAddress(local);
    const base = decodeText(this.#corpus.meta.base);
    const below = `${path}/`.startsWith(`${base}/`) ? path.slice(base.length) : path;
    return below.replace(/^\/+|\/+$/g, "").replace(/\.(?:md|html?)$/i, "");
  }

  #score(path: string): Map<number, number> {
    const { docs } = this.#corpus;
    const scores = new Map<number, number>();
    const add = (at: number, score: number) => scores.set(at, (scores.get(at) ?? 0) + score);

    const similar = this.#byId.get(this.#suggestId(path) ?? "");
    if (similar !== undefined) add(similar, SIMILAR_ID);
    for (const at of this.#byName.get(nameOf(path)) ?? []) add(at, SAME_NAME);
    for (const word of [...wordsOf(path)].slice(-MAX_WORDS)) {
      const same = this.#byWord.get(word);
      const pages = same ?? this.#byWord.get(this.#suggestWord(word) ?? "") ?? [];
      const weight = Math.min(10, Math.log2(docs.length / pages.length) + 1);
      for (const at of pages) add(at, same ? weight : weight * SIMILAR_WORD);
    }
    const folders = posix.dirname(path).split("/");
    for (const [at, score] of scores) {
      const own = posix.dirname(docs[at]!.id).split("/");
      const shared = folders.findIndex((folder, level) => folder !== own[level]);
      scores.set(at, score + SAME_FOLDER * (shared < 0 ? folders.length : shared));
    }
    return scores;
  }
}

/** Returns the last segment of an id that says something: that of the folder for an index. */
function nameOf(id: string): string {
  const folded = foldCase(id);
  return posix.basename(folded.replace(/\/(?:index|readme)$/, ""));
}

function wordsOf(text: string): Set<string> {
  const words = foldCase(text).split(/[^\p{L}\p{N}\p{M}]+/u);
  return new Set(words.filter((word) => word !== "" && word !== "index"));
}

function append(map: Map<string, number[]>, { key, at }: { key: string; at: number }): void {
  const pages = map.get(key);
  if (pages) pages.push(at);
  else map.set(key, [at]);
}
