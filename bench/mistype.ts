interface MistypeOptions {
  /** How many letters, each in another word where there are so many. */
  readonly letters: number;
  readonly random: () => number;
}

/** Words that are shorter are seldom mistyped, and nobody could tell what they were. */
const LEAST_LENGTH = 4;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** Leaves out, doubles, swaps or replaces a letter, as people do; never the first of a word. */
export function mistype(text: string, { letters, random }: MistypeOptions): string {
  const below = (limit: number): number => Math.floor(random() * limit);
  const words = [...text.matchAll(/[a-z]{3,}/gi)]
    .map(({ 0: word, index }) => ({ word, index }))
    .filter(({ word }) => word.length >= LEAST_LENGTH);
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
