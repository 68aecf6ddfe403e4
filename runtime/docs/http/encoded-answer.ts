import { createHash } from "node:crypto";
import { compress } from "../../http/compress.ts";
import type { Encoding } from "../../http/negotiation.ts";
import { isLarge, type Json } from "../execute/gather.ts";
import type { Bytes } from "../execute/output.ts";

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
