/**
 * Characters that a reader does not see, although a program reads them: zero width, bidirectional
 * controls, tags, and variation selectors in a row, which can encode a text.
 */
const INVISIBLE = new RegExp(
  [
    String.raw`[\u034f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]`,
    String.raw`[\u{1d173}-\u{1d17a}\u{e0000}-\u{e007f}]`,
    String.raw`(?<=[\ufe00-\ufe0f\u{e0100}-\u{e01ef}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]`,
    // Joiners are visible in emoji, and in scripts whose letters change their form.
    String.raw`(?<!\p{Extended_Pictographic}|[\ufe0f\u{1f3fb}-\u{1f3ff}]|[\p{L}\p{M}])[\u200c\u200d]`,
    String.raw`(?<=[\p{ASCII}\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}])[\u200c\u200d]`,
  ].join("|"),
  "gu",
);

/** Any unit that may be part of one of these. */
const SUSPECT =
  /[\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ud834\udb40]|\u034f|[\ufe00-\ufe0f]/;

/** Finds the invisible characters of a text. @returns the runs, in order */
export function invisibleRuns(text: string): readonly { start: number; end: number }[] {
  if (!SUSPECT.test(text)) return [];
  const runs: { start: number; end: number }[] = [];
  for (const { 0: found, index } of text.matchAll(INVISIBLE)) {
    const last = runs.at(-1);
    const end = index + found.length;
    if (last?.end === index) last.end = end;
    else runs.push({ start: index, end });
  }
  return runs;
}

/** Removes the invisible characters of a text. */
export function withoutInvisible(text: string): string {
  return SUSPECT.test(text) ? text.replace(INVISIBLE, "") : text;
}
