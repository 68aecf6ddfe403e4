/** Control characters, and characters that break a line or change the order of the text. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Makes text that someone entered safe for a line of a log or a terminal (ATTACK-I125). */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => {
    const code = character.codePointAt(0)!.toString(16).padStart(4, "0");
    return `\\u{${code}}`;
  });
}

const COLOUR = /^\[[\d;]*m/;

/**
 * Makes control characters of a printed result visible, as JSON writes them: all but line ends, tabs
 * and colours. Texts that someone entered are to be made {@link printable} first.
 */
export function visibleControls(text: string): string {
  return text.replace(/(?![\n\t])\p{Cc}/gu, (character, at: number) => {
    const isColour = character === "\u001b" && COLOUR.test(text.slice(at + 1, at + 20));
    return isColour ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
