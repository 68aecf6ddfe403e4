import { auditLine, hashOfLine } from "../../store/audit-line.ts";
import type { AuditEntry, AuditHead } from "../../store/rows.ts";
import { REMOVE_OLD } from "./remove-old-entries.ts";

/** Checks the entries of one organization in order, and collects what is missing or changed. */
export class AuditChain {
  /** Number of entries so far. */
  entries = 0;
  /** Number of the last entry. */
  last = 0;
  /** The organization's name in the last entry about it. */
  organizationName: string | undefined;
  readonly #earlier: ReadonlyMap<number, string>;
  readonly #faults: string[] = [];
  /** Entries that became the first one when older ones were removed because of their age. */
  readonly #firstKept = new Set<string>();
  #firstEntry: AuditEntry | null = null;
  #lastEntry: AuditEntry | null = null;
  #lastHash: string | null = null;

  /** @param earlier Lines that the log must have, by the number of the entry. */
  constructor(earlier: ReadonlyMap<number, string>) {
    this.#earlier = earlier;
  }

  add(entry: AuditEntry): void {
    const line = auditLine(entry);
    this.#checkPlace(entry);
    const before = this.#earlier.get(entry.sequence);
    if (before !== undefined && before !== line) {
      this.#faults.push(`Entry ${place(entry)} is not the one in the export.`);
    }
    if (entry.action === REMOVE_OLD) {
      // Another program may have written anything.
      const { sequence, previousHash } = entry.changes ?? {};
      this.#firstKept.add(`${sequence?.[1]} ${previousHash?.[1]}`);
    }
    if (entry.resource === "organization") this.organizationName = entry.name;
    this.entries++;
    this.last = entry.sequence;
    this.#firstEntry ??= entry;
    this.#lastEntry = entry;
    this.#lastHash = hashOfLine(line);
  }

  /** Number of the first entry; 1 if there is none. */
  get first(): number {
    return this.#firstEntry?.sequence ?? 1;
  }

  /**
   * Compares the start with what was removed because of its age, and the end with the noted one.
   *
   * @returns sentences about what is missing or changed
   */
  end(head: AuditHead | undefined): readonly string[] {
    const noted = head?.sequence ?? 0;
    const faults = [...this.#startFaults(), ...this.#faults];
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

  /** Entries may be missing at the start only, and only if an entry says that they were too old. */
  #startFaults(): readonly string[] {
    const entry = this.#firstEntry;
    if (entry === null || entry.sequence === 1) return [];
    const { sequence, previousHash, at } = entry;
    if (!this.#firstKept.has(`${sequence} ${previousHash}`)) {
      return [`${missing(1, sequence - 1)}, before ${at}.`];
    }
    const before = this.#earlier.get(sequence - 1);
    if (before === undefined || hashOfLine(before) === previousHash) return [];
    return [`Entry ${place(entry)} does not follow entry ${sequence - 1} of the export.`];
  }

  #checkPlace(entry: AuditEntry): void {
    const expected = this.last + 1;
    if (this.#lastEntry === null && entry.sequence > 1) return;
    if (entry.sequence > expected) {
      const gap = missing(expected, entry.sequence - 1);
      this.#faults.push(`${gap}${this.#since()}, before ${entry.at}.`);
    } else if (entry.sequence !== expected) {
      this.#faults.push(`Entry ${place(entry)} was added.`);
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
