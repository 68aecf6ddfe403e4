/** The width of a tab, in columns. */
const TAB = 4;

/** A line of Markdown that is read from its start, with tabs as the columns they stand for. */
export class Line {
  /** Offset after its end, including the characters that end it. */
  readonly end: number;
  /** Offset up to which it has been read. */
  at: number;
  #column = 0;
  /** Columns of a tab before `at` that have not been read. */
  #rest = 0;
  readonly #source: string;

  constructor(source: string, { start, end }: { readonly start: number; readonly end: number }) {
    this.#source = source;
    this.at = start;
    this.end = end;
  }

  /** Offset of the first character that is neither a space nor a tab. */
  get textStart(): number {
    let at = this.at;
    while (isSpace(this.#source[at])) at++;
    return at;
  }

  /** Returns the width of the white space that follows, in columns. */
  indent(): number {
    let width = this.#rest;
    for (let at = this.at; isSpace(this.#source[at]); at++) {
      width += this.#source[at] === "\t" ? TAB - ((this.#column + width - this.#rest) % TAB) : 1;
    }
    return width;
  }

  isBlank(): boolean {
    return isLineEnd(this.#source[this.textStart]);
  }

  /** Returns true if only white space follows after some characters of the text. */
  isBlankAfter(length: number): boolean {
    let at = this.textStart + length;
    while (isSpace(this.#source[at])) at++;
    return isLineEnd(this.#source[at]);
  }

  /** Matches a sticky pattern where the text starts. */
  match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.textStart;
    return pattern.exec(this.#source);
  }

  /** Returns the text that is left, without the characters that end the line. */
  text(): string {
    return this.#source.slice(this.textStart, this.end).replace(/[\r\n]+$/, "");
  }

  /** Reads `>` and the space after it. @returns false if there is none */
  takeQuoteMark(): boolean {
    if (this.#source[this.textStart] !== ">") return false;
    this.skipMarker(1);
    if (this.indent() > 0) this.skipColumns(1);
    return true;
  }

  /** Skips white space and some characters of the text. */
  skipMarker(length: number): void {
    this.#column += this.indent() - this.#rest + length;
    this.at = this.textStart + length;
    this.#rest = 0;
  }

  /** Skips white space, by columns: a part of a tab may be left. */
  skipColumns(count: number): void {
    let left = count;
    while (left > 0) {
      if (this.#rest > 0) {
        const taken = Math.min(left, this.#rest);
        this.#rest -= taken;
        left -= taken;
      } else if (this.#source[this.at] === "\t") {
        this.#rest = TAB - (this.#column % TAB);
        this.#column += this.#rest;
        this.at++;
      } else if (this.#source[this.at] === " ") {
        this.#column++;
        this.at++;
        left--;
      } else return;
    }
  }
}

function isSpace(character: string | undefined): boolean {
  return character === " " || character === "\t";
}

function isLineEnd(character: string | undefined): boolean {
  return character === undefined || character === "\n" || character === "\r";
}
