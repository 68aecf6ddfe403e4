/**
 * A value that only running something would give: an expression of JavaScript, a tag of YAML. Whoever
 * needs the value names it by this place, and asks for it in docgate's configuration.
 */
export class Unreadable {
  /** The line on which the value starts, 1-based. */
  readonly line: number;
  /** The value as its file writes it, on one line, shortened. */
  readonly source: string;

  constructor(line: number, source: string) {
    this.line = line;
    this.source = shortened(source.replace(/\s+/gu, " "));
  }
}

/** Maximum length of a source that a message can show. */
const MAX_SHOWN = 120;

function shortened(text: string): string {
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN - 1)}…`;
}
