import type { Corpus } from "../../../corpus/open/corpus.ts";
import { type Library, type Passage, type Place, passageOf, splitOffset } from "./library.ts";

const known = new WeakMap<Corpus, Library>();

/** Returns the library of a corpus, which is made once. */
export function libraryOf(corpus: Corpus, publicUrl: string | undefined): Library {
  const library = known.get(corpus) ?? createLibrary(corpus, publicUrl);
  known.set(corpus, library);
  return library;
}

function createLibrary(corpus: Corpus, _publicUrl: string | undefined): Library {
  const byName = new Map(
    corpus.docs.flatMap(
      (doc) =>
        [
          [doc.id, doc],
          [doc.slug, doc],
        ] as const,
    ),
  );

  function findPassage(ref: string): Passage | undefined {
    const [name = "", anchor] = ref.split("#");
    const doc = byName.get(name);
    if (!doc) return undefined;
    if (anchor === undefined) return passageOf(doc, null);
    const heading = doc.headings.find((each) => each.anchor === anchor);
    return heading && passageOf(doc, heading);
  }

  return {
    corpus,
    find(ref): Place | undefined {
      const whole = findPassage(ref);
      if (whole) return { passage: whole, offset: 0 };
      const { base, offset } = splitOffset(ref);
      const passage = base === ref ? undefined : findPassage(base);
      return passage && { passage, offset };
    },
    nearest: () => [],
    markdownOf: ({ doc, start, end }) => doc.body.slice(start, end),
  };
}
