import { createHash } from "node:crypto";
import { compress } from "../../http/compress.ts";
import type { Encoding } from "../../http/negotiation.ts";
import { isLarge, type Json } from "../execute/gather.ts";
import type { Bytes } from "../execute/output.ts";

/** An answer as it goes over the wire; it keeps its compressed forms once it was asked for them. */
export interface EncodedAnswer extends AnswerTraits {
  /**
   * JSON: a text where it is short, which is sent together with the headers; else its UTF-8, or what
   * writes that.
   */
  readonly body: Json;
  /** Of the body in UTF-8, in bytes. */
  readonly size: number;
  /** Whether it is long enough for compression to pay. */
  readonly isCompressible: boolean;
  /** A strong entity tag of the body (RFC 9110 section 8.8.3). */
  readonly etag: string;
  /** @returns The body compressed, of one that is held. */
  compress(encoding: Encoding): Bytes | Promise<Bytes>;
}

interface AnswerTraits {
  readonly status: number;
  /** What an answer that is not held is made of: the corpus and the request. */
  readonly source: string;
  /** Whether the same request has the same answer as long as the same corpus answers. */
  readonly isLasting: boolean;
  /** Whether caches between here and the client may keep it. */
  readonly isCacheable: boolean;
  /** See `GraphQLAnswer`. */
  readonly error?: string | undefined;
}

/** From here on, two writes cost less than one copy more. */
const MAX_TEXT_BYTES = 16 * 2 ** 10;
/** Shorter answers are in one packet anyway. */
const MIN_COMPRESSED_BYTES = 1400;

export function encodeAnswer(json: Json, traits: AnswerTraits): EncodedAnswer {
  return new Answer(json, traits);
}

/** One object and nothing next to it until it is asked for: most answers are sent once. */
class Answer implements EncodedAnswer {
  readonly status: number;
  readonly isLasting: boolean;
  readonly isCacheable: boolean;
  readonly error: string | undefined;
  readonly source: string;
  readonly body: Json;
  readonly size: number;
  #tag: string | undefined;
  #compressed: Map<Encoding, Bytes | Promise<Bytes>> | undefined;

  constructor(json: Json, { status, isLasting, isCacheable, error, source }: AnswerTraits) {
    this.status = status;
    this.isLasting = isLasting;
    this.isCacheable = isCacheable;
    this.error = error;
    this.source = source;
    this.size = isLarge(json) ? json.size : Buffer.byteLength(json);
    this.body = typeof json === "string" && this.size >= MAX_TEXT_BYTES ? Buffer.from(json) : json;
  }

  get isCompressible(): boolean {
    return this.size >= MIN_COMPRESSED_BYTES;
  }

  get etag(): string {
    const hashed = isLarge(this.body) ? this.source : this.body;
    this.#tag ??= `"${createHash("sha256").update(hashed).digest("base64url")}"`;
    return this.#tag;
  }

  compress(encoding: Encoding): Bytes | Promise<Bytes> {
    if (isLarge(this.body)) throw new TypeError("A large answer is compressed while it is sent.");
    this.#compressed ??= new Map();
    const forms = this.#compressed;
    const known = forms.get(encoding);
    if (known) return known;
    const { body } = this;
    const form = compress(typeof body === "string" ? Buffer.from(body) : body, { encoding });
    forms.set(encoding, form);
    void form.then((bytes) => forms.set(encoding, bytes));
    return form;
  }
}
