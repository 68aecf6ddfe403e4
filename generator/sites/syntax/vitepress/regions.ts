/** The comments that begin and end regions of files, as editors know them, with the words for both. */
const MARKS: readonly RegExp[] = [
  /^\/\/ ?#?(region|endregion) ([\w*-]+)$/,
  /^\/\* ?#(region|endregion) ([\w*-]+) ?\*\/$/,
  /^#pragma (region|endregion) ([\w*-]+)$/,
  /^<!-- #?(region|endregion) ([\w*-]+) -->$/,
  /^#(Region|End Region) ([\w*-]+)$/,
  /^::#(region|endregion) ([\w*-]+)$/,
  /^# ?(region|endregion) ([\w*-]+)$/,
];

/**
 * Returns the lines of a region of a file, as VitePress finds it.
 *
 * @returns null if the file has no such region
 */
export function regionOf(lines: readonly string[], name: string): string[] | null {
  for (const [at, line] of lines.entries()) {
    const mark = MARKS.find((each) => isMark(line, each, { name, isEnd: false }));
    if (mark === undefined) continue;
    const rest = lines.slice(at + 1);
    const end = rest.findIndex((each) => isMark(each, mark, { name, isEnd: true }));
    return end < 0 ? null : rest.slice(0, end);
  }
  return null;
}

/** Tells whether a line begins or ends a region, of any name. */
export function isRegionMark(line: string): boolean {
  return MARKS.some((mark) => mark.test(line.trim()));
}

interface RegionMark {
  readonly name: string;
  readonly isEnd: boolean;
}

function isMark(line: string, mark: RegExp, { name, isEnd }: RegionMark): boolean {
  const match = mark.exec(line.trim());
  return match !== null && match[2] === name && /^end/i.test(match[1]!) === isEnd;
}
