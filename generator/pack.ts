import { createHash } from "node:crypto";
import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import type { ParsedFile } from "./parse.ts";
import { type PageTerms, renumberTerms } from "./terms.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** What a pack starts with, as a line of JSON; behind it the files, each in three parts. */
interface PackHead {
  /** The terms of all files, in order: their numbers here are their places. */
  readonly terms: readonly string[];
  readonly files: readonly PackedFile[];
}

/** A file's key, and the bytes of its three parts: JSON, body in UTF-8, and terms. */
type PackedFile = readonly [key: string, json: number, body: number, terms: number];

export interface PackContent {
  readonly files: readonly (readonly [key: string, file: ParsedFile])[];
  /** That of the files' terms. */
  readonly vocabulary: Vocabulary;
}

const LINE_FEED = 0x0a;
const HASH_BYTES = 32;
/** What is joined before it is written. */
const CHUNK_BYTES = 1 << 20;

/** Writes parsed files as one file that ends with the SHA-256 of the rest. */
export function writePack(location: string, { files, vocabulary }: PackContent): void {
  const terms = termsIn(files, vocabulary);
  const places = new Int32Array(vocabulary.names.length);
  for (const [place, term] of terms.entries()) places[term] = place;
  const parts = files.map(([key, file]) => ({ key, ...partsOf(file, places) }));
  const head: PackHead = {
    terms: terms.map((term) => vocabulary.names[term]!),
    files: parts.map(({ key, json, body, terms }) => [
      key,
      json.length,
      Buffer.byteLength(body),
      terms.length,
    ]),
  };
  writeHashed(location, [
    Buffer.from(`${JSON.stringify(head)}\n`),
    ...parts.flatMap(({ json, body, terms }) => [json, body, terms]),
  ]);
}

/** The numbers of all terms of some files, in the order of the terms. */
function termsIn(files: PackContent["files"], vocabulary: Vocabulary): number[] {
  const isUsed = new Uint8Array(vocabulary.names.length);
  for (const [, { terms }] of files) {
    renumberTerms(terms, (term) => {
      isUsed[term] = 1;
      return term;
    });
  }
  return vocabulary.sorted().filter((term) => isUsed[term] === 1);
}

function partsOf({ body, terms, ...rest }: ParsedFile, places: Int32Array) {
  const own = terms.slice();
  renumberTerms(own, (term) => places[term]!);
  return {
    json: Buffer.from(JSON.stringify(rest)),
    body,
    terms: new Uint8Array(own.buffer),
  };
}

function writeHashed(location: string, parts: readonly (Uint8Array | string)[]): void {
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

  try {
    for (const part of parts) {
      const bytes = typeof part === "string" ? Buffer.from(part) : part;
      chunk.push(bytes);
      length += bytes.length;
      if (length > CHUNK_BYTES) flush();
    }
    flush();
    writeFileSync(handle, hash.digest());
  } finally {
    closeSync(handle);
  }
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
  const headEnd = content.indexOf(LINE_FEED);
  const head: PackHead = JSON.parse(content.toString("utf8", 0, headEnd));
  const numbers = Int32Array.from(head.terms, vocabulary.numberOf);
  let next = headEnd + 1;
  return head.files.map(([key, json, body, terms]) => {
    const start = next;
    next += json + body + terms;
    const bodyStart = start + json;
    const termsStart = bodyStart + body;
    return [
      key,
      () => ({
        ...JSON.parse(content.toString("utf8", start, bodyStart)),
        // Of most files that did not change, neither is needed.
        get body() {
          return content.toString("utf8", bodyStart, termsStart);
        },
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
