import { LRUCache } from "lru-cache";
import type { Corpus } from "../../../corpus/open/corpus.ts";
import type { Doc } from "../../../corpus/schema.ts";
import { toNfc } from "../../../corpus/text/fold.ts";
import { Addresses } from "../addresses.ts";
import { nearestPages } from "../nearest-pages.ts";
import { type PageText, pageMarkdown, pageText } from "../page-markdown.ts";
import { estimateTokens } from "../token-estimate.ts";
import {
  type Library,
  type Passage,
  type PassageText,
  type Place,
  passageOf,
  refOf,
  splitOffset,
} from "./library.ts";

/** Pages whose addresses and hidden texts are kept, so that all their sections are read fast. */
const MAX_PAGES = 200;
/** Characters of passages that are kept. */
const MAX_CHARACTERS = 4_000_000;
/** Characters of answers that are kept, with their calls. */
const MAX_ANSWERS = 4_000_000;
/** Characters that a kept passage takes apart from its text. */
const OVERHEAD = 200;

const known = new WeakMap<Corpus, Library>();

/**
 * Returns the library of a corpus, which is made once.
 *
 * @param editions Names of the editions that are served together. Default: there is only one.
 */
export function libraryOf(
  corpus: Corpus,
  publicUrl: string | undefined,
  editions: readonly string[] = [],
): Library {
  const library = known.get(corpus) ?? new CorpusLibrary(corpus, publicUrl, editions);
  known.set(corpus, library);
  return library;
}

class CorpusLibrary implements Library {
  readonly corpus: Corpus;
  readonly editions: readonly string[];
  readonly #addresses: Addresses;
  readonly #pages = new LRUCache<Doc, PageText>({ max: MAX_PAGES });
  readonly #texts = new LRUCache<string, PassageText>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ markdown }) => markdown.length + OVERHEAD,
  });

  readonly #answers = new LRUCache<string, string>({
    maxSize: MAX_ANSWERS,
    sizeCalculation: (answer, call) => answer.length + call.length,
  });

  constructor(corpus: Corpus, publicUrl: string | undefined, editions: readonly string[]) {
    this.corpus = corpus;
    this.editions = editions;
    this.#addresses = new Addresses(corpus, publicUrl);
  }

  find(ref: string): Place | undefined {
    const whole = this.#findPassage(ref);
    if (whole) return { passage: whole, offset: 0 };
    const { base, offset } = splitOffset(ref);
    const passage = base === ref ? undefined : this.#findPassage(base);
    return passage && { passage, offset };
  }

  #findPassage(ref: string): Passage | undefined {
    const found = this.#addresses.finder.find(ref);
    if (!found) return undefined;
    const { doc, anchor } = found;
    if (anchor === null) return passageOf(doc, null);
    const heading = doc.headings.find((each) => toNfc(each.anchor) === anchor);
    return heading && passageOf(doc, heading);
  }

  nearest(ref: string, count: number): readonly Doc[] {
    return nearestPages(this.corpus, ref, count);
  }

  textOf(passage: Passage): PassageText {
    const key = refOf(passage);
    const kept = this.#texts.get(key);
    if (kept) return kept;
    const markdown = this.#pageOf(passage.doc).read(passage.start, passage.end);
    const text = { markdown, cost: estimateTokens(markdown) };
    this.#texts.set(key, text);
    return text;
  }

  offsetIn({ doc, start }: Passage, position: number): number {
    return this.#pageOf(doc).read(start, position).length;
  }

  #pageOf(doc: Doc): PageText {
    const page = this.#pages.get(doc) ?? pageText(doc, this.#addresses);
    this.#pages.set(doc, page);
    return page;
  }

  pageMarkdown(doc: Doc): string {
    return pageMarkdown(doc, this.#addresses);
  }

  answerTo(call: string): string | undefined {
    return this.#answers.get(call);
  }

  keepAnswer(call: string, answer: string): void {
    this.#answers.set(call, answer);
  }
}
