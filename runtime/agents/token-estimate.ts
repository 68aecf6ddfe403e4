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
  longWord: 0.12,
  unusualPair: 0.65,
  capital: 0.35,
  /** Each capital of a run of more than six. */
  capitalsRun: 0.25,
  symbol: 1,
  /** A space that a model reads as the beginning of the next word. */
  space: 0.15,
  /** Several spaces before a number: two tokens, and a little for the words in such tables. */
  columnGap: 2.1,
  /** Each character of a long run of letters and digits, such as base64. */
  randomCharacter: 0.12,
} as const;

const LONG_WORD = 4;
const LONG_CAPITALS = 6;
const LONG_RUN = 20;
/** Digits are read in groups of up to three. */
const DIGITS_PER_TOKEN = 3;

/** Cost of a character outside of ASCII, by the last 256 code points of its block, in order. */
const BLOCKS: readonly (readonly [last: number, cost: number])[] = [
  // Latin, Greek and Cyrillic.
  [0x05, 1],
  [0x0f, 2],
  [0x2f, 3],
  // Kana, and punctuation of Chinese and Japanese.
  [0x30, 1],
  [0x4d, 3],
  // Han.
  [0x9f, 1.6],
  [0xab, 3],
  // Hangul, and halves of what is above U+FFFF.
  [0xdf, 2],
  [0xfe, 3],
  [0xff, 1.6],
];

const COST_OF_BLOCK = new Float64Array(256).map(
  (_, block) => BLOCKS.find(([last]) => block <= last)![1],
);

const PAIRS = 32;
const A = 0x61;
const LOWER_CASE = 0x20;
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
const IN_RUN = LOWER | UPPER | DIGIT | JOINING;

const ASCII = 128;
const KINDS = new Uint8Array(ASCII).map((_, unit) => {
  const character = String.fromCharCode(unit);
  if (/[a-z]/.test(character)) return LOWER;
  if (/[A-Z]/.test(character)) return UPPER;
  if (/[0-9]/.test(character)) return DIGIT;
  if (/\s/.test(character)) return WHITE;
  return /[+/=_-]/.test(character) ? SYMBOL | JOINING : SYMBOL;
});

/**
 * Returns an upper bound of the tokens of a text; see above for how certain it is. The bound of a
 * text is never higher than the sum of those of its lines.
 */
export function estimateTokens(text: string): number {
  let cost = 0;
  let runStart = 0;
  let runKinds = 0;
  for (let at = 0; at < text.length; ) {
    const kind = kindAt(text, at);
    if ((kind & IN_RUN) !== 0) {
      if (runKinds === 0) runStart = at;
      runKinds |= kind;
    } else if (runKinds !== 0) {
      cost += costOfRun(at - runStart, runKinds);
      runKinds = 0;
    }
    const end = endOf(text, at, kind);
    if (kind === LOWER || kind === UPPER) cost += costOfWord(text, at, end);
    else if (kind === WHITE) cost += costOfWhite(text, at, end);
    else if (kind === DIGIT) cost += Math.ceil((end - at) / DIGITS_PER_TOKEN);
    else if (kind === 0) cost += COST_OF_BLOCK[text.charCodeAt(at) >> 8]!;
    else cost += COSTS.symbol;
    at = end;
  }
  return Math.ceil(cost + costOfRun(text.length - runStart, runKinds));
}

function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit < ASCII ? KINDS[unit]! : 0;
}

/** Returns the end of the word, the number, the white space or the character at an offset. */
function endOf(text: string, at: number, kind: number): number {
  let end = at + 1;
  if (kind === LOWER || kind === DIGIT) {
    while (kindAt(text, end) === kind) end++;
  } else if (kind === UPPER) {
    while (kindAt(text, end) === UPPER) end++;
    if (kindAt(text, end) !== LOWER) return end;
    // The last capital begins the next word, as in HTMLElement.
    if (end - at > 1) return end - 1;
    while (kindAt(text, end) === LOWER) end++;
  } else if (kind === WHITE) {
    const isBreak = isLineBreak(text, at);
    while (kindAt(text, end) === WHITE && isLineBreak(text, end) === isBreak) end++;
  }
  return end;
}

function isLineBreak(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit === 0x0a || unit === 0x0d;
}

function costOfWhite(text: string, at: number, end: number): number {
  if (end === text.length || isLineBreak(text, at)) return 1;
  // The last space belongs to the next word, but not to a number, as in tables of them.
  const isBeforeDigit = kindAt(text, end) === DIGIT;
  if (end - at === 1) return isBeforeDigit ? 1 : COSTS.space;
  return isBeforeDigit ? COSTS.columnGap : 1;
}

function costOfWord(text: string, at: number, end: number): number {
  const length = end - at;
  if (length > 1 && kindAt(text, end - 1) === UPPER) return costOfCapitals(length);
  let unusual = 0;
  let left = text.charCodeAt(at) | LOWER_CASE;
  for (let index = at + 1; index < end; index++) {
    const right = text.charCodeAt(index);
    unusual += isUnusual[(left - A) * PAIRS + right - A]!;
    left = right;
  }
  const rest = length > LONG_WORD ? length - LONG_WORD : 0;
  return COSTS.word + rest * COSTS.longWord + unusual * COSTS.unusualPair;
}

function costOfCapitals(length: number): number {
  const run = length > LONG_CAPITALS ? length * COSTS.capitalsRun : 0;
  return COSTS.word / 2 + length * COSTS.capital + run;
}

function costOfRun(length: number, kinds: number): number {
  const all = LOWER | UPPER | DIGIT;
  return length >= LONG_RUN && (kinds & all) === all ? length * COSTS.randomCharacter : 0;
}
