import { DocgateError } from "../../../corpus/error.ts";
import type { Corpus } from "../../../corpus/open/corpus.ts";
import type { Hit } from "../../../corpus/search/words/hits.ts";
import { bareSlugOf } from "../../../corpus/text/slug.ts";
import { createSuggester } from "../../../corpus/text/suggest.ts";
import type { ExpectedAddress, Question } from "./questions.ts";

/** A place that answers a question: a heading of a page, or any place of it if there is no anchor. */
export interface ExpectedPlace {
  readonly id: string;
  readonly anchor: string | null;
}

/** Tells whether a hit is one of the places that answer. */
export function isExpected({ doc, docHeading }: Hit, places: readonly ExpectedPlace[]): boolean {
  return places.some(
    ({ id, anchor }) => doc.id === id && (anchor === null || docHeading?.anchor === anchor),
  );
}

/**
 * Finds the places that answer each question.
 *
 * @param file the name of their file, for messages
 * @throws {DocgateError} `setting`, naming each address that the corpus does not have, and its line
 */
export function findExpected(
  questions: readonly Question[],
  { corpus: { docs }, file }: { readonly corpus: Corpus; readonly file: string },
): ExpectedPlace[][] {
  const pages = new Map(docs.map((doc) => [bareSlugOf(doc.slug), doc]));
  const faults: string[] = [];
  function find({ address, line, column }: ExpectedAddress): ExpectedPlace[] {
    const [slug = "", anchor = null] = address.split("#", 2);
    const doc = pages.get(bareSlugOf(slug));
    if (doc && (anchor === null || doc.headings.some((heading) => heading.anchor === anchor))) {
      return [{ id: doc.id, anchor }];
    }
    const message = doc
      ? `"${slug}" has no heading with the anchor "${anchor}"`
      : `the corpus has no page with the slug "${slug}"`;
    faults.push(`${file}:${line}:${column}: ${message}.${suggestionFor(address)}`);
    return [];
  }
  const addresses = docs.flatMap(({ slug, headings }) => [
    slug,
    ...headings.map(({ anchor }) => `${slug}#${anchor}`),
  ]);
  const suggest = createSuggester(addresses);
  function suggestionFor(address: string): string {
    const near = suggest(address);
    return near === null ? "" : ` Did you mean "${near}"?`;
  }

  const places = questions.map(({ expect }) => expect.flatMap(find));
  if (faults.length > 0) throw new DocgateError("setting", faults.join("\n"), { lines: faults });
  return places;
}
