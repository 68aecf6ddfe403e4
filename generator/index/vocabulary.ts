/** Numbers terms in the order in which they are added. */
export interface Vocabulary {
  readonly names: readonly string[];
  /** Returns the number of a term; a new one gets the next. */
  numberOf(name: string): number;
  /** Returns the same number for a part of a text, without cutting it out. */
  numberIn(text: string, part: Part): number;
  /** Returns the numbers in the order of their terms' UTF-16 code units. */
  sorted(): readonly number[];
}

/** A part of a text with its hash: see {@link addToHash}. */
interface Part {
  readonly start: number;
  readonly end: number;
  readonly hash: number;
}

const FIRST_SIZE = 1024;
/** An odd number whose bits have no pattern (MurmurHash3). */
const MIX = 0x85ebca6b;

/** Adds a UTF-16 code unit to the hash of the text before it. */
export function addToHash(hash: number, unit: number): number {
  return (Math.imul(hash, 31) + unit) | 0;
}

/**
 * Creates an empty vocabulary: a hash table with open addressing. Most terms of a page are already
 * known, and can be found without making strings of them.
 */
export function createVocabulary(): Vocabulary {
  const names: string[] = [];
  /** The hash of each term. */
  let hashes = new Int32Array(FIRST_SIZE);
  /**
   * The number of a term plus 1, at its hash or after it; the table has at least twice as many
   * entries as there are terms.
   */
  let table = new Int32Array(2 * FIRST_SIZE);
  let sortedNames: readonly string[] = [];
  let sorted: readonly number[] = [];

  function add(name: string, hash: number): number {
    if (names.length === hashes.length) grow();
    hashes[names.length] = hash;
    const number = names.push(name) - 1;
    occupy(number);
    return number;
  }

  function grow(): void {
    const known = hashes;
    hashes = new Int32Array(2 * known.length);
    hashes.set(known);
    table = new Int32Array(2 * hashes.length);
    for (let number = 0; number < names.length; number++) occupy(number);
  }

  function occupy(number: number): void {
    let place = placeOf(hashes[number]!);
    while (table[place] !== 0) place = (place + 1) & (table.length - 1);
    table[place] = number + 1;
  }

  /** Spreads the hashes of names that differ in few units, which are near each other. */
  function placeOf(hash: number): number {
    const mixed = Math.imul(hash ^ (hash >>> 16), MIX);
    return (mixed ^ (mixed >>> 13)) & (table.length - 1);
  }

  function numberIn(text: string, { start, end, hash }: Part): number {
    for (let place = placeOf(hash); table[place] !== 0; place = (place + 1) & (table.length - 1)) {
      const number = table[place]! - 1;
      if (hashes[number] === hash && isAt(names[number]!, { text, start, end })) return number;
    }
    return add(text.slice(start, end), hash);
  }

  function numberOf(name: string): number {
    let hash = 0;
    for (let at = 0; at < name.length; at++) hash = addToHash(hash, name.charCodeAt(at));
    return numberIn(name, { start: 0, end: name.length, hash });
  }

  return {
    names,
    numberOf,
    numberIn,
    sorted() {
      if (sorted.length < names.length) {
        // Sorting what is already in order takes next to no time.
        sortedNames = [...sortedNames, ...names.slice(sorted.length)].sort();
        sorted = sortedNames.map(numberOf);
      }
      return sorted;
    },
  };
}

/** Tells whether a part of a text is a name. */
function isAt(
  name: string,
  { text, start, end }: { text: string; start: number; end: number },
): boolean {
  if (name.length !== end - start) return false;
  for (let at = 0; at < name.length; at++) {
    if (name.charCodeAt(at) !== text.charCodeAt(start + at)) return false;
  }
  return true;
}
