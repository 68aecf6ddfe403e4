/** A row of the table in test/ATTACKS.md. */
export interface Attack {
  /** For example `ATTACK-A1`. */
  readonly id: string;
  /** Test files without `test/` and `.test.ts`; none if a sentence says how it is shown. */
  readonly files: readonly string[];
  /** Text of the last column apart from the files. */
  readonly sentence: string;
}

const ROW = /^\| (?<id>ATTACK-[A-Z]\d+) \| [^|]+ \| (?<shown>[^|]*) \|$/gm;
const FILE = /`(?<file>[\w/.-]+)`/g;
const LITERAL = /"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;

/** Reads the table of attacks. */
export function readAttacks(markdown: string): Attack[] {
  return Array.from(markdown.matchAll(ROW), ({ groups }) => {
    const shown = groups!.shown!;
    const files = Array.from(shown.matchAll(FILE), (match) => match.groups!.file!);
    return {
      id: groups!.id!,
      files,
      sentence: shown
        .replace(FILE, "")
        .replace(/[\s,]+/g, " ")
        .trim(),
    };
  });
}

/** Returns the attacks that the texts of a test file name, including its titles. */
export function attacksIn(source: string): ReadonlySet<string> {
  const texts = Array.from(source.matchAll(LITERAL), ([text]) => text);
  return new Set(texts.flatMap((text) => text.match(/\bATTACK-[A-Z]\d{1,3}\b/g) ?? []));
}
