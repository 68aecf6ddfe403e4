import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { visibleControls } from "../../corpus/text/printable.ts";

/** Prints a line of a result. */
export function print(line: string): void {
  process.stdout.write(`${visibleControls(line)}\n`);
}

/** Prints a long result as fast as it is read; a reader such as `head` may close the pipe early. */
export async function printChunks(chunks: Iterable<string> | AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(chunks), process.stdout, { end: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPIPE") throw error;
  }
}

/** Prints a message for the person at the terminal, which is not part of a result. */
export function say(line: string): void {
  process.stderr.write(`${visibleControls(line)}\n`);
}
