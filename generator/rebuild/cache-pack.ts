import { createHash } from "node:crypto";
import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { DocgateError } from "../../corpus/error.ts";
import { renumberWords } from "../../corpus/search/words/index/page-words.ts";
import { renumberTerms } from "../index/terms.ts";
import type { Vocabulary } from "../index/vocabulary.ts";
import type { ParsedFile } from "../markdown/parse.ts";

/** The end of a pack: a line of JSON. Before it are the files, each in four parts. */
interface PackList {
  /** The terms of all files, in order: a term's number in this pack is its index. */
  readonly terms: readonly string[];
  readonly files: readonly PackedFile[];
}

/** A file's key, and the size in bytes of its parts: JSON, body in UTF-8, terms, and words. */
type PackedFile = readonly [key: string, json: number, body: number, terms: number, words: number];

export interface PackContent {
  readonly files: readonly (readonly [key: string, read: () => ParsedFile])[];
  /** The vocabulary of the files' terms. */
  readonly vocabulary: Vocabulary;
}

const LINE_FEED = 0x0a;
const HASH_BYTES = 32;
/** Size of the chunks that are joined before they are written. */
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
      const { body, terms, words, ...rest } = read();
      const own = terms.slice();
      renumberTerms(own, placeOf);
      const { units } = words;
      const ownWords = { units, terms: words.terms.slice() };
      renumberWords(ownWords, placeOf);
      const json = Buffer.from(JSON.stringify({ ...rest, units }));
      const lengths = [json, body, bytesOf(own), bytesOf(ownWords.terms)].map(output.write);
      packed.push([key, ...(lengths as [number, number, number, number])]);
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
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let length = 0;

  function flush(): void {
    put(chunk.subarray(0, length));
    length = 0;
  }

  function put(bytes: Uint8Array): void {
    hash.update(bytes);
    writeFileSync(handle, bytes);
  }

  return {
    /** @returns the number of bytes written */
    write(bytes: Uint8Array): number {
      if (length + bytes.length > CHUNK_BYTES) flush();
      if (bytes.length > CHUNK_BYTES) put(bytes);
      else {
        chunk.set(bytes, length);
        length += bytes.length;
      }
      return bytes.length;
    },
    /** Ends the file with the hash of everything written. */
    finish(): void {
      flush();
      writeFileSync(handle, hash.digest());
    },
    close: () => closeSync(handle),
  };
}

function bytesOf({ buffer, byteOffset, byteLength }: Int32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/**
 * Reads a pack. Its files are parsed only when they are requested.
 *
 * @returns each file by its key
 * @throws {DocgateError} `cache-corrupt` if the pack is corrupt
 */
export function readPack(
  location: string,
  vocabulary: Vocabulary,
): [key: string, read: () => ParsedFile][] {
  const bytes = readFileSync(location);
  const content = bytes.subarray(0, -HASH_BYTES);
  const hash = createHash("sha256").update(content).digest();
  if (!hash.equals(bytes.subarray(-HASH_BYTES))) throw corrupt(location);
  const list: PackList = JSON.parse(content.toString("utf8", content.lastIndexOf(LINE_FEED) + 1));
  const numbers = Int32Array.from(list.terms, vocabulary.numberOf);
  let next = 0;
  return list.files.map(([key, json, body, terms, words]) => {
    const start = next;
    const bodyStart = start + json;
    const termsStart = bodyStart + body;
    const wordsStart = termsStart + terms;
    next = wordsStart + words;
    return [
      key,
      () => {
        const { units, ...rest } = JSON.parse(content.toString("utf8", start, bodyStart));
        return {
          ...rest,
          body: content.subarray(bodyStart, termsStart),
          // Lazy: for most files that did not change, the terms and words are not needed.
          get terms() {
            const own = readNumbers(content.subarray(termsStart, wordsStart));
            renumberTerms(own, (place) => numbers[place]!);
            return own;
          },
          get words() {
            const own = {
              units,
              terms: readNumbers(content.subarray(wordsStart, wordsStart + words)),
            };
            renumberWords(own, (place) => numbers[place]!);
            return own;
          },
        };
      },
    ];
  });
}

/** Creates the error for a corrupt file of the cache. */
export function corrupt(file: string): DocgateError {
  return new DocgateError("cache-corrupt", `The cache file "${file}" is corrupt.`);
}

function readNumbers(bytes: Uint8Array): Int32Array<ArrayBuffer> {
  const numbers = new Int32Array(bytes.length / Int32Array.BYTES_PER_ELEMENT);
  new Uint8Array(numbers.buffer).set(bytes);
  return numbers;
}
