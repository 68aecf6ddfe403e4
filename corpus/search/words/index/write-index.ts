import type { PlacedDoc } from "../places.ts";
import { eachPackedTerm, type PageWords, termIn, valueIn, WordCounter } from "./page-words.ts";
import type { WrittenWords } from "./place-index.ts";
import { PostingsWriter } from "./postings.ts";
import { writeTerms } from "./term-list.ts";
import { writeUnits } from "./units.ts";

/** Terms in the order of their numbers. */
interface Terms {
  readonly names: readonly string[];
  /** Returns the numbers in the order of the terms' UTF-16 code units. */
  sorted(): readonly number[];
}

/** Makes the index of pages. */
export function indexWords(docs: readonly PlacedDoc[]): WrittenWords {
  const numbers = new Map<string, number>();
  const counter = new WordCounter((term) => {
    const known = numbers.get(term);
    if (known !== undefined) return known;
    numbers.set(term, numbers.size);
    return numbers.size - 1;
  });
  const pages = docs.map((doc) => counter.count(doc));
  const names = [...numbers.keys()];
  return writeIndex(pages, {
    names,
    sorted: () => names.toSorted().map((name) => numbers.get(name)!),
  });
}

/** Writes the index of pages whose words are counted. */
export function writeIndex(pages: readonly PageWords[], { names, sorted }: Terms): WrittenWords {
  const { starts, units, values } = sortByTerm(pages, names.length);
  const writer = new PostingsWriter();
  const terms: string[] = [];
  for (const term of sorted()) {
    const end = starts[term + 1]!;
    // A term of the vocabulary that is in none of these pages.
    if (starts[term] === end) continue;
    terms.push(names[term]!);
    for (let posting = starts[term]!; posting < end; posting++) {
      writer.write(units[posting]!, values[posting]!);
    }
    writer.endTerm();
  }
  return {
    units: writeUnits(pages.map((page) => page.units).join("")),
    terms: writeTerms(terms),
    postings: writer.finish(),
  };
}

interface PostingsByTerm {
  /** Where the postings of each term begin, followed by where the last one's end. */
  readonly starts: Int32Array;
  /** The unit of each posting, in order within each term. */
  readonly units: Int32Array;
  readonly values: Uint8Array;
}

/** Sorts by counting: counts the postings of each term, then puts each in its place. */
function sortByTerm(pages: readonly PageWords[], termCount: number): PostingsByTerm {
  const starts = new Int32Array(termCount + 2);
  eachPackedTerm(pages, (packed) => starts[termIn(packed) + 2]!++);
  for (let term = 2; term < starts.length; term++) starts[term]! += starts[term - 1]!;
  const units = new Int32Array(starts.at(-1)!);
  const values = new Uint8Array(units.length);
  eachPackedTerm(pages, (packed, unit) => {
    const posting = starts[termIn(packed) + 1]!++;
    units[posting] = unit;
    values[posting] = valueIn(packed);
  });
  return { starts, units, values };
}
