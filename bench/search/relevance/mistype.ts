interface MistypeOptions {
  /** Number of letters to mistype, each in a different word; fewer if the text has fewer words. */
  readonly letters: number;
  readonly random: () => number;
}

/** Words that are mistyped: shorter ones seldom are, and are hard to recognize. */
const LONG_WORDS = /[a-z]{4,}/gi;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** Drops, doubles, replaces or swaps letters as people do; only swaps affect a first letter. */
export function mistype(text: string, { letters, random }: MistypeOptions): string {
  const below = (limit: number): number => Math.floor(random() * limit);
  const words = [...text.matchAll(LONG_WORDS)].map(({ 0: word, index }) => ({ word, index }));
  const chosen = Array.from({ length: Math.min(letters, words.length) }, () => {
    const [one] = words.splice(below(words.length), 1);
    return one!;
  });
  let mistyped = text;
  for (const { word, index } of chosen.sort((left, right) => right.index - left.index)) {
    const at = 1 + below(word.length - 1);
    const other = LETTERS[below(LETTERS.length)]!;
    const wrong = [
      word.slice(0, at) + word.slice(at + 1),
      word.slice(0, at) + word[at] + word.slice(at),
      word.slice(0, at) + other + word.slice(at + 1),
      word.slice(0, at - 1) + word[at] + word[at - 1] + word.slice(at + 1),
    ][below(4)]!;
    mistyped = mistyped.slice(0, index) + wrong + mistyped.slice(index + word.length);
  }
  return mistyped;
}
