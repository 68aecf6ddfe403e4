import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { compress } from "../../http/compress.ts";
import type { Encoding } from "../../http/negotiation.ts";
import { createSeenBefore } from "../execute/documents.ts";
import { type Bytes, isLarge, type Json } from "../execute/output.ts";

interface AnswerTraits {
  readonly status: number;
  /** Source of an answer that is not held in memory: the corpus and the request. */
  readonly source: string;
  /** True if the same request has the same answer as long as the same corpus is in use. */
  readonly isLasting: boolean;
  /** True if caches between server and client may store it. */
  readonly isCacheable: boolean;
  /** See `GraphQLAnswer`. */
  readonly error?: string | undefined;
}

/** From this size on, two writes cost less than one more copy. */
const MAX_TEXT_BYTES = 16 * 2 ** 10;
/** An answer up to this size is sent at once, and does not count as unsent. */
const MAX_AT_ONCE_BYTES = 2 ** 16;
/** Shorter answers fit into one packet anyway. */
const MIN_COMPRESSED_BYTES = 1400;

/**
 * An answer as sent over the network; it caches its compressed forms once they are requested. A
 * single object until then: most answers are sent once.
 */
export class EncodedAnswer implements AnswerTraits {
  readonly status: number;
  readonly isLasting: boolean;
  readonly isCacheable: boolean;
  readonly error: string | undefined;
  readonly source: string;
  /**
   * JSON: a string if it is short, which is sent together with the headers; otherwise its UTF-8, or
   * its writer.
   */
  readonly body: Json;
  /** Size of the body in UTF-8, in bytes. */
  readonly size: number;
  #tag: string | undefined;
  #compressed: Map<Encoding, Bytes | Promise<Bytes>> | undefined;

  /** True if it is too large to hold in memory. */
  readonly isLarge: boolean;

  constructor(json: Json, { status, isLasting, isCacheable, error, source }: AnswerTraits) {
    this.status = status;
    this.isLasting = isLasting;
    this.isCacheable = isCacheable;
    this.error = error;
    this.source = source;
    this.isLarge = isLarge(json);
    this.size = isLarge(json) ? json.size : Buffer.byteLength(json);
    this.body = typeof json === "string" && this.size >= MAX_TEXT_BYTES ? Buffer.from(json) : json;
  }

  /** True if it is sent in parts, as the client reads; otherwise at once. */
  get isSentInParts(): boolean {
    return this.isLarge || this.size > MAX_AT_ONCE_BYTES;
  }

  /** True if the body is long enough to benefit from compression. */
  get isCompressible(): boolean {
    return this.size >= MIN_COMPRESSED_BYTES;
  }

  /** A strong entity tag of the body (RFC 9110 section 8.8.3). */
  get etag(): string {
    const hashed = this.isLarge ? this.source : (this.body as string | Bytes);
    this.#tag ??= `"${createHash("sha256").update(hashed).digest("base64url")}"`;
    return this.#tag;
  }

  /** Compresses the body of an answer that is held in memory. */
  compress(encoding: Encoding): Bytes | Promise<Bytes> {
    if (this.isLarge) throw new TypeError("A large answer is compressed while it is sent.");
    this.#compressed ??= new Map();
    const forms = this.#compressed;
    const known = forms.get(encoding);
    if (known) return known;
    const body = this.body as string | Bytes;
    const form = compress(typeof body === "string" ? Buffer.from(body) : body, { encoding });
    forms.set(encoding, form);
    void form.then((bytes) => forms.set(encoding, bytes));
    return form;
  }
}

/** One answer must not evict all others. */
const MAX_ANSWER_SHARE = 1 / 8;
/** Memory that an entry takes apart from its texts. */
const ENTRY_BYTES = 512;
/**
 * Factor for the text of a short answer and its compressed forms, which are added later and are
 * shorter.
 */
const WITH_OTHER_FORMS = 2;

/**
 * Cached answers, by request. Executing a request instead takes 9 µs of CPU for one doc and 37 µs for
 * 50 docs, and the answer is hashed and compressed each time (`npm run bench -- --requests`: repeated
 * against variables never repeated). If answers come to depend on more than the corpus, the method,
 * the accepted type and the text of the request, add it to the key in `transport.ts`.
 */
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
