/**
 * Characters that are not drawn: those that fonts ignore, and control characters but white space.
 * Markdown shows U+0000 as a replacement character.
 */
const UNDRAWN = String.raw`(?![\0\t-\r])[\p{Cc}\u2800\ufff9-\ufffb\p{Default_Ignorable_Code_Point}]`;

/**
 * Anything but the most frequent characters that are drawn: letters, dashes, quotes, arrows, signs, emoji.
 * Tells fast that a text has no other: one that may have some is searched at a fifth of the rate.
 */
const SUSPECT =
  /[^\t-\r -~\u00a0-\u00ac\u00ae-\u02ff\u0370-\u060f\u2010-\u2027\u2030-\u205e\u20a0-\u27ff\u3001-\u3163\u4e00-\u9fff\uac00-\ud7a3\ud83c-\ud83e\udc00-\udfff]/;

/** Where such a character changes what readers see: what a script or an emoji needs. */
const NEEDED = [
  // Joiners within emoji, and between letters that change their form.
  String.raw`(?<=[\p{Extended_Pictographic}\ufe0f\u{1f3fb}-\u{1f3ff}])\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}])(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Thai}\p{Script=Lao}])[\u200c\u200d]`,
  // Selectors of a form: of emoji and keys, of mathematical signs and of letters that have forms.
  String.raw`(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]`,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  String.raw`(?<=(?![\x01-\x2f\x3a-\x7f])[0\p{Sm}\u3001\u3002\uff01\uff0c\uff0e\uff1a\uff1b\uff1f])[\ufe00\ufe01]`,
  String.raw`(?<=[\p{Script=Myanmar}\p{Script=Phags_Pa}])\ufe00`,
  String.raw`(?<=\p{Script=Han})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=[\u1820-\u18aa])[\u180b-\u180f]`,
  // An old Hangul syllable without its first or second letter.
  String.raw`\u115f(?=[\u1161-\u11a7])|(?<=[\u1100-\u115e])\u1160`,
  // A space between cells of Braille.
  String.raw`(?<=[\u2801-\u28ff])\u2800(?=[\u2801-\u28ff])`,
  // The flags of England, Scotland and Wales.
  String.raw`(?<=\u{1f3f4})\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}`,
].join("|");

/** Finds what is needed as well, so that a whole sequence is passed over. */
const INVISIBLE = new RegExp(`${NEEDED}|(?<hidden>${UNDRAWN})`, "gu");

/**
 * Finds the characters of a text that a reader does not see, although a program reads them, apart
 * from those that a script or an emoji needs. They can encode a text.
 *
 * @returns the runs, in order
 */
export function invisibleRuns(text: string): readonly { start: number; end: number }[] {
  if (!SUSPECT.test(text)) return [];
  const runs: { start: number; end: number }[] = [];
  for (const { 0: found, index, groups } of text.matchAll(INVISIBLE)) {
    if (groups!.hidden === undefined) continue;
    const last = runs.at(-1);
    const end = index + found.length;
    if (last?.end === index) last.end = end;
    else runs.push({ start: index, end });
  }
  return runs;
}

/** Removes the invisible characters of a text. */
export function withoutInvisible(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return text.replace(INVISIBLE, (found, ...rest) =>
    rest.at(-1).hidden === undefined ? found : "",
  );
}
