import { type ByteWriter, createByteWriter } from "../byte-writer.ts";
import { allocateBytes } from "../bytes.ts";
import type { Doc } from "../schema.ts";
import { foldCase } from "../text/fold.ts";
import { SEPARATOR, writeBytes } from "./byte-text.ts";

export type SearchedDoc = Pick<Doc, "title" | "headings" | "description" | "body">;

/** The searched fields of a doc, in the order in which their matches rank (DOC-B4). */
export const FIELDS = ["title", "headings", "description", "body"] as const;
export type Field = (typeof FIELDS)[number];

/** The folded texts of docs: the first field of each doc, then the next field of each. */
export interface Texts {
  /**
   * Where the text of a doc in a field begins in the bytes, at
   * `FIELDS.indexOf(field) * docs.length + doc`, and finally where the last one ends.
   */
  readonly starts: Int32Array<ArrayBuffer>;
  /** The byte texts, in a buffer that nothing else uses. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** @returns a function that folds the texts of docs, again and again in the same memory */
export function createTextFolder(): (docs: Iterable<SearchedDoc>) => Texts {
  const fields = FIELDS.map((name) => ({ name, writer: createByteWriter(INITIAL_BYTES) }));
  return (docs) => {
    const startsOf = fields.map((): number[] => []);
    for (const doc of docs) {
      for (const [number, { name, writer }] of fields.entries()) {
        startsOf[number]!.push(writer.length);
        writeField(writer, { doc, name });
      }
    }
    const bytes = allocateBytes(fields.reduce((sum, { writer }) => sum + writer.length, 0));
    const starts: number[] = [];
    let first = 0;
    for (const [number, { writer }] of fields.entries()) {
      for (const start of startsOf[number]!) starts.push(first + start);
      bytes.set(writer.finish(), first);
      first += writer.length;
      writer.clear();
    }
    starts.push(first);
    return { starts: Int32Array.from(starts), bytes };
  };
}

const INITIAL_BYTES = 2 ** 16;

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
