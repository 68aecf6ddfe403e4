/**
 * Caches the selected fields of docs as JSON: writing 50 docs takes 11 instead of 50 µs of CPU
 * (`npm run bench -- --requests`, variables never repeated). It pays off as long as the same fields
 * are selected repeatedly, whichever docs they are selected from.
 */
import type { Doc } from "../../../corpus/schema.ts";
import { createSeenBefore } from "./seen-before.ts";

/** Returns the selected fields of a doc as JSON. */
export type EncodeDoc = (doc: Doc) => string;

/** Docs as JSON, by selection. */
export interface DocTexts {
  /**
   * Makes an encoder encode each doc only once, from the second use of a selection on.
   *
   * @param selection The same for all selections that give a doc the same text.
   */
  remember(selection: string, encode: EncodeDoc): EncodeDoc;
}

/** @param maxBytes Limit of the texts, in UTF-8: above it, all are dropped; 0 caches none. */
export function createDocTexts(maxBytes: number): DocTexts {
  if (maxBytes === 0) return { remember: (_, encode) => encode };
  const isSeenBefore = createSeenBefore();
  let texts = new WeakMap<Doc, Map<string, string>>();
  let bytes = 0;

  function keep(doc: Doc, { selection, text }: { selection: string; text: string }): void {
    bytes += Buffer.byteLength(text);
    if (bytes > maxBytes) {
      texts = new WeakMap();
      bytes = 0;
      return;
    }
    const known = texts.get(doc);
    if (known) known.set(selection, text);
    else texts.set(doc, new Map([[selection, text]]));
  }

  return {
    remember(selection, encode) {
      if (!isSeenBefore(selection)) return encode;
      return (doc) => {
        const known = texts.get(doc)?.get(selection);
        if (known !== undefined) return known;
        const text = encode(doc);
        keep(doc, { selection, text });
        return text;
      };
    },
  };
}
