/** Returns sentences of made-up words. The same seed gives the same text, others share no words. */
export function prose(seed: string, sentences = 4): string {
  return Array.from({ length: sentences }, (_, sentence) => {
    const words = Array.from({ length: 12 }, (_, word) =>
      madeUpWord(`${seed} ${sentence} ${word}`),
    );
    return `${words.join(" ")}.`;
  }).join(" ");
}

const SYLLABLES = "ba ce di fo gu ha je ki lo mu na pe qi ro su ta ve wi xo zu".split(" ");

function madeUpWord(key: string): string {
  let hash = 7;
  for (const character of key) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) >>> 0;
  const syllables = [0, 1, 2, 3].map((place) => {
    const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d + place * 2) >>> 0;
    return SYLLABLES[mixed % SYLLABLES.length]!;
  });
  return syllables.join("");
}
