import { auditLine, hashOfLine } from "../../store/audit-line.ts";
import type { AuditEntry, AuditHead } from "../../store/rows.ts";
import { REMOVE_OLD } from "./remove-old-entries.ts";

/** An entry before which numbers are missing. */
interface Gap {
  readonly next: AuditEntry;
  readonly fault: string;
}

/** Checks the entries of one organization in order, and collects what is missing or changed. */
export class AuditChain {
  /** Number of entries so far. */
  entries = 0;
  /** Number of the last entry. */
  last = 0;
  readonly #earlier: ReadonlyMap<number, string>;
  readonly #faults: string[] = [];
  readonly #gaps: Gap[] = [];
  /** Entries that became the first one when older ones were removed on purpose. */
  readonly #firstKept = new Set<string>();
  #lastEntry: AuditEntry | null = null;
  #lastHash: string | null = null;

  /** @param earlier Lines that the log must have, by the number of the entry. */
  constructor(earlier: ReadonlyMap<number, string>) {
    this.#earlier = earlier;
  }

  add(entry: AuditEntry): void {
    const line = auditLine(entry);
    this.#checkLink(entry);
    const before = this.#earlier.get(entry.sequence);
    if (before !== undefined && before !== line) {
      this.#faults.push(`Entry ${place(entry)} is not the one in the export.`);
    }
    if (entry.action === REMOVE_OLD) {
      const { sequence, previousHash } = entry.changes;
      this.#firstKept.add(`${sequence?.[1]} ${previousHash?.[1]}`);
    }
    this.entries++;
    this.last = entry.sequence;
    this.#lastEntry = entry;
    this.#lastHash = hashOfLine(line);
  }

  /**
   * Compares the end with the noted one.
   *
   * @returns sentences about what is missing or changed
   */
  end(head: AuditHead | undefined): readonly string[] {
    const noted = head?.sequence ?? 0;
    const faults = [
      ...this.#gaps.flatMap(({ next, fault }) =>
        this.#firstKept.has(`${next.sequence} ${next.previousHash}`) ? [] : [fault],
      ),
      ...this.#faults,
    ];
    if (this.last < noted) faults.push(`${missing(this.last + 1, noted)}${this.#since()}.`);
    else if (this.last > noted)
      faults.push(`The noted end of the log is ${noted}, not ${this.last}.`);
    else if (this.#lastHash !== (head?.hash ?? null)) faults.push(this.#lastWasChanged());
    const beyond = [...this.#earlier.keys()].filter((sequence) => sequence > this.last);
    if (beyond.length > 0) {
      faults.push(`The export has entries after ${this.last}, where the log ends.`);
    }
    return faults;
  }

  #checkLink(entry: AuditEntry): void {
    const expected = this.last + 1;
    if (entry.sequence !== expected) {
      const fault = `${missing(expected, entry.sequence - 1)}${this.#since()}, before ${entry.at}.`;
      this.#gaps.push({ next: entry, fault });
    } else if (entry.previousHash !== this.#lastHash) {
      this.#faults.push(this.#lastWasChanged());
    }
  }

  #lastWasChanged(): string {
    return this.#lastEntry
      ? `Entry ${place(this.#lastEntry)} was changed.`
      : "The first entry names one before it.";
  }

  #since(): string {
    return this.#lastEntry ? ` after ${this.#lastEntry.at}` : "";
  }
}

function place({ sequence, at }: AuditEntry): string {
  return `${sequence} of ${at}`;
}

function missing(first: number, last: number): string {
  return first === last ? `Entry ${first} is missing` : `Entries ${first} to ${last} are missing`;
}
