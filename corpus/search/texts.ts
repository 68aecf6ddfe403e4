import { type ByteWriter, createByteWriter } from "../byte-writer.ts";
import { allocateBytes, decodeLatin1 } from "../bytes.ts";
import type { Doc } from "../schema.ts";
import { foldCase } from "../text/fold.ts";
import { type ByteText, SEPARATOR, writeBytes } from "./byte-text.ts";

export type SearchedDoc = Pick<Doc, "title" | "headings" | "description" | "body">;

/** The searched fields of a doc, in the order in which their matches rank (DOC-B4). */
export const FIELDS = ["title", "headings", "description", "body"] as const;
export type Field = (typeof FIELDS)[number];

/** The folded texts of docs: the first field of each doc, then the next field of each. */
export interface Texts {
  /** All texts, one after the other. */
  readonly whole: ByteText;
  /**
   * Where the text of a doc in a field begins, at `FIELDS.indexOf(field) * docs.length + doc`, and
   * finally where the last one ends.
   */
  readonly starts: Int32Array;
  /** All texts, in a buffer that nothing else uses. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Collects the texts of docs. */
export interface TextCollector {
  /** Returns the number of bytes collected. */
  length(): number;
  add(doc: SearchedDoc): void;
  /** Returns everything added, and starts over. */
  finish(): Texts;
}

export function createTextCollector(): TextCollector {
  const fields = FIELDS.map((name) => ({
    name,
    writer: createByteWriter(INITIAL_BYTES),
    starts: [] as number[],
  }));
  const length = () => fields.reduce((sum, { writer }) => sum + writer.length, 0);

  return {
    length,
    add(doc) {
      for (const { name, writer, starts } of fields) {
        starts.push(writer.length);
        writeField(writer, { doc, name });
      }
    },
    finish() {
      const bytes = allocateBytes(length());
      const starts: number[] = [];
      let first = 0;
      for (const field of fields) {
        for (const start of field.starts) starts.push(first + start);
        bytes.set(field.writer.finish(), first);
        first += field.writer.length;
        field.starts.length = 0;
        field.writer.clear();
      }
      return { whole: decodeLatin1(bytes), starts: Int32Array.of(...starts, bytes.length), bytes };
    },
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
