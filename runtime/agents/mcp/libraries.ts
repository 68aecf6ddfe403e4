import type { Docs } from "../../docs/execute/queries.ts";
import { libraryOf } from "./create-library.ts";
import type { Library, Passage } from "./library.ts";

/** The libraries of the public editions that are served together. */
export interface Libraries {
  /** That of the default edition. */
  readonly own: Library;
  /** That of the default edition, which also finds the pages of the others. */
  readonly all: Library;
  /**
   * That of an edition.
   *
   * @param name Default: the default edition.
   * @throws {DocgateError} `invalid-argument` if there is no edition of this name
   */
  named(name: string | undefined): Library;
  /** That of the edition which has the page of a ref; else, and without a ref, the default one. */
  holding(ref: string | undefined): Library;
}

/** Returns the libraries of docs and of the editions next to them. */
export function librariesOf(docs: Docs, publicUrl: string | undefined): Libraries {
  const names = docs.editions().map(({ name }) => name);
  const libraryFor = ({ corpus }: Docs) =>
    libraryOf(corpus, publicUrl, names.length > 1 ? names : []);
  const own = libraryFor(docs);
  if (names.length === 1) {
    return { own, all: own, named: () => own, holding: () => own };
  }
  const each = names.map((name) => libraryFor(docs.inEdition(name)));
  return {
    own,
    all: joinLibraries(own, each),
    named: (name) => (name === undefined ? own : libraryFor(docs.inEdition(name))),
    holding: (ref) => (ref && each.find((library) => library.find(ref))) || own,
  };
}

/** Lets a library find and read the pages of others. No two editions have a page at the same slug. */
function joinLibraries(own: Library, each: readonly Library[]): Library {
  const ownerOf = ({ doc }: Pick<Passage, "doc">) =>
    each.find((library) => library.find(doc.slug)?.passage.doc === doc)!;
  return {
    corpus: own.corpus,
    editions: own.editions,
    find(ref) {
      for (const library of each) {
        const place = library.find(ref);
        if (place) return place;
      }
      return undefined;
    },
    nearest: (ref, count) => own.nearest(ref, count),
    textOf: (passage) => ownerOf(passage).textOf(passage),
    offsetIn: (passage, position) => ownerOf(passage).offsetIn(passage, position),
    pageMarkdown: (doc) => ownerOf({ doc }).pageMarkdown(doc),
    answerTo: (call) => own.answerTo(call),
    keepAnswer: (call, answer) => own.keepAnswer(call, answer),
  };
}
