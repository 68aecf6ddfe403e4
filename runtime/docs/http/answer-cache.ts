/**
 * Cached answers. Executing a request instead takes 9 µs of CPU for one doc and 37 µs for 50 docs, and
 * the answer is hashed and compressed each time (`npm run bench -- --requests`: repeated against
 * variables never repeated). If answers come to depend on more than the corpus,
 * the method, the accepted type and the text of the request, add it to the key in `transport.ts`.
 */
import { LRUCache } from "lru-cache";
import { createSeenBefore } from "../execute/seen-before.ts";
import type { EncodedAnswer } from "./encoded-answer.ts";

/** One answer must not evict all others. */
const MAX_ANSWER_SHARE = 1 / 8;
/** Memory that an entry takes apart from its texts. */
const ENTRY_BYTES = 512;
/**
 * Factor for the text of a short answer and its compressed forms, which are added later and are
 * shorter.
 */
const WITH_OTHER_FORMS = 2;

/** Cached answers, by request. */
export interface AnswerCache {
  /**
   * Returns the cached answer for a key, or creates the answer. A lasting answer is cached the
   * second time.
   *
   * @param corpus The corpus in use: answers from another one are dropped.
   */
  recall(
    corpus: object,
    key: string,
    make: () => Promise<EncodedAnswer>,
  ): EncodedAnswer | Promise<EncodedAnswer>;
}

/**
 * Creates the cache. A corpus is frozen, so an answer depends only on the request as long as the
 * same corpus is in use.
 *
 * @param maxBytes Limit of the cached answers and their keys; 0 caches none.
 * @param onHit Called for each answer from the cache.
 */
export function createAnswerCache(maxBytes: number, onHit?: () => void): AnswerCache {
  if (maxBytes === 0) return { recall: (_, __, make) => make() };
  let kept: object | undefined;
  const isSeenBefore = createSeenBefore();
  const answers = new LRUCache<string, EncodedAnswer>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes * MAX_ANSWER_SHARE,
    sizeCalculation: ({ size }, key) =>
      Math.ceil(ENTRY_BYTES + 2 * key.length + WITH_OTHER_FORMS * size),
  });

  return {
    recall(corpus, key, make) {
      if (corpus !== kept) answers.clear();
      kept = corpus;
      const known = answers.get(key);
      if (known) {
        onHit?.();
        return known;
      }
      return make().then((answer) => {
        const isKept = corpus === kept && answer.isLasting && !answer.isLarge;
        if (isKept && isSeenBefore(key)) answers.set(key, answer);
        return answer;
      });
    },
  };
}
