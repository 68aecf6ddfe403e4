import { EQUALS, HASH, isBlank, MINUS } from "./characters.ts";

/** Tells whether a line is a heading from a place on: one to six `#`, then a blank or the end. */
export function isHeading(line: string, at: number): boolean {
  let next = at;
  while (line.charCodeAt(next) === HASH) next++;
  const depth = next - at;
  const isEnd = next === line.length || isBlank(line.charCodeAt(next));
  return depth >= 1 && depth <= 6 && isEnd;
}

/** Tells whether a line may turn the text above into a heading: only `=` or `-`. */
export function isUnderline(line: string, at: number): boolean {
  let last = line.length;
  while (last > at && isBlank(line.charCodeAt(last - 1))) last--;
  // A single `-` has been read as the marker of an item.
  if (last === at) return endsWithMinus(line);
  const first = line.charCodeAt(at);
  if (first !== EQUALS && first !== MINUS) return false;
  let next = at;
  while (next < last && line.charCodeAt(next) === first) next++;
  return next === last;
}

function endsWithMinus(line: string): boolean {
  let last = line.length - 1;
  while (isBlank(line.charCodeAt(last))) last--;
  return line.charCodeAt(last) === MINUS;
}
