import { invisibleRuns, withoutInvisible } from "../../../corpus/hidden-text.ts";
import { lowerBound } from "../../../corpus/lower-bound.ts";
import { type Chunk, findChunks } from "./blocks.ts";
import { type Find, findDefinitions, findInline } from "./inline.ts";

/** A change of a text. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Returns the address that agents are given for one in a page.
 *
 * @returns null to leave it as it is
 */
export type AddressFor = (
  target: string,
  kind: "link" | "image" | "attribute" | "wiki",
) => string | null;

/**
 * Finds what agents read differently than the source of a page: links get other addresses, comments
 * and invisible characters are left out. Code stays as it is.
 *
 * @returns the changes, in order and apart from each other
 */
export function findEdits(markdown: string, addressFor: AddressFor): readonly Edit[] {
  const parts = findChunks(markdown).map((chunk) => new ChunkText(chunk, markdown));
  const definitions = parts.flatMap(({ kind, text }) =>
    kind === "text" && text.startsWith("[") ? findDefinitions(text) : [],
  );
  const labels = new Set(definitions.map(({ label }) => label));
  return parts.flatMap((part) => {
    const finds = findInline(part.text, { kind: part.kind, labels });
    return editsOf(part, { finds, addressFor });
  });
}

/** Changes a part of a text. */
export function applyEdits(
  text: string,
  edits: readonly Edit[],
  { start, end }: { readonly start: number; readonly end: number } = { start: 0, end: text.length },
): string {
  const pieces: string[] = [];
  let done = start;
  const first = lowerBound({ from: 0, to: edits.length }, (at) => edits[at]!.start < start);
  for (let at = first; at < edits.length && edits[at]!.end <= end; at++) {
    const edit = edits[at]!;
    pieces.push(text.slice(done, edit.start), edit.text);
    done = edit.end;
  }
  pieces.push(text.slice(done, end));
  return pieces.join("");
}

function editsOf(
  part: ChunkText,
  { finds, addressFor }: { readonly finds: readonly Find[]; readonly addressFor: AddressFor },
): Edit[] {
  const edits: Edit[] = [];
  let done = 0;
  const removeInvisible = (to: number) => {
    for (const { start, end } of invisibleRuns(part.text.slice(done, to))) {
      edits.push(part.removal(done + start, done + end));
    }
  };
  for (const find of finds) {
    const text = replacement(find, addressFor);
    if (text === null) continue;
    removeInvisible(find.start);
    done = find.end;
    if (find.kind === "comment") edits.push(part.removal(find.start, find.end));
    else if (find.kind !== "code") edits.push(part.edit({ ...find, text }));
  }
  removeInvisible(part.text.length);
  return edits;
}

/** Returns the text in place of a find; null if it stays as it is. */
function replacement({ kind, target, label }: Find, addressFor: AddressFor): string | null {
  if (kind === "comment" || kind === "code") return "";
  const address = addressFor(target, kind);
  if (address === null) return null;
  if (kind === "wiki") return `[${withoutInvisible(label || target)}](${address})`;
  return kind === "attribute" ? `"${address.replaceAll("&", "&amp;")}"` : address;
}

const FENCE_AFTER = /[ \t]*(?=```|~~~)/y;

/** The text of a chunk, whose lines may be apart in the page. */
class ChunkText {
  readonly kind: Chunk["kind"];
  readonly text: string;
  readonly #lines: Chunk["lines"];
  /** Where each line starts in the text. */
  readonly #starts: readonly number[];

  constructor({ kind, lines }: Chunk, source: string) {
    this.kind = kind;
    this.#lines = lines;
    this.text = lines.map(({ start, end }) => source.slice(start, end)).join("");
    let length = 0;
    this.#starts = lines.map(({ start, end }) => {
      length += end - start;
      return length - (end - start);
    });
  }

  /** Removes a range; what follows at the start of a line stays text, even if it opens a fence. */
  removal(start: number, end: number): Edit {
    FENCE_AFTER.lastIndex = end;
    const fence = FENCE_AFTER.exec(this.text);
    if (!fence || !/(?:^|[\r\n])[ \t]*$/.test(this.text.slice(Math.max(0, start - 8), start))) {
      return this.edit({ start, end, text: "" });
    }
    return this.edit({ start, end: end + fence[0].length, text: "\\" });
  }

  /** Places a change in the page, across the marks before its lines. */
  edit({ start, end, text }: Edit): Edit {
    return { start: this.#offsetOf(start), end: this.#offsetOf(end - 1) + 1, text };
  }

  #offsetOf(offset: number): number {
    const starts = this.#starts;
    const line = lowerBound({ from: 0, to: starts.length }, (at) => starts[at]! <= offset) - 1;
    return this.#lines[line]!.start + offset - starts[line]!;
  }
}
