/** Pairs the brackets of each paragraph, except escaped ones and those in code. */
export function pairBrackets(source: string): Map<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (let at = source.indexOf("["); at >= 0 && at < source.length; at++) {
    const character = source[at];
    if (character === "[") open.push(at);
    else if (character === "]") {
      if (open.length > 0) pairs.set(open.pop()!, at);
    } else if (character === "\\") at++;
    else if (character === "`") at = endOfCode(source, at) - 1;
    else if (character === "\n" && source[at + 1] === "\n") open.length = 0;
  }
  return pairs;
}

/** @returns the end of the code span, or of its opening backticks if the line does not close it */
function endOfCode(source: string, at: number): number {
  const marks = source.slice(at, at + runLength(source, at));
  const end = source.indexOf(marks, at + marks.length);
  const lineEnd = source.indexOf("\n", at);
  const isOnLine = end >= 0 && (lineEnd < 0 || end < lineEnd);
  return (isOnLine ? end : at) + marks.length;
}

/** Returns the number of equal characters from an offset on. */
export function runLength(source: string, at: number): number {
  let end = at;
  while (source[end] === source[at]) end++;
  return end - at;
}
