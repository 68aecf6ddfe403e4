/** Texts of which most can be ruled out without a look at them. */
export interface SignedTexts {
  /** @returns Whether the text of a doc contains the needle. */
  lookFor(needle: string): (doc: number) => boolean;
}

interface SignedTextOptions {
  readonly docCount: number;
  textOf(doc: number): string;
}

/** So many bits are the signature of so many characters: about a third of them is set. */
const ROW_BITS = 13;
const ROWS = 2 ** ROW_BITS;
const PART_LENGTH = 4096;
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
const MAX_KEYS = 5 + 2 * (MAX_REACH - 1);
/**
 * To sign a text takes far longer than to look into it: a search signs one of so many that it has
 * to look into, and no more than so many, so that none waits for all.
 */
const SIGNED_EVERY = 16;
const MAX_SIGNED = 16;

/**
 * Keeps a Bloom filter (1970), stored by bit (Faloutsos and Christodoulakis, 1984), of the
 * surroundings of all separators in each text: two, three, five and seven characters. Terms tell
 * which words a text has; this tells how they meet. Texts are signed as they are searched.
 */
export function createSignedTexts({ docCount, textOf }: SignedTextOptions): SignedTexts {
  const tiles: Uint32Array[] = [];
  /** Of each text, the number of its first signature and of the one after its last; 0 for none. */
  const firsts = new Int32Array(docCount);
  const ends = new Int32Array(docCount);
  let columns = 0;
  const keys = new Uint16Array(MAX_KEYS * (PART_LENGTH + MAX_CHARACTERS));

  function sign(doc: number): void {
    const text = textOf(doc);
    firsts[doc] = columns;
    for (let from = 0; from < text.length || from === 0; from += PART_LENGTH) {
      const to = Math.min(text.length, from + PART_LENGTH + MAX_CHARACTERS);
      signPart(columns++, writeKeys(keys, text, from, to));
    }
    ends[doc] = columns;
  }

  function signPart(column: number, keyCount: number): void {
    const inTile = column % TILE_COLUMNS;
    if (inTile === 0) tiles.push(new Uint32Array(ROWS * TILE_WORDS));
    const tile = tiles.at(-1)!;
    const word = inTile >>> 5;
    const bit = 1 << (inTile & 31);
    for (let i = 0; i < keyCount; i++) tile[rowOf(keys[i]!) + word]! |= bit;
  }

  /** One bit for each signature: whether it has all of these. */
  function meet(rows: readonly number[]): Uint32Array {
    const met = new Uint32Array(tiles.length * TILE_WORDS);
    for (const [number, tile] of tiles.entries()) {
      for (let word = 0; word < TILE_WORDS; word++) {
        let left = -1;
        for (let i = 0; i < rows.length && left !== 0; i++) left &= tile[rows[i]! + word]!;
        met[number * TILE_WORDS + word] = left;
      }
    }
    return met;
  }

  return {
    lookFor(needle) {
      const includes = (doc: number) => textOf(doc).includes(needle);
      const { length } = needle;
      const keyCount = writeKeys(keys, needle, 0, Math.min(length, MAX_CHARACTERS));
      if (keyCount === 0) return includes;
      const met = meet(Array.from(keys.subarray(0, keyCount), rowOf));
      const known = columns;
      let unsigned = 0;
      return (doc) => {
        const first = firsts[doc]!;
        const end = ends[doc]!;
        if (end === 0) {
          unsigned++;
          if (unsigned % SIGNED_EVERY === 0 && unsigned <= SIGNED_EVERY * MAX_SIGNED) sign(doc);
        }
        if (end === 0 || end > known) return includes(doc);
        for (let column = first; column < end; column++) {
          if ((met[column >>> 5]! & (1 << (column & 31))) === 0) continue;
          const from = (column - first) * PART_LENGTH;
          const part = textOf(doc).slice(from, from + PART_LENGTH + length - 1);
          if (part.includes(needle)) return true;
        }
        return false;
      };
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
    }
  }
  return count;
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
