/**
 * Answers that are given again. Those that are executed take 60 instead of 35 µs of CPU for one doc and 78
 * instead of 43 µs for 50 docs, and are compressed each time (`npm run bench -- --requests`: repeated
 * against variables never repeated). Whoever makes an answer depend on more than the corpus, the
 * method, the accepted type and the request's text adds it to the key in `transport.ts`.
 */
import { LRUCache } from "lru-cache";
import { isLarge } from "../execute/gather.ts";
import { createSeenBefore } from "../execute/seen-before.ts";
import type { EncodedAnswer } from "./encoded-answer.ts";

/** One answer must not drive out all others. */
const MAX_ANSWER_SHARE = 1 / 8;
/** An entry costs more than its texts. */
const ENTRY_BYTES = 512;
/** The text of a short answer, and compressed forms, which come later and are shorter. */
const WITH_OTHER_FORMS = 2;

/** AnswerCache by request. */
export interface AnswerCache {
  /**
   * Gives the answer that is kept under a key, or the one that is made, which is kept the second
   * time if it lasts.
   *
   * @param corpus What answers now: answers of another are forgotten.
   */
  recall(corpus: object, key: string, make: () => Answering): Answering;
}

/** An answer, at once where nothing has to be waited for. */
export type Answering = EncodedAnswer | Promise<EncodedAnswer>;

/**
 * A corpus is frozen, so an answer is a function of the request as long as the same one answers.
 *
 * @param maxBytes Of the answers kept, with what they are kept under; 0 keeps none.
 * @param onHit Called for each answer that is given again.
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
      const keep = (answer: EncodedAnswer) => {
        const isKept = corpus === kept && answer.isLasting && !isLarge(answer.body);
        if (isKept && isSeenBefore(key)) answers.set(key, answer);
        return answer;
      };
      const answer = make();
      return answer instanceof Promise ? answer.then(keep) : keep(answer);
    },
  };
}
