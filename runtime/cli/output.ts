/** Prints a line of a result. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a message for the person at the terminal, which is not part of a result. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
