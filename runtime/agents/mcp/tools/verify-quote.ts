import { hasCode } from "../../../../corpus/error.ts";
import type { QuoteCheck } from "../../../../corpus/quotes/verify-quote.ts";
import type { Work } from "../../../docs/execute/long-work.ts";
import { Answer, partOf } from "../answer.ts";
import { type Library, passageOf, refOf, refOfDoc, titlesOf } from "../library.ts";
import { inOneLine } from "../one-line.ts";
import { ArgumentError, type QuoteArguments } from "../tool-arguments.ts";
import { TOKENS } from "../tool-definitions.ts";

const MAX_TITLES = 160;
const MAX_NEAREST = 3;
const MAX_SHOWN_REF = 80;
/** Number of differences that are listed, and the length of each side. */
const MAX_DIFFERENCES = 20;
const MAX_DIFFERENCE = 120;

/** Tells whether a text is in the docs, where, and what differs. */
export function* verifyQuote(library: Library, given: QuoteArguments): Work<string> {
  const answer = new Answer(library, TOKENS.max);
  const check = yield* findQuote(library, given);
  const { result, hash, passage, differences } = check;
  if (passage === null) {
    answer.say("Absent: the docs have no passage like it. search_docs finds what they say.");
    return answer.toString();
  }
  const count = differences.length === 1 ? "1 difference" : `${differences.length} differences`;
  answer.say(
    `${result === "exact" ? "Exact" : `Close, with ${count}`}: ${describePlace(library, check)}`,
  );
  answer.say(`SHA-256 of the section: ${hash}, of the corpus: ${check.sha256}`);
  answer.add(partOf(passage));
  for (const { quote, passage: docs } of differences.slice(0, MAX_DIFFERENCES)) {
    answer.add(partOf(`- quote ${show(quote)}, docs ${show(docs)}`));
  }
  return answer.toString();
}

function* findQuote(library: Library, { quote, doc: ref }: QuoteArguments): Work<QuoteCheck> {
  try {
    const doc = ref === undefined ? undefined : findPage(library, ref);
    return yield* library.corpus.verifyQuoteInSteps(quote, { doc });
  } catch (error) {
    if (!hasCode(error, "invalid-argument")) throw error;
    throw new ArgumentError(error.message.replace(/^Argument "text"/, '"quote"'));
  }
}

/** Returns the id of the page that a ref names. */
function findPage(library: Library, ref: string): string {
  const place = library.find(ref);
  if (place) return place.passage.doc.id;
  const nearest = library.nearest(ref, MAX_NEAREST).map(refOfDoc).join(", ");
  const shown = JSON.stringify(inOneLine(ref, MAX_SHOWN_REF));
  throw new ArgumentError(
    `"doc" must be a page, but there is no ${shown}.${nearest && ` Nearest: ${nearest}.`}`,
  );
}

function describePlace({ corpus }: Library, { place }: QuoteCheck): string {
  const doc = corpus.docs.find(({ id }) => id === place!.id)!;
  const heading = doc.headings.find(({ anchor }) => place!.slug === `${doc.slug}#${anchor}`);
  const passage = passageOf(doc, heading ?? null);
  return `${refOf(passage)}: ${inOneLine(titlesOf(passage).join(" › "), MAX_TITLES)}`;
}

function show(text: string): string {
  return JSON.stringify(inOneLine(text, MAX_DIFFERENCE));
}
