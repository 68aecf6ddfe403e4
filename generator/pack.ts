import { createHash } from "node:crypto";
import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import type { ParsedFile } from "./parse.ts";
import { type PageTerms, renumberTerms } from "./terms.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** What a pack ends with: a line of JSON. Before it are the files, each in three parts. */
interface PackList {
  /** The terms of all files, in order: their numbers here are their places. */
  readonly terms: readonly string[];
  readonly files: readonly PackedFile[];
}

/** A file's key, and the bytes of its three parts: JSON, body in UTF-8, and terms. */
type PackedFile = readonly [key: string, json: number, body: number, terms: number];

export interface PackContent {
  readonly files: readonly (readonly [key: string, read: () => ParsedFile])[];
  /** That of the files' terms. */
  readonly vocabulary: Vocabulary;
}

const LINE_FEED = 0x0a;
const HASH_BYTES = 32;
/** What is joined before it is written. */
const CHUNK_BYTES = 1 << 20;

/** Writes parsed files as one file that ends with the SHA-256 of the rest. */
export function writePack(location: string, { files, vocabulary }: PackContent): void {
  const terms: string[] = [];
  const places = new Int32Array(vocabulary.names.length).fill(-1);
  const packed: PackedFile[] = [];
  const output = openHashed(location);

  function placeOf(term: number): number {
    if (places[term] === -1) places[term] = terms.push(vocabulary.names[term]!) - 1;
    return places[term]!;
  }

  try {
    for (const [key, read] of files) {
      const { body, terms: numbers, ...rest } = read();
      const own = numbers.slice();
      renumberTerms(own, placeOf);
      const parts = [Buffer.from(JSON.stringify(rest)), body, new Uint8Array(own.buffer)];
      const lengths = parts.map(output.write);
      packed.push([key, ...(lengths as [number, number, number])]);
    }
    const list: PackList = { terms, files: packed };
    output.write(Buffer.from(`\n${JSON.stringify(list)}`));
    output.finish();
  } finally {
    output.close();
  }
}

function openHashed(location: string) {
  const handle = openSync(location, "wx");
  const hash = createHash("sha256");
  let chunk: Uint8Array[] = [];
  let length = 0;

  function flush(): void {
    const bytes = Buffer.concat(chunk);
    hash.update(bytes);
    writeFileSync(handle, bytes);
    chunk = [];
    length = 0;
  }

  return {
    /** @returns how many bytes these are */
    write(bytes: Uint8Array): number {
      chunk.push(bytes);
      length += bytes.length;
      if (length > CHUNK_BYTES) flush();
      return bytes.length;
    },
    /** Ends the file with the hash of all that was written. */
    finish(): void {
      flush();
      writeFileSync(handle, hash.digest());
    },
    close: () => closeSync(handle),
  };
}

/**
 * Reads a pack. Its files are not looked at before they are asked for.
 *
 * @returns each file by its key
 * @throws if the pack cannot be read or is not as it was written
 */
export function readPack(
  location: string,
  vocabulary: Vocabulary,
): [key: string, read: () => ParsedFile][] {
  const bytes = readFileSync(location);
  const content = bytes.subarray(0, -HASH_BYTES);
  const hash = createHash("sha256").update(content).digest();
  if (!hash.equals(bytes.subarray(-HASH_BYTES))) throw new Error("It is not as it was written");
  const list: PackList = JSON.parse(content.toString("utf8", content.lastIndexOf(LINE_FEED) + 1));
  const numbers = Int32Array.from(list.terms, vocabulary.numberOf);
  let next = 0;
  return list.files.map(([key, json, body, terms]) => {
    const start = next;
    next += json + body + terms;
    const bodyStart = start + json;
    const termsStart = bodyStart + body;
    return [
      key,
      () => ({
        ...JSON.parse(content.toString("utf8", start, bodyStart)),
        body: content.subarray(bodyStart, termsStart),
        // Of most files that did not change, they are not needed.
        get terms() {
          return readTerms(content.subarray(termsStart, termsStart + terms), numbers);
        },
      }),
    ];
  });
}

function readTerms(bytes: Uint8Array, numbers: Int32Array): PageTerms {
  const terms = new Int32Array(bytes.length / Int32Array.BYTES_PER_ELEMENT);
  new Uint8Array(terms.buffer).set(bytes);
  renumberTerms(terms, (place) => numbers[place]!);
  return terms;
}
