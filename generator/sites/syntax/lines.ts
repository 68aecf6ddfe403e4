/** Returns where the line of an offset begins. */
export function lineStartOf(text: string, at: number): number {
  return Math.max(text.lastIndexOf("\n", at - 1), text.lastIndexOf("\r", at - 1)) + 1;
}

/** Returns what follows an offset on its line. */
export function restOfLine(text: string, at: number): string {
  const end = /[\r\n]/g;
  end.lastIndex = at;
  return text.slice(at, end.exec(text)?.index ?? text.length);
}

/** Returns a run of backticks that a text does not contain. */
export function fenceFor(text: string, shortest: number): string {
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  return "`".repeat(Math.max(shortest, longest + 1));
}
