/**
 * Estimates how many tokens a language model reads in a text, from its characters alone. The
 * vocabulary of a model takes megabytes; what matters here is that an answer never exceeds its
 * budget. So each kind of character costs what it costs at most in ordinary texts of its kind, in
 * both `cl100k_base` and `o200k_base`. Documentation has 0.7 to 0.8 tokens per estimated token.
 */

/** For each letter, the letters that usually follow it in a word. Models know these pairs. */
const USUAL_PAIRS = (
  "bcdgilmnprst aeilorsuy aehiklortu adeilorsu acdflmnprstvx aefiloru aeghilnorsu aeiortu " +
  "acdefglmnostv abeosu abdegilnstu aeilostuy aeimopsu acdefgiostv cdglmnoprstuvw aeiloprst u " +
  "acdeimorstuy acehiopstuy aehiorsty abceilmnprst aeio aehinors aceipty abceilmnopstw aeioz"
).split(" ");

/** Costs in tokens. */
const COSTS = {
  word: 1,
  /** Each letter after the fourth. */
  longWord: 0.07,
  unusualPair: 0.65,
  capital: 0.35,
  /** Each capital of a run of more than six. */
  capitalsRun: 0.25,
  symbol: 0.95,
  /** A space that a model reads as the beginning of the next word. */
  space: 0.15,
  /** Each character of a long run of letters and digits, such as base64. */
  randomCharacter: 0.12,
} as const;

const LONG_WORD = 4;
const LONG_CAPITALS = 6;
const LONG_RUN = 20;
/** Digits are read in groups of up to three. */
const DIGITS_PER_TOKEN = 3;

/** Cost of a character by the last code point of its block, in order. */
const BLOCKS: readonly (readonly [last: number, cost: number])[] = [
  [0x52f, 1],
  [0xfff, 2],
  [0x2fff, 3],
  [0x30ff, 1],
  [0x4dff, 3],
  [0x9fff, 1.6],
  [0xabff, 3],
  [0xd7af, 2],
  [0xdfff, 2],
  [0xfeff, 3],
  [0xffef, 1.6],
  [0xffff, 3],
];

const PAIRS = 32;
const A = 0x61;
const isUnusual = new Uint8Array(26 * PAIRS).map((_, pair) => {
  const followers = USUAL_PAIRS[Math.floor(pair / PAIRS)]!;
  return followers.includes(String.fromCharCode(A + (pair % PAIRS))) ? 0 : 1;
});

const LOWER = 1;
const UPPER = 2;
const DIGIT = 4;
const WHITE = 8;
const SYMBOL = 16;
/** Characters that base64 has apart from letters and digits. */
const JOINING = 32;

const KINDS = new Uint8Array(128).map((_, unit) => {
  const character = String.fromCharCode(unit);
  if (/[a-z]/.test(character)) return LOWER;
  if (/[A-Z]/.test(character)) return UPPER;
  if (/[0-9]/.test(character)) return DIGIT;
  if (/\s/.test(character)) return WHITE;
  return /[+/=_-]/.test(character) ? SYMBOL | JOINING : SYMBOL;
});

/** Returns an upper bound of the tokens of a text; see above for how certain it is. */
export function estimateTokens(text: string): number {
  return Math.ceil(costOf(text));
}

/**
 * Returns the estimate before it is rounded up. The sum over the lines of a text is that of the
 * whole text or more.
 */
export function costOf(text: string): number {
  let cost = 0;
  let runStart = 0;
  let runKinds = 0;
  for (let at = 0; at < text.length; ) {
    const kind = kindAt(text, at);
    if (runKinds !== 0 && (kind & (LOWER | UPPER | DIGIT | JOINING)) === 0) {
      cost += costOfRun(at - runStart, runKinds);
      runKinds = 0;
    }
    if (runKinds === 0) runStart = at;
    if ((kind & (LOWER | UPPER | DIGIT | JOINING)) !== 0) runKinds |= kind;
    const end = endOf(text, at, kind);
    cost += costOfPiece(text, { at, end, kind });
    at = end;
  }
  return cost + costOfRun(text.length - runStart, runKinds);
}

function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit < KINDS.length ? KINDS[unit]! : 0;
}

/** Returns the end of the word, the number, the white space or the character at an offset. */
function endOf(text: string, at: number, kind: number): number {
  let end = at + 1;
  if (kind === UPPER && kindAt(text, end) === LOWER) return endOf(text, end, LOWER);
  if (kind === LOWER || kind === UPPER || kind === DIGIT) {
    while (end < text.length && kindAt(text, end) === kind) end++;
    // The last capital begins the next word, as in HTMLElement.
    return kind === UPPER && kindAt(text, end) === LOWER && end - at > 1 ? end - 1 : end;
  }
  if (kind === WHITE) {
    const isBreak = isLineBreak(text, at);
    while (end < text.length && kindAt(text, end) === WHITE && isLineBreak(text, end) === isBreak) {
      end++;
    }
  }
  return end;
}

function isLineBreak(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit === 0x0a || unit === 0x0d;
}

interface PieceOptions {
  readonly at: number;
  readonly end: number;
  readonly kind: number;
}

function costOfPiece(text: string, { at, end, kind }: PieceOptions): number {
  const length = end - at;
  if (kind === UPPER && length > 1 && kindAt(text, end - 1) === UPPER)
    return costOfCapitals(length);
  if (kind === LOWER || kind === UPPER) return costOfWord(text, at, end);
  if (kind === DIGIT) return Math.ceil(length / DIGITS_PER_TOKEN);
  if (kind === WHITE) {
    const isPartOfWord = length === 1 && end < text.length && kindAt(text, end) !== DIGIT;
    return isPartOfWord && !isLineBreak(text, at) ? COSTS.space : 1;
  }
  if (kind !== 0) return COSTS.symbol;
  const unit = text.charCodeAt(at);
  return BLOCKS.find(([last]) => unit <= last)![1];
}

function costOfWord(text: string, at: number, end: number): number {
  let unusual = 0;
  for (let index = at + 1; index < end; index++) {
    const [left, right] = [letterAt(text, index - 1), letterAt(text, index)];
    unusual += isUnusual[left * PAIRS + right]!;
  }
  const rest = Math.max(0, end - at - LONG_WORD);
  return COSTS.word + rest * COSTS.longWord + unusual * COSTS.unusualPair;
}

function letterAt(text: string, at: number): number {
  return (text.charCodeAt(at) | 0x20) - A;
}

function costOfCapitals(length: number): number {
  const run = length > LONG_CAPITALS ? length * COSTS.capitalsRun : 0;
  return COSTS.word / 2 + length * COSTS.capital + run;
}

function costOfRun(length: number, kinds: number): number {
  const all = LOWER | UPPER | DIGIT;
  return length >= LONG_RUN && (kinds & all) === all ? length * COSTS.randomCharacter : 0;
}
