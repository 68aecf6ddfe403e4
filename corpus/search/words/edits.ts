/**
 * How many letters were mistyped: inserted, left out, replaced, or swapped with their neighbour
 * (optimal string alignment).
 *
 * @param most With more, how many does not matter.
 * @returns `most + 1` for more
 */
export function countEdits(left: string, right: string, most: number): number {
  if (Math.abs(left.length - right.length) > most) return most + 1;
  let [before, last, row] = [[] as number[], [] as number[], [] as number[]];
  for (let column = 0; column <= right.length; column++) row.push(column);
  for (let at = 1; at <= left.length; at++) {
    [before, last, row] = [last, row, [at]];
    let least = at;
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[at - 1] === right[column - 1];
      let edits = Math.min(
        last[column]! + 1,
        row[column - 1]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
      );
      const isSwap =
        at > 1 && left[at - 1] === right[column - 2] && left[at - 2] === right[column - 1];
      if (isSwap) edits = Math.min(edits, before[column - 2]! + 1);
      row.push(edits);
      least = Math.min(least, edits);
    }
    if (least > most) return most + 1;
  }
  return Math.min(row[right.length]!, most + 1);
}
