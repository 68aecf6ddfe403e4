/** The place of a value in a file of the site. */
export interface ValuePlace {
  /** How messages name the file. */
  readonly file: string;
  /** The line on which the value starts, 1-based. */
  readonly line: number;
  /** The value as its file writes it. */
  readonly source: string;
}

/**
 * A value that only running something would give: an expression of JavaScript, a tag of YAML. Whoever
 * needs the value names it by this place, and asks for it in docgate's configuration.
 */
export class Unreadable implements ValuePlace {
  readonly file: string;
  readonly line: number;
  /** The value as its file writes it, on one line, shortened. */
  readonly source: string;

  constructor({ file, line, source }: ValuePlace) {
    this.file = file;
    this.line = line;
    this.source = shortened(source.replace(/\s+/gu, " "));
  }
}

/** A value of YAML with a tag that would run something, and the data that the tag is given. */
export class TagValue extends Unreadable {
  /** Such as `!ENV`, or `!!python/name:material.extensions.emoji.twemoji`. */
  readonly tag: string;
  /** The data after the tag; an empty text or null if there is none. */
  readonly value: unknown;

  constructor(place: ValuePlace, tag: string, value: unknown) {
    super(place);
    this.tag = tag;
    this.value = value;
  }
}

/** Maximum length of a source that a message can show. */
const MAX_SHOWN = 120;

function shortened(text: string): string {
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN - 1)}…`;
}
