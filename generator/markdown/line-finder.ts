export const LINE_END = /\r\n|\r|\n/g;

/**
 * Creates a function that finds the line of ascending offsets, both counted from 0, without reading
 * any of the text twice.
 */
export function createLineFinder(
  text: string,
): (offset: number) => { row: number; column: number } {
  const ends = text.matchAll(LINE_END);
  let next = ends.next();
  let row = 0;
  let start = 0;
  return (offset) => {
    while (!next.done && next.value.index + next.value[0].length <= offset) {
      start = next.value.index + next.value[0].length;
      row++;
      next = ends.next();
    }
    return { row, column: offset - start };
  };
}
