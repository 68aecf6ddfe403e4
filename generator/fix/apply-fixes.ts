import type { Fix } from "../config/problem.ts";

const MARK = "\ufeff";

/** Returns a file's text with fixes. Of several that overlap, the first one is made. */
export function applyFixes(text: string, fixes: readonly Fix[]): string {
  const offset = text.startsWith(MARK) ? MARK.length : 0;
  const pieces: string[] = [];
  let done = 0;
  for (const { range, text: replacement } of fixes.toSorted(byStart)) {
    const [start, end] = [range[0] + offset, range[1] + offset];
    if (start < done) continue;
    pieces.push(text.slice(done, start), replacement);
    done = end;
  }
  return pieces.join("") + text.slice(done);
}

function byStart({ range: left }: Fix, { range: right }: Fix): number {
  return left[0] - right[0];
}
