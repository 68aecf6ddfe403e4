import type { Range } from "./destination.ts";

/** Pairs of numbers, how much of a body to skip and then to take, and texts that stand in between. */
export type Runs = (number | string)[];

/** A range of the source that is not text. */
export interface Gap extends Range {
  /** True if it separates the words around it. Default: false. */
  readonly isSpace?: boolean;
}

/** Collects what readers see of a source, from its start to its end, as few long runs. */
export class TextRuns {
  readonly #source: string;
  /** In order and apart from each other. */
  readonly #gaps: readonly Gap[];
  readonly #runs: Runs = [];
  /** The first gap that ends after what has been read. */
  #gap = 0;
  /** Offset up to which `#runs` goes, and the run that is still open. */
  #done: number;
  #open: { readonly start: number; end: number } | null = null;
  #isApart = false;

  /** @param gaps What is not text, in order; they may overlap. */
  constructor(
    source: string,
    { bodyStart, gaps }: { readonly bodyStart: number; readonly gaps: readonly Gap[] },
  ) {
    this.#source = source;
    this.#done = bodyStart;
    this.#gaps = withoutOverlaps(gaps);
  }

  /** Separates the words before from those after. */
  separate(): void {
    this.#isApart = true;
  }

  /** Takes a range of the source, but for the gaps in it. */
  take(start: number, end: number): void {
    let at = start;
    for (const gap of this.#gapsIn(start, end)) {
      if (gap.start > at) this.#add(at, gap.start);
      if (gap.isSpace) this.separate();
      at = Math.max(at, gap.end);
    }
    if (at < end) this.#add(at, end);
  }

  /** Puts a text in place of a range of the source, unless it is in a gap. */
  put(text: string, { start, end }: Range): void {
    const [gap] = this.#gapsIn(start, end);
    if (gap?.isSpace) this.separate();
    if (gap !== undefined || text === "") return;
    this.#write(this.#isApart && this.#hasText() && !this.#widen() ? ` ${text}` : text, start);
    this.#isApart = false;
  }

  end(): Runs {
    this.#close();
    return this.#runs;
  }

  *#gapsIn(start: number, end: number): Generator<Gap> {
    const gaps = this.#gaps;
    while (this.#gap < gaps.length && gaps[this.#gap]!.end <= start) this.#gap++;
    for (let at = this.#gap; at < gaps.length && gaps[at]!.start < end; at++) yield gaps[at]!;
  }

  #hasText(): boolean {
    return this.#open !== null || this.#runs.length > 0;
  }

  #add(start: number, end: number): void {
    const open = this.#open;
    // White space between two runs makes one of them.
    if (open !== null && isBlank(this.#source.slice(open.end, start))) {
      if (!this.#isApart || start > open.end || this.#widen()) {
        open.end = end;
        this.#isApart = false;
        return;
      }
    }
    let from = start;
    if (this.#isApart && this.#hasText() && !this.#widen()) {
      if (start > (open?.end ?? this.#done) && isBlank(this.#source[start - 1]!)) from--;
      else this.#write(" ", start);
    }
    this.#isApart = false;
    this.#close();
    this.#open = { start: from, end };
  }

  /** Adds the white space after the open run to it. @returns false if there is none */
  #widen(): boolean {
    const open = this.#open;
    const next = open && this.#source[open.end];
    if (!next || !isBlank(next)) return false;
    open.end++;
    return true;
  }

  #write(text: string, at: number): void {
    this.#close();
    const last = this.#runs.at(-1);
    if (typeof last === "string" && at === this.#done) this.#runs[this.#runs.length - 1] += text;
    else {
      if (at > this.#done) this.#runs.push(at - this.#done, 0);
      this.#runs.push(text);
    }
    this.#done = at;
  }

  #close(): void {
    const open = this.#open;
    if (open === null) return;
    this.#runs.push(open.start - this.#done, open.end - open.start);
    this.#done = open.end;
    this.#open = null;
  }
}

function isBlank(text: string): boolean {
  return /^[ \t\r\n]*$/.test(text);
}

export function withoutOverlaps(gaps: readonly Gap[]): Gap[] {
  const apart: Gap[] = [];
  for (const gap of gaps) {
    const last = apart.at(-1);
    if (last === undefined || gap.start >= last.end) apart.push(gap);
    else if (gap.end > last.end || gap.isSpace) {
      const isSpace = last.isSpace === true || gap.isSpace === true;
      apart[apart.length - 1] = { start: last.start, end: Math.max(last.end, gap.end), isSpace };
    }
  }
  return apart;
}
