/** Control characters, and characters that break a line or change the order of the text. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Makes text that someone entered safe for a line of a log or a terminal (ATTACK-I125). */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => {
    const code = character.codePointAt(0)!.toString(16).padStart(4, "0");
    return `\\u{${code}}`;
  });
}
