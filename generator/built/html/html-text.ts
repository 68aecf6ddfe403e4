const SPACE = 0x20;
const LINE_FEED = 0x0a;

/** Collects the text of a page as browsers lay it out: blanks collapsed, each block on a line. */
export class HtmlText {
  readonly #parts: string[] = [];
  #length = 0;
  /** True if the next text begins a line, or if a blank precedes it. */
  #isApart = false;
  #isSpaced = false;
  #last = LINE_FEED;

  get length(): number {
    return this.#length;
  }

  /** Ends a block: what follows begins a line. */
  separate(): void {
    this.#isApart = true;
  }

  add(data: string): void {
    let start = 0;
    let end = data.length;
    while (start < end && isBlank(data.charCodeAt(start))) start++;
    while (end > start && isBlank(data.charCodeAt(end - 1))) end--;
    if (start > 0) this.#isSpaced = true;
    if (start === end) return;
    const core = data.slice(start, end);
    this.#begin();
    this.#push(BLANKS.test(core) ? core.replace(ALL_BLANKS, " ") : core);
    this.#isSpaced = end < data.length;
  }

  /** Adds text whose blanks and lines are kept, as in code. */
  addPreformatted(data: string): void {
    const isLine = this.#isApart && data.startsWith("\n");
    const text = isLine ? data.slice(1) : data;
    if (text === "") return;
    this.#begin();
    this.#push(text);
  }

  toString(): string {
    return this.#parts.join("");
  }

  #begin(): void {
    if (this.#isApart) {
      if (this.#last !== LINE_FEED) this.#push("\n");
    } else if (this.#isSpaced && this.#last !== SPACE && this.#last !== LINE_FEED) this.#push(" ");
    this.#isApart = false;
    this.#isSpaced = false;
  }

  #push(text: string): void {
    this.#parts.push(text);
    this.#length += text.length;
    this.#last = text.charCodeAt(text.length - 1);
  }
}

const BLANKS = /[\t\n\f\r]| {2}/;
const ALL_BLANKS = /[ \t\n\f\r]+/g;

function isBlank(unit: number): boolean {
  return unit === SPACE || (unit >= 0x09 && unit <= 0x0d && unit !== 0x0b);
}
