/** Texts of which most can be ruled out without a look at them. */
export interface SignedTexts {
  /** @returns What is known; it is good until the next call. Null if nothing can be ruled out. */
  lookFor(needle: string): Sought | null;
}

/** Where one text may be. */
export interface Sought {
  /** Whether a text has the needle. */
  isIn(text: number): boolean;
  /** Whether anything is known of a text. */
  isKnown(text: number): boolean;
  /**
   * Where the next part of a known text begins that the needle may begin in, not before a place; -1
   * for none.
   */
  partFrom(text: number, from: number): number;
  /**
   * The texts from one on that may have the needle, ascending, each by how far it is behind the
   * first: also those that are not known.
   */
  textsFrom(first: number): number[];
}

interface SignedTextOptions {
  readonly count: number;
  textOf(number: number): string;
}

/** So many bits are the signature of so many characters: about two fifths of them are set. */
const ROW_BITS = 13;
const ROWS = 2 ** ROW_BITS;
export const PART_LENGTH = 4096;
/** Signatures that are stored together: the first bits of all, then the second ones, and so on. */
const TILE_WORDS = 16;
const TILE_COLUMNS = 32 * TILE_WORDS;
/** Characters of a needle that are made use of: parts of a text overlap by so many. */
const MAX_CHARACTERS = 64;
/** Characters on either side of a separator. */
const MAX_REACH = 3;
/** So that none of these looks like another. */
const RIGHT = 0x10000;
const LEFT = 0x20000;
const AROUND = 0x30000;
/** Of surroundings that reach two characters to one side, and so many to the other. */
const LEAN_FROM = 2;
const LEANING = 4;
const MAX_KEYS = 5 + 2 * (MAX_REACH - 1) + 2;
/**
 * To sign a part takes far longer than to look into it: from the first search on, so many are signed
 * in each turn of the event loop, so that no search waits for them.
 */
const SIGNED_PARTS = 4;

/**
 * Keeps a Bloom filter (1970), stored by bit (Faloutsos and Christodoulakis, 1984), of the
 * surroundings of all separators in each part of a text: two, three, five and seven characters, the
 * last both evenly and leaning to either side. Terms tell which words a text has; this tells how
 * they meet. Texts are signed one after the other, between searches.
 */
export function createSignedTexts({ count, textOf }: SignedTextOptions): SignedTexts {
  const tiles: Uint32Array[] = [];
  /** Of each text, the number of its first signature; its last is before the next text's. */
  const firsts = new Int32Array(count + 1);
  /** The text of each signature. */
  const owners: number[] = [];
  /** Texts that are signed, and where the first part of the next begins that is not. */
  let signed = 0;
  let place = 0;
  let isDue = false;
  const keys = new Uint16Array(MAX_KEYS * (PART_LENGTH + MAX_CHARACTERS));
  const rows = new Int32Array(MAX_KEYS * MAX_CHARACTERS);
  /** One bit for each signature: whether it has all rows of the needle. */
  let met = new Uint32Array(0);

  function signLater(): void {
    if (isDue || signed === count) return;
    isDue = true;
    // A process that has nothing else to do may end.
    setImmediate(signSome).unref();
  }

  function signSome(): void {
    isDue = false;
    for (let parts = 0; parts < SIGNED_PARTS && signed < count; parts++) {
      const text = textOf(signed);
      const to = Math.min(text.length, place + PART_LENGTH + MAX_CHARACTERS);
      signPart(owners.length, writeKeys(keys, text, place, to));
      owners.push(signed);
      place += PART_LENGTH;
      if (place < text.length) continue;
      place = 0;
      signed++;
      firsts[signed] = owners.length;
    }
    signLater();
  }

  function signPart(column: number, keyCount: number): void {
    const inTile = column % TILE_COLUMNS;
    if (inTile === 0) tiles.push(new Uint32Array(ROWS * TILE_WORDS));
    const tile = tiles.at(-1)!;
    const word = inTile >>> 5;
    const bit = 1 << (inTile & 31);
    for (let i = 0; i < keyCount; i++) tile[rowOf(keys[i]!) + word]! |= bit;
  }

  function meet(rowCount: number): void {
    const words = Math.ceil(firsts[signed]! / 32);
    if (met.length < words) met = new Uint32Array(tiles.length * TILE_WORDS);
    for (let at = 0; at < words; at++) {
      const tile = tiles[Math.floor(at / TILE_WORDS)]!;
      const word = at % TILE_WORDS;
      let left = -1;
      for (let i = 0; i < rowCount && left !== 0; i++) left &= tile[rows[i]! + word]!;
      met[at] = left;
    }
  }

  /** The first signature from one on, but before another, that has all rows; or that other. */
  function nextMet(from: number, to: number): number {
    let column = from;
    while (column < to) {
      const left = met[column >>> 5]! >>> (column & 31);
      if (left !== 0) return Math.min(to, column + 31 - Math.clz32(left & -left));
      column = (column | 31) + 1;
    }
    return to;
  }

  function partFrom(text: number, from: number): number {
    const first = firsts[text]!;
    const end = firsts[text + 1]!;
    const found = nextMet(first + Math.ceil(from / PART_LENGTH), end);
    return found < end ? (found - first) * PART_LENGTH : -1;
  }

  function isIn(text: number, needle: string): boolean {
    if (text >= signed) return textOf(text).includes(needle);
    for (let from = partFrom(text, 0); from >= 0; from = partFrom(text, from + 1)) {
      const part = textOf(text).slice(from, from + PART_LENGTH + needle.length - 1);
      if (part.includes(needle)) return true;
    }
    return false;
  }

  function textsFrom(first: number): number[] {
    const found: number[] = [];
    const end = firsts[signed]!;
    let column = nextMet(first < signed ? firsts[first]! : end, end);
    while (column < end) {
      const text = owners[column]!;
      found.push(text - first);
      column = nextMet(firsts[text + 1]!, end);
    }
    for (let text = Math.max(first, signed); text < count; text++) found.push(text - first);
    return found;
  }

  return {
    lookFor(needle) {
      const rowCount = writeKeys(keys, needle, 0, Math.min(needle.length, MAX_CHARACTERS));
      if (rowCount === 0) return null;
      // The last first: keys of more characters rule out more.
      for (let i = 0; i < rowCount; i++) rows[i] = rowOf(keys[rowCount - 1 - i]!);
      signLater();
      meet(rowCount);
      const isKnown = (text: number) => text < signed;
      return { isIn: (text) => isIn(text, needle), isKnown, partFrom, textsFrom };
    },
  };
}

