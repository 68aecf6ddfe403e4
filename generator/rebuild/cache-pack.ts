import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync, rmSync, writeFileSync } from "node:fs";
import { DocgateError } from "../../corpus/error.ts";
import { renumberWords } from "../../corpus/search/words/index/page-words.ts";
import { isSystemError } from "../../corpus/system-error.ts";
import { renumberTerms } from "../index/terms.ts";
import type { Vocabulary } from "../index/vocabulary.ts";
import type { ParsedFile } from "../markdown/parse.ts";

/** The parts of a file that are only read if something depends on its text. */
type Details =
  | "headings"
  | "headingSources"
  | "fragments"
  | "frontmatter"
  | "links"
  | "marks"
  | "body"
  | "edits"
  | "terms"
  | "words";

/**
 * The list of a pack: JSON at its end, followed by its SHA-256 and its size. Before it are the
 * details of each file, in the same order, and the terms.
 */
interface PackList {
  readonly files: readonly PackedFile[];
  /** JSON of the terms of all files: a term's number in this pack is its index. */
  readonly terms: Block;
}

interface PackedFile extends Block {
  readonly key: string;
  readonly head: Omit<ParsedFile, Details>;
  /** Sizes of the parts of its details: JSON, body in UTF-8, terms, and words. */
  readonly sizes: readonly number[];
}

/** A run of bytes of a pack. */
interface Block {
  readonly start: number;
  readonly length: number;
  readonly sha256: string;
}

export interface PackContent {
  readonly files: readonly (readonly [key: string, read: () => ParsedFile])[];
  /** The vocabulary of the files' terms. */
  readonly vocabulary: Vocabulary;
}

const HASH_BYTES = 32;
const SIZE_BYTES = 6;
const TRAILER_BYTES = HASH_BYTES + SIZE_BYTES;
/** Size of the chunks that are joined before they are written. */
const CHUNK_BYTES = 1 << 20;

/** Writes parsed files as one file, every part of which has its SHA-256. */
export function writePack(location: string, { files, vocabulary }: PackContent): void {
  const terms: string[] = [];
  const places: number[] = [];
  const packed: PackedFile[] = [];
  const output = openOutput(location);

  function placeOf(term: number): number {
    // A file that is read from another pack may add to the vocabulary.
    while (places.length <= term) places.push(-1);
    if (places[term] === -1) places[term] = terms.push(vocabulary.names[term]!) - 1;
    return places[term]!;
  }

  try {
    for (const [key, read] of files) {
      const { headings, headingSources, fragments, frontmatter, links, ...others } = read();
      const { marks, body, edits, terms, words, ...head } = others;
      const own = terms.slice();
      renumberTerms(own, placeOf);
      const { units } = words;
      const ownWords = { units, terms: words.terms.slice() };
      renumberWords(ownWords, placeOf);
      const json = JSON.stringify({
        headings,
        headingSources,
        fragments,
        frontmatter,
        links,
        marks,
        edits,
        units,
      });
      const parts = [Buffer.from(json), body, bytesOf(own), bytesOf(ownWords.terms)];
      packed.push({ key, head, sizes: parts.map(({ length }) => length), ...output.block(parts) });
    }
    const list: PackList = { files: packed, terms: output.block([toJson(terms)]) };
    output.finish(toJson(list));
  } finally {
    output.close();
  }
}

