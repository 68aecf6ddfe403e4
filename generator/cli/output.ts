import { randomUUID } from "node:crypto";
import picocolors from "picocolors";
import { visibleControls } from "../../corpus/text/printable.ts";
import { withoutCommands } from "./report/github.ts";
import { RULES_ADDRESS } from "./report/rule-address.ts";
import { showsLinks, type Terminal } from "./report/terminal.ts";
import { wrap } from "./report/wrap.ts";

const MIN_COLUMNS = 40;
const MAX_COLUMNS = 200;
const DEFAULT_COLUMNS = 80;

/** Prints results. They go to standard output, everything else to standard error. */
export function print(text: string): void {
  const shown = visibleControls(withoutCommands(text), { linksTo: RULES_ADDRESS });
  process.stdout.write(`${shown}\n`);
}

/** Prints everything but results. */
export function say(text: string): void {
  process.stderr.write(`${visibleControls(withoutCommands(text))}\n`);
}

/**
 * Prints a patch: for programs, byte for byte. GitHub's runner must not take its lines for commands; what reads
 * patches skips the lines around it.
 */
export function printPatch(patch: string): void {
  if (process.env.GITHUB_ACTIONS !== "true") {
    process.stdout.write(process.stdout.isTTY ? visibleControls(patch) : patch);
    return;
  }
  const token = randomUUID();
  process.stdout.write(`::stop-commands::${token}\n${patch}::${token}::\n`);
}

/** Prints a suggestion: on a terminal in lines that fit. */
export function sayHint(text: string): void {
  sayLabelled("hint: ", text);
}

/** Says something about the site that shows the pages. */
export function sayNote(text: string): void {
  sayLabelled("site: ", text);
}

function sayLabelled(label: string, text: string): void {
  const terminal = resultTerminal();
  const lines = terminal === null ? [text] : wrap(text, terminal.columns - label.length);
  say(`${label}${lines.join(`\n${" ".repeat(label.length)}`)}`);
}

/** Returns the terminal that results are printed on; null if a program reads them. */
export function resultTerminal(): Terminal | null {
  const { isTTY, columns } = process.stdout;
  if (!isTTY) return null;
  return {
    // A terminal that does not say its size says 0.
    columns: Math.min(Math.max(columns || DEFAULT_COLUMNS, MIN_COLUMNS), MAX_COLUMNS),
    colors: picocolors.createColors(picocolors.isColorSupported),
    hasLinks: showsLinks(process.env),
  };
}