/** Where the bits of a row begin in each tile. */
function rowOf(key: number): number {
  return (key >>> (16 - ROW_BITS)) * TILE_WORDS;
}

/**
 * Of what is around each separator in a part of a text, sixteen bits; of the wider surroundings two
 * times.
 *
 * @returns How many keys there are.
 */
function writeKeys(keys: Uint16Array, text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (!isSeparator(code)) continue;
    const room = to - 1 - at;
    if (room >= 1) {
      const right = mix(mix(RIGHT, code), text.charCodeAt(at + 1));
      keys[count++] = right >>> 16;
      if (room >= 2) keys[count++] = mix(right, text.charCodeAt(at + 2)) >>> 16;
    }
    const before = at - from;
    if (before < 1) continue;
    const left = mix(mix(LEFT, code), text.charCodeAt(at - 1));
    keys[count++] = left >>> 16;
    if (before >= 2) keys[count++] = mix(left, text.charCodeAt(at - 2)) >>> 16;
    if (room < 1) continue;
    let around = mix(left ^ AROUND, text.charCodeAt(at + 1));
    keys[count++] = around >>> 16;
    for (let reach = 2; reach <= MAX_REACH && reach <= before && reach <= room; reach++) {
      around = mix(mix(around, text.charCodeAt(at - reach)), text.charCodeAt(at + reach));
      keys[count++] = around >>> 16;
      keys[count++] = around;
      if (reach !== LEAN_FROM) continue;
      if (room >= LEANING) keys[count++] = lean(around ^ RIGHT, text, at, 1) >>> 16;
      if (before >= LEANING) keys[count++] = lean(around ^ LEFT, text, at, -1) >>> 16;
    }
  }
  return count;
}

/** Adds to what is around a separator what is further off on one side. */
function lean(around: number, text: string, at: number, side: 1 | -1): number {
  const near = mix(around, text.charCodeAt(at + side * (LEAN_FROM + 1)));
  return mix(near, text.charCodeAt(at + side * LEANING));
}

/** Of ASCII; others count as letters. */
function isSeparator(code: number): boolean {
  if (code > 0x7a) return code < 0x80;
  return code < 0x30 || (code > 0x39 && code < 0x61);
}

/** A step of Murmur hash 2 (Appleby, 2008). */
function mix(hash: number, code: number): number {
  const mixed = Math.imul(hash ^ code, 0x5bd1e995);
  return mixed ^ (mixed >>> 15);
}