function toJson(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

function openOutput(location: string) {
  const handle = openSync(location, "wx");
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let start = 0;
  let length = 0;

  function flush(): void {
    writeFileSync(handle, chunk.subarray(0, length));
    length = 0;
  }

  function write(bytes: Uint8Array): void {
    if (length + bytes.length > CHUNK_BYTES) flush();
    if (bytes.length > CHUNK_BYTES) writeFileSync(handle, bytes);
    else {
      chunk.set(bytes, length);
      length += bytes.length;
    }
  }

  return {
    block(parts: readonly Uint8Array[]): Block {
      const hash = createHash("sha256");
      const block = { start, length: 0 };
      for (const part of parts) {
        hash.update(part);
        write(part);
        block.length += part.length;
      }
      start += block.length;
      return { ...block, sha256: hash.digest("base64url") };
    },
    finish(list: Buffer): void {
      const size = Buffer.alloc(SIZE_BYTES);
      size.writeUIntLE(list.length, 0, SIZE_BYTES);
      for (const part of [list, sha256(list), size]) write(part);
      flush();
    },
    close: () => closeSync(handle),
  };
}

function bytesOf({ buffer, byteOffset, byteLength }: Int32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/**
 * Reads the list of a pack. The details of a file are read when one of them is requested, which
 * throws the same error if they are corrupt, and removes the pack.
 *
 * @returns each file by its key
 * @throws {DocgateError} `cache-corrupt` if the list is corrupt
 */
export function readPack(
  location: string,
  vocabulary: Vocabulary,
): [key: string, read: () => ParsedFile][] {
  const { files, terms } = readList(location);
  let known: Int32Array | undefined;

  /** Returns the number in the vocabulary of a term of the pack. */
  function numberOf(place: number): number {
    known ??= Int32Array.from(
      JSON.parse(readBlock(location, terms).toString()) as string[],
      vocabulary.numberOf,
    );
    return known[place]!;
  }

  return files.map((file) => [file.key, () => openFile(file, { location, numberOf })]);
}

function readList(location: string): PackList {
  const pack = openSync(location, "r");
  try {
    const end = fstatSync(pack).size - TRAILER_BYTES;
    if (end < 0) throw corrupt(location);
    const trailer = readAt(pack, { start: end, length: TRAILER_BYTES });
    const length = trailer.readUIntLE(HASH_BYTES, SIZE_BYTES);
    if (length > end) throw corrupt(location);
    const list = readAt(pack, { start: end - length, length });
    if (!sha256(list).equals(trailer.subarray(0, HASH_BYTES))) throw corrupt(location);
    return JSON.parse(list.toString());
  } finally {
    closeSync(pack);
  }
}

/** Returns fewer bytes if the file ends before. */
function readAt(file: number, { start, length }: Pick<Block, "start" | "length">): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, start));
}

function readBlock(location: string, block: Block): Buffer {
  try {
    const pack = openSync(location, "r");
    try {
      const bytes = readAt(pack, block);
      if (sha256(bytes).toString("base64url") === block.sha256) return bytes;
    } finally {
      closeSync(pack);
    }
    rmSync(location, { force: true });
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
  throw corrupt(location);
}

interface OpenOptions {
  readonly location: string;
  readonly numberOf: (place: number) => number;
}

function openFile(file: PackedFile, { location, numberOf }: OpenOptions): ParsedFile {
  let known: Pick<ParsedFile, Details> | undefined;
  const details = () => {
    known ??= openDetails(readBlock(location, file), { sizes: file.sizes, numberOf });
    return known;
  };
  return {
    ...file.head,
    get headings() {
      return details().headings;
    },
    get headingSources() {
      return details().headingSources;
    },
    get fragments() {
      return details().fragments;
    },
    get frontmatter() {
      return details().frontmatter;
    },
    get links() {
      return details().links;
    },
    get marks() {
      return details().marks;
    },
    get body() {
      return details().body;
    },
    get edits() {
      return details().edits;
    },
    get terms() {
      return details().terms;
    },
    get words() {
      return details().words;
    },
  };
}

interface DetailsOptions extends Pick<PackedFile, "sizes">, Pick<OpenOptions, "numberOf"> {}

function openDetails(
  bytes: Buffer,
  { sizes, numberOf }: DetailsOptions,
): Pick<ParsedFile, Details> {
  let next = 0;
  const [json, body, terms, words] = sizes.map((size) => {
    next += size;
    return bytes.subarray(next - size, next);
  });
  const { units, ...others } = JSON.parse(json!.toString());
  return {
    ...others,
    body,
    get terms() {
      const own = readNumbers(terms!);
      renumberTerms(own, numberOf);
      return own;
    },
    get words() {
      const own = { units, terms: readNumbers(words!) };
      renumberWords(own, numberOf);
      return own;
    },
  };
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
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
