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

/** Begins the text of a link on a terminal, or ends it (OSC 8). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it searches for one
const LINK = /^\]8;;([!-~]*)\u001b\\/;
const MAX_LINK_LENGTH = 300;

/**
 * Makes control characters of a printed result visible, as JSON writes them: all but line ends, tabs,
 * colours, and links to some address. Texts that someone entered are to be made {@link printable} first.
 *
 * @param linksTo how the addresses of links begin. Default: there are none.
 */
export function visibleControls(text: string, { linksTo }: { linksTo?: string } = {}): string {
  let linkEnd = -1;
  return text.replace(/(?![\n\t])\p{Cc}/gu, (character, at: number) => {
    if (at === linkEnd) return character;
    if (character === "\u001b" && linksTo !== undefined) {
      const [link, address] = LINK.exec(text.slice(at + 1, at + MAX_LINK_LENGTH)) ?? [];
      if (address === "" || address?.startsWith(linksTo)) {
        linkEnd = at + link!.length - 1;
        return character;
      }
    }
    const isColour = character === "\u001b" && COLOUR.test(text.slice(at + 1, at + 20));
    return isColour ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
