import { type ByteWriter, createByteWriter } from "../byte-writer.ts";
import type { Doc } from "../schema.ts";
import { foldCase } from "../text.ts";
import { type ByteText, SEPARATOR, writeBytes } from "./byte-text.ts";

export type SearchedDoc = Pick<Doc, "title" | "headings" | "description" | "body">;

/** What is searched of a doc, in the order in which a match counts (decision B4). */
export const FIELDS = ["title", "headings", "description", "body"] as const;
export type Field = (typeof FIELDS)[number];

/** The texts of all docs, folded: those of the first field doc by doc, then those of the next. */
export interface Texts {
  readonly docs: readonly SearchedDoc[];
  /** That of a doc in a field is at `FIELDS.indexOf(field) * docs.length + doc`. */
  readonly texts: readonly ByteText[];
  /** Where each text begins in the bytes of all of them; at last, where they end. */
  readonly starts: Float64Array;
}

interface TextsOptions {
  /** Those of other docs: what the same doc has there is taken over. */
  readonly before?: Texts | undefined;
  /** The bytes come in multiples of so many. */
  readonly pieceBytes: number;
  /** Takes the next bytes, which are good until it returns. */
  readonly onBytes: (bytes: Buffer) => void;
}

/** Texts are parts of long strings, which are kept outside the heap, where nothing moves them. */
const CHUNK_BYTES = 2 ** 22;

/** Folds the texts of docs. */
export function layOutTexts(
  docs: readonly SearchedDoc[],
  { before, pieceBytes, onBytes }: TextsOptions,
): Texts {
  const places = new Map(before?.docs.map((doc, place) => [doc, place]));
  const writer = createByteWriter(2 * CHUNK_BYTES);
  const texts: ByteText[] = [];
  const starts = new Float64Array(FIELDS.length * docs.length + 1);
  let ends: number[] = [];
  let written = 0;

  function finishChunk(): void {
    while (writer.length % pieceBytes !== 0) writer.byte(SEPARATOR);
    const bytes = writer.finish();
    const chunk = bytes.toString("latin1");
    for (const [place, end] of ends.entries()) texts.push(chunk.slice(ends[place - 1] ?? 0, end));
    onBytes(bytes);
    written += bytes.length;
    ends = [];
    writer.clear();
  }

  for (const [field, name] of FIELDS.entries()) {
    for (const doc of docs) {
      if (writer.length >= CHUNK_BYTES) finishChunk();
      starts[texts.length + ends.length] = written + writer.length;
      const known = places.get(doc);
      if (known === undefined) writeField(writer, { doc, name });
      else writer.latin1(before!.texts[field * before!.docs.length + known]!);
      ends.push(writer.length);
    }
  }
  finishChunk();
  starts[texts.length] = written;
  return { docs, texts, starts };
}

interface FieldOfDoc {
  readonly doc: SearchedDoc;
  readonly name: Field;
}

function writeField(writer: ByteWriter, { doc, name }: FieldOfDoc): void {
  if (name !== "headings") writeBytes(writer, foldCase(doc[name] ?? ""));
  else {
    for (const { text } of doc.headings) {
      writeBytes(writer, foldCase(text));
      writer.byte(SEPARATOR);
    }
  }
}
