import { createRandom } from "../../test/support/random.ts";

/** Words by rank, the most frequent first. */
export type Vocabulary = readonly string[];

const ONSETS =
  "b c d f g h j k l m n p r s t v w z bl br ch cl cr dr fl gr pl pr sh st th tr".split(" ");
const VOWELS = "a e i o u a e i o a e i ea ou".split(" ");
const CODAS = ["", "", "", "", "", "n", "r", "s", "t", "l", "n", "nd", "ng"];
const ACCENTS: Readonly<Record<string, string>> = { a: "à", e: "é", i: "ï", o: "ö", u: "ü" };
/** One word in this many has an accent. */
const ACCENTED = 60;

/** Generates distinct words of plausible shape; frequent ones are short, as in real languages. */
export function makeVocabulary({ size, seed }: { size: number; seed: number }): Vocabulary {
  const random = createRandom(seed);
  const pick = (items: readonly string[]): string => items[Math.floor(random() * items.length)]!;
  const syllable = (): string => pick(ONSETS) + pick(VOWELS) + pick(CODAS);
  const words = new Set<string>();
  while (words.size < size) {
    const syllables = 1 + Math.floor(random() * (1 + Math.log10(1 + words.size) / 2));
    const word = Array.from({ length: syllables }, syllable).join("");
    words.add(random() * ACCENTED < 1 ? accent(word) : word);
  }
  return [...words];
}

/** Puts an accent on the first vowel that can have one. */
function accent(word: string): string {
  return word.replace(/[aeiou]/, (vowel) => ACCENTS[vowel]!);
}
