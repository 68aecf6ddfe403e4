/** Endings of English words and their replacements; the first that matches is replaced. */
const ENDINGS: readonly (readonly [string, string])[] = [
  ["ization", "ize"],
  ["ational", "ate"],
  ["fulness", "ful"],
  ["iveness", "ive"],
  ["ivity", "ive"],
  ["ation", "ate"],
  ["ibility", "ible"],
  ["ability", "able"],
  ["ements", "e"],
  ["ement", "e"],
  ["ments", ""],
  ["ment", ""],
  ["ness", ""],
  ["ings", ""],
  ["ing", ""],
  ["ions", ""],
  ["ion", ""],
  ["ators", "ate"],
  ["ator", "ate"],
  ["ies", "y"],
  ["ied", "y"],
  ["ily", "y"],
  ["ly", ""],
  ["ed", ""],
  ["es", ""],
  ["s", ""],
];
/** Words of this length or less are their own stems, and no stem of a longer word is shorter. */
export const LEAST_STEM = 3;
const PLAIN = /^[a-z]+$/;
const VOWEL = /[aeiouy]/;

/**
 * Returns the stem of an English word, roughly as Porter's stemmer does: `renders`, `rendered` and
 * `rendering` have the stem of `render`. Any other word is its own stem.
 */
export function stemOf(word: string): string {
  if (word.length <= LEAST_STEM || !PLAIN.test(word) || word.endsWith("ss")) return word;
  for (const [ending, instead] of ENDINGS) {
    if (!word.endsWith(ending)) continue;
    const rest = word.slice(0, -ending.length) + instead;
    if (rest.length < LEAST_STEM || !VOWEL.test(rest)) return trim(word);
    return trim(rest);
  }
  return trim(word);
}

/** Gives spellings of one stem the same form: `configure` and `configur`, `stopp` and `stop`. */
function trim(stem: string): string {
  let end = stem.length;
  if (end > LEAST_STEM && stem[end - 1] === "e") end--;
  if (end > LEAST_STEM && stem[end - 1] === stem[end - 2] && !/[lsz]/.test(stem[end - 1]!)) end--;
  const cut = stem.slice(0, end);
  return cut.endsWith("y") && cut.length > LEAST_STEM ? `${cut.slice(0, -1)}i` : cut;
}
