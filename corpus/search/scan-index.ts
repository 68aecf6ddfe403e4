import { createHash } from "node:crypto";
import { type Numbers, type ScannedTerms, type ScanOptions, scanTerms } from "./scan-terms.ts";
import { layOutTerms, TERM_END, termAt, type Vocabulary } from "./vocabulary.ts";

/** The terms of an index laid out; docs are still named by the index's numbers. */
export interface FlatTerms extends Vocabulary, Omit<ScannedTerms, "terms" | "chunkStarts"> {
  readonly sizes: ScanOptions;
  /** Of the JSON that they were read from, in order. */
  readonly chunks: readonly Chunk[];
}

/** A stretch of JSON that holds whole terms, to be known again by its hash. */
interface Chunk {
  /** The number of its first term. */
  readonly term: number;
  /** Without the comma or bracket after it. */
  readonly bytes: number;
  readonly digest: string;
}

/** Terms that are scanned now, or a chunk's that are taken over. */
interface Run {
  readonly flat: FlatTerms;
  /** Which of its terms. */
  readonly from: number;
  readonly to: number;
  readonly chunks: readonly Chunk[];
}

/** How far behind what is before it a chunk is looked for. */
const SEARCHED_BYTES = 2 ** 17;
const COMMA = 0x2c;
const CLOSING_BRACKET = 0x5d;
const EMPTY_LIST = Buffer.from("[]");

/**
 * Lays out the terms of a MiniSearch index, which {@link scanTerms} reads.
 *
 * @param before Terms laid out before: stretches of JSON that are the same are not scanned again.
 * @throws {TypeError} as {@link scanTerms} does
 */
export function scanIndex(json: Buffer, sizes: ScanOptions, before?: FlatTerms): FlatTerms {
  const isAlike =
    before?.sizes.fieldCount === sizes.fieldCount && before.sizes.docCount === sizes.docCount;
  if (!isAlike || json.equals(EMPTY_LIST)) return scan(json, sizes);
  return join(findRuns(json, before), before);
}

function scan(json: Buffer, sizes: ScanOptions): FlatTerms {
  const { terms, chunkStarts, ...postings } = scanTerms(json, sizes);
  const chunks = chunkStarts.map(({ term, at }, place) => {
    const next = chunkStarts[place + 1]?.at ?? json.length;
    return { term, bytes: next - 1 - at, digest: digestOf(json.subarray(at, next - 1)) };
  });
  return { ...layOutTerms(terms), ...postings, sizes, chunks };
}

function digestOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("base64");
}

/** Goes through the chunks of before: each is taken over, or what is in its place is scanned. */
function findRuns(json: Buffer, before: FlatTerms): Run[] {
  const runs: Run[] = [];
  let done = 1;
  let at = 1;
  for (const [place, chunk] of before.chunks.entries()) {
    const found = findTerm(json, termAt(before, chunk.term), at);
    if (found < 0) continue;
    at = found;
    const end = at + chunk.bytes;
    if (!isEnd(json, end) || digestOf(json.subarray(at, end)) !== chunk.digest) continue;
    if (done < at) runs.push(scanPiece(json, { from: done, to: at - 1, sizes: before.sizes }));
    const to = before.chunks[place + 1]?.term ?? before.termCount;
    runs.push({ flat: before, from: chunk.term, to, chunks: [chunk] });
    done = end + 1;
    at = done;
  }
  if (done < json.length) {
    runs.push(scanPiece(json, { from: done, to: json.length - 1, sizes: before.sizes }));
  }
  return runs;
}

/** @returns where a term is, not far behind a place; -1 if it is not there */
function findTerm(json: Buffer, term: string, from: number): number {
  const found = json.subarray(from, from + SEARCHED_BYTES).indexOf(`[${JSON.stringify(term)},{`);
  return found < 0 ? -1 : from + found;
}

/** Whether what is at a place follows a term: a comma, or at last a bracket. */
function isEnd(json: Buffer, at: number): boolean {
  return json[at] === (at === json.length - 1 ? CLOSING_BRACKET : COMMA);
}

interface Piece {
  readonly from: number;
  readonly to: number;
  readonly sizes: ScanOptions;
}

function scanPiece(json: Buffer, { from, to, sizes }: Piece): Run {
  const list = Buffer.concat([
    EMPTY_LIST.subarray(0, 1),
    json.subarray(from, to),
    EMPTY_LIST.subarray(1),
  ]);
  const flat = scan(list, sizes);
  if (flat.termCount === 0 || !isEnd(json, to)) fail();
  return { flat, from: 0, to: flat.termCount, chunks: flat.chunks };
}

/** @throws {TypeError} if the terms of one are not behind those before */
function join(runs: readonly Run[], before: FlatTerms): FlatTerms {
  for (const [place, run] of runs.entries()) {
    const last = runs[place - 1];
    if (last && termAt(last.flat, last.to - 1) >= termAt(run.flat, run.from)) fail();
  }
  const { sizes } = before;
  const { fieldCount } = sizes;
  const termCount = runs.reduce((sum, { from, to }) => sum + to - from, 0);
  const joined = TERM_END + runs.map(textOf).join("");
  const vocabulary = joined === before.vocabulary ? before.vocabulary : joined;
  const termStarts = new Int32Array(termCount + 1);
  const postingStarts = new Int32Array(termCount * fieldCount + 1);
  const chunks: Chunk[] = [];
  let [term, offset, posting] = [0, TERM_END.length, 0];
  for (const { flat, from, to, chunks: ofRun } of runs) {
    for (const chunk of ofRun) chunks.push({ ...chunk, term: chunk.term - from + term });
    copyShifted(flat.termStarts.subarray(from, to + 1), {
      into: termStarts,
      at: term,
      first: offset,
    });
    const starts = flat.postingStarts.subarray(from * fieldCount, to * fieldCount + 1);
    copyShifted(starts, { into: postingStarts, at: term * fieldCount, first: posting });
    term += to - from;
    offset = termStarts[term]!;
    posting = postingStarts[term * fieldCount]!;
  }
  const postings = { runs, sizes, count: posting };
  return {
    termCount,
    vocabulary,
    termStarts,
    postingStarts,
    postingDocs: joinNumbers("postingDocs", postings),
    postingCounts: joinNumbers("postingCounts", postings),
    sizes,
    chunks,
  };
}

function textOf({ flat, from, to }: Run): string {
  return flat.vocabulary.slice(flat.termStarts[from], flat.termStarts[to]);
}

interface CopyOptions {
  readonly into: Int32Array;
  readonly at: number;
  /** What the first of the numbers becomes; the others are as far from it as they were. */
  readonly first: number;
}

function copyShifted(numbers: Int32Array, { into, at, first }: CopyOptions): void {
  const by = first - numbers[0]!;
  for (let i = 0; i < numbers.length; i++) into[at + i] = numbers[i]! + by;
}

interface JoinOptions {
  readonly runs: readonly Run[];
  readonly sizes: ScanOptions;
  readonly count: number;
}

/** One number of each posting. */
function joinNumbers(
  key: "postingDocs" | "postingCounts",
  { runs, sizes: { fieldCount }, count }: JoinOptions,
): Numbers {
  const isWide = runs.some(({ flat }) => flat[key] instanceof Int32Array);
  const joined = isWide ? new Int32Array(count) : new Uint16Array(count);
  let at = 0;
  for (const { flat, from, to } of runs) {
    const { postingStarts } = flat;
    const part = flat[key].subarray(
      postingStarts[from * fieldCount],
      postingStarts[to * fieldCount],
    );
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

function fail(): never {
  throw new TypeError("its terms are not as MiniSearch writes them");
}
