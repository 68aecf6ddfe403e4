import { lowerBound } from "../../../corpus/text/order.ts";
import type { Range } from "../destination.ts";

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
    this.#write(this.#needsSpace() ? ` ${text}` : text, start);
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

  #add(first: number, end: number): void {
    const open = this.#open;
    const isAfterBlank = open !== null && this.#isBlank(open.end - 1);
    let start = first;
    // One blank between two words is enough.
    while (isAfterBlank && start < end && this.#isBlank(start)) start++;
    if (start === end) return;
    const isJoined =
      open !== null && start > open.end && isBlank(this.#source.slice(open.end, start));
    if (open !== null && (isJoined || (start === open.end && !this.#isApart))) open.end = end;
    else {
      if (this.#isBlank(start)) this.#isApart = false;
      if (this.#needsSpace()) {
        if (start > this.#end && this.#isFreeBlank(start - 1)) start--;
        else this.#write(" ", start);
      }
      this.#close();
      this.#open = { start, end };
    }
    this.#isApart = false;
  }

  /** Separates words that have to be, with the blank after the first if there is one. */
  #needsSpace(): boolean {
    const isNeeded = this.#isApart && (this.#open !== null || this.#runs.length > 0);
    this.#isApart = false;
    const open = this.#open;
    if (!isNeeded || open === null || this.#isBlank(open.end - 1)) return isNeeded && open === null;
    if (!this.#isFreeBlank(open.end)) return true;
    open.end++;
    return false;
  }

  /** Offset up to which the runs go. */
  get #end(): number {
    return this.#open?.end ?? this.#done;
  }

  /** Tells whether a blank is not in a gap. */
  #isFreeBlank(at: number): boolean {
    const gaps = this.#gaps;
    const next = lowerBound({ from: 0, to: gaps.length }, (gap) => gaps[gap]!.end <= at);
    return this.#isBlank(at) && (next === gaps.length || gaps[next]!.start > at);
  }

  #isBlank(at: number): boolean {
    return isBlank(this.#source[at] ?? "x");
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

export function withoutOverlaps<One extends Gap>(gaps: readonly One[]): (One | Gap)[] {
  const apart: (One | Gap)[] = [];
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
