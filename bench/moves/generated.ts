import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Doc } from "../../corpus/exports.ts";
import { createRandom } from "../../test/support/random.ts";
import { makeVocabulary } from "../support/vocabulary.ts";
import type { Truth } from "./truth.ts";

/** A piece of a page: a heading with the text up to the next, or the text before the first one. */
interface Piece {
  /** The old page, and which of its headings; null for the text before the first. */
  readonly origin: { readonly id: string; readonly heading: number | null } | null;
  readonly text: string;
}

/** The next state of a tree: pages by id, in pieces. */
type Pages = Map<string, Piece[]>;

/** Changes a tree at random, and knows where everything went. */
export class Reorganization {
  readonly pages: Pages = new Map();
  readonly #old: readonly Doc[];
  readonly #random: () => number;
  readonly #words: readonly string[];

  constructor(docs: readonly Doc[], seed: number) {
    this.#old = docs;
    this.#random = createRandom(seed);
    this.#words = makeVocabulary({ size: 5000, seed });
    for (const doc of docs) this.#change(doc);
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.#random() * items.length)]!;
  }

  #someWords(count: number): string {
    return Array.from({ length: count }, () => this.#pick(this.#words)).join(" ");
  }

  /** Half of the pages stay as they are; each of the others has one change. */
  #change(doc: Doc): void {
    const pieces = piecesOf(doc);
    const kind = this.#random();
    if (kind < 0.5) this.pages.set(doc.id, pieces);
    else if (kind < 0.6) this.pages.set(this.#newId(), pieces);
    else if (kind < 0.7) this.pages.set(this.#newId(), this.#edit(pieces));
    else if (kind < 0.78) this.pages.set(doc.id, this.#renameHeadings(pieces));
    else if (kind < 0.84) this.#moveSection(doc, pieces);
    else if (kind < 0.9) this.#split(doc, pieces);
    else if (kind < 0.97) this.#merge(doc, pieces);
  }

  #newId(): string {
    return `new/${this.#someWords(3).replaceAll(" ", "-")}-${this.pages.size}`;
  }

  /** Leaves out a fifth of the lines and replaces a tenth of the words. */
  #edit(pieces: readonly Piece[]): Piece[] {
    return pieces.map(({ origin, text }) => {
      const [first = "", ...lines] = text.split("\n");
      const kept = lines
        .filter(() => !this.#chance(0.2))
        .map((line) => (isStructure(line) ? line : this.#replaceWords(line)));
      return { origin, text: [first, ...kept].join("\n") };
    });
  }

  #replaceWords(line: string): string {
    return line.replace(/\b[a-z]{4,}\b/g, (word) =>
      this.#chance(0.1) ? this.#pick(this.#words) : word,
    );
  }

  #renameHeadings(pieces: readonly Piece[]): Piece[] {
    return pieces.map(({ origin, text }) => ({
      origin,
      text: this.#chance(0.4)
        ? text.replace(/^(#+) .*/, (_, marks) => `${marks} ${this.#someWords(3)}`)
        : text,
    }));
  }

  #moveSection(doc: Doc, pieces: Piece[]): void {
    const [start, end] = this.#sectionOf(pieces) ?? [0, 0];
    const target = this.#otherPage(doc.id);
    if (end === 0 || target === null) {
      this.pages.set(doc.id, pieces);
      return;
    }
    this.pages.get(target)!.push(...pieces.slice(start, end));
    this.pages.set(doc.id, pieces.toSpliced(start, end - start));
  }

  /** Returns the bounds of a section of depth 2 with what is below it; null if there is none. */
  #sectionOf(pieces: readonly Piece[]): [number, number] | null {
    const starts = [...pieces.keys()].filter((at) => /^## /.test(pieces[at]!.text));
    if (starts.length < 2) return null;
    const start = this.#pick(starts);
    const end = starts.find((other) => other > start) ?? pieces.length;
    return [start, end];
  }

  #otherPage(id: string): string | null {
    const others = [...this.pages.keys()].filter((other) => other !== id);
    return others.length === 0 ? null : this.#pick(others);
  }

  /** The first part keeps the beginning; the second one gets another title. */
  #split(doc: Doc, pieces: Piece[]): void {
    const starts = [...pieces.keys()].filter((at) => /^## /.test(pieces[at]!.text));
    const middle = starts[Math.floor(starts.length / 2)];
    if (middle === undefined || starts.length < 2) {
      this.pages.set(doc.id, pieces);
      return;
    }
    const title: Piece = { origin: null, text: `# ${this.#someWords(2)}\n\n` };
    this.pages.set(this.#newId(), pieces.slice(0, middle));
    this.pages.set(this.#newId(), [title, ...pieces.slice(middle)]);
  }

  /** A page becomes a part of another one, one level deeper. */
  #merge(doc: Doc, pieces: readonly Piece[]): void {
    const target = this.#otherPage(doc.id);
    const deepest = Math.max(...doc.headings.map(({ depth }) => depth));
    if (target === null || pieces[0]?.origin?.heading !== 0 || deepest > 3) {
      this.pages.set(doc.id, [...pieces]);
      return;
    }
    this.pages
      .get(target)!
      .push(...pieces.map((piece) => ({ ...piece, text: piece.text.replace(/^#/, "##") })));
  }

  /** Writes the pages as files. */
  async write(root: string): Promise<void> {
    for (const [id, pieces] of this.pages) {
      const file = join(root, `${id}.md`);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(
        file,
        pieces.map(({ text }) => (text.endsWith("\n") ? text : `${text}\n`)).join("\n"),
      );
    }
  }

  /** Returns where every old address went that the new corpus does not have. */
  truth(newDocs: readonly Doc[]): { pages: Truth[]; anchors: Truth[] } {
    const newById = new Map(newDocs.map((doc) => [doc.id, doc]));
    const places = new Map<string, { page: string; anchor: string | null; isTop: boolean }>();
    const ambiguous = new Set<string>();
    for (const [id, pieces] of this.pages) {
      const { headings } = newById.get(id)!;
      const withHeading = pieces.filter(({ text }) => /^#{1,4} /.test(text));
      if (withHeading.length !== headings.length) {
        for (const { origin } of pieces) if (origin) ambiguous.add(origin.id);
        continue;
      }
      for (const [at, { origin }] of withHeading.entries()) {
        if (origin === null) continue;
        const isTop = at === 0 && pieces[0] === withHeading[0] && headings[0]!.depth === 1;
        places.set(`${origin.id}#${origin.heading}`, {
          page: id,
          anchor: headings[at]!.anchor,
          isTop,
        });
      }
      const [first] = pieces;
      if (first?.origin?.heading === null)
        places.set(`${first.origin.id}#null`, { page: id, anchor: null, isTop: true });
    }
    const pages: Truth[] = [];
    const anchors: Truth[] = [];
    for (const doc of this.#old.filter(({ id }) => !ambiguous.has(id))) {
      const now = newById.get(doc.id);
      const top = places.get(`${doc.id}#null`) ?? places.get(`${doc.id}#0`);
      if (now === undefined) pages.push(toTruth(doc.id, top));
      for (const [at, { anchor }] of doc.headings.entries()) {
        if (now?.headings.some((heading) => heading.anchor === anchor)) continue;
        anchors.push(toTruth(`${doc.id}#${anchor}`, places.get(`${doc.id}#${at}`)));
      }
    }
    return { pages, anchors };
  }
}

function toTruth(
  from: string,
  place: { page: string; anchor: string | null; isTop: boolean } | undefined,
): Truth {
  if (place === undefined) return { from, page: null, anchor: null };
  return { from, page: place.page, anchor: place.isTop ? null : place.anchor };
}

function piecesOf({ id, headings, body }: Doc): Piece[] {
  const before = body.slice(0, headings[0]?.start ?? body.length);
  const pieces = headings.map(({ start }, heading) => ({
    origin: { id, heading },
    text: body.slice(start, headings[heading + 1]?.start ?? body.length),
  }));
  return before.trim() === ""
    ? pieces
    : [{ origin: { id, heading: null }, text: before }, ...pieces];
}

/** Tells whether a line has a meaning by its place: a fence, a heading, a row of a table. */
function isStructure(line: string): boolean {
  return /^\s*(?:```|~~~|#|\||---)/.test(line);
}

/** Tells whether a page can be cut at its headings: each is written with `#`, none in a list. */
export function canBeCut({ headings, body }: Doc): boolean {
  return (
    headings.length > 0 &&
    headings.every(({ start }) => /^#{1,4} /.test(body.slice(start, start + 6))) &&
    !/^(?:#{5,6} |<|\[[^\]]+\]:)/m.test(body)
  );
}
