import {
  EXCLAMATION,
  isBlank,
  isWord,
  LESS_THAN,
  OPENING_BRACKET,
  QUESTION,
  UNDERSCORE,
} from "./characters.ts";

/** Steps for each pair of marks of emphasis or character references, one of which may be an end. */
const COSTLY_STEPS = 2;

/** Pairs of other marks that make one step. */
const OTHERS_PER_STEP = 16;

/** Steps for each pair of images in a paragraph, since images may be nested. */
const IMAGE_STEPS = 40;

/**
 * The characters that start or end something in a line of text: a parser may search for the other
 * end.
 */
const MARKS = new Uint8Array(128);
/**
 * Emphasis and character references are costly: each one that may end something is compared with
 * all others.
 */
const EMPHASIS = 1;
const REFERENCE_MARK = 2;
const OTHER = 3;
/** A run of the same mark counts as one. */
const RUN = 4;
for (const mark of "*_") MARKS[mark.charCodeAt(0)] = EMPHASIS;
MARKS["&".charCodeAt(0)] = REFERENCE_MARK;
for (const mark of "!<[\\]") MARKS[mark.charCodeAt(0)] = OTHER;
MARKS["`".charCodeAt(0)] = RUN;

/** Counts the marks in a paragraph. */
export class Paragraph {
  readonly firstLine: number;
  #length = 0;
  #costly = 0;
  /** Number of the costly marks that may be an end. */
  #ends = 0;
  #others = 0;
  /** Starts of HTML other than tags, whose end may be searched for through the whole paragraph. */
  #declarations = 0;
  #images = 0;

  constructor(firstLine: number) {
    this.firstLine = firstLine;
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** The work of the parsers for these marks, in the worst case. */
  get steps(): number {
    return (
      this.#costly * this.#ends * COSTLY_STEPS +
      this.#others ** 2 / OTHERS_PER_STEP +
      this.#images ** 2 * IMAGE_STEPS +
      this.#declarations * this.#length
    );
  }

  /** Adds a line, with the markers at its start. */
  add(line: string): void {
    let previous = 0;
    for (let at = 0; at < line.length; at++) {
      const unit = line.charCodeAt(at);
      const kind = unit < MARKS.length ? MARKS[unit]! : 0;
      if (kind === EMPHASIS) {
        const first = at;
        while (line.charCodeAt(at + 1) === unit) at++;
        this.#countEmphasis(at + 1 - first, {
          isUnderscore: unit === UNDERSCORE,
          previous,
          next: line.charCodeAt(at + 1),
        });
      } else if (kind === REFERENCE_MARK) {
        this.#costly++;
        this.#ends++;
      } else if (kind === OTHER || (kind === RUN && unit !== previous)) {
        this.#others++;
        if (unit === OPENING_BRACKET && previous === EXCLAMATION) this.#images++;
      }
      if (previous === LESS_THAN && (unit === EXCLAMATION || unit === QUESTION)) {
        this.#declarations++;
      }
      previous = unit;
    }
    this.#length += line.length + 1;
  }

  /** Counts a run of emphasis marks between two characters. */
  #countEmphasis(
    length: number,
    { isUnderscore, previous, next }: { isUnderscore: boolean; previous: number; next: number },
  ): void {
    if (isUnderscore && isWord(previous) && isWord(next)) {
      this.#others += length;
      return;
    }
    this.#costly += length;
    if (mayBeEnd(previous, next)) this.#ends += length;
  }
}

/**
 * Tells whether marks between these characters may end emphasis: not after a blank, nor between
 * punctuation and a word (CommonMark 0.31, section 6.2).
 */
function mayBeEnd(previous: number, next: number): boolean {
  if (previous === 0 || isBlank(previous)) return false;
  return previous >= 128 || isWord(previous) || !isWord(next);
}
