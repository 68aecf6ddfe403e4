import type { Doc } from "../schema.ts";
import { foldCase } from "../text.ts";
import { type ByteText, toByteTexts } from "./byte-text.ts";

type Texts = Pick<Doc, "title" | "headings" | "description" | "body">;

/** The texts of a doc in the form in which they are compared. */
export interface FoldedDoc {
  readonly title: string;
  /** Each on a line of its own; one may have several. */
  readonly headings: string;
  readonly description: string;
  readonly body: string;
}

const FOLD: { readonly [Field in keyof FoldedDoc]: (doc: Texts) => string } = {
  title: ({ title }) => foldCase(title),
  headings: ({ headings }) => headings.map(({ text }) => foldCase(text)).join("\n"),
  description: ({ description }) => foldCase(description ?? ""),
  body: ({ body }) => foldCase(body),
};

export function foldDoc(doc: Texts): FoldedDoc {
  return {
    title: FOLD.title(doc),
    headings: FOLD.headings(doc),
    description: FOLD.description(doc),
    body: FOLD.body(doc),
  };
}

/** As byte texts. */
const FOLDED = new WeakMap<Texts, FoldedDoc>();

/** @returns the texts of docs to be searched, as byte texts; each doc is only folded once */
export function foldDocs(docs: readonly Texts[]): FoldedDoc[] {
  const [titles, headings] = [foldField(docs, "title"), foldField(docs, "headings")];
  const [descriptions, bodies] = [foldField(docs, "description"), foldField(docs, "body")];
  return docs.map((doc, place) => {
    const folded = {
      title: titles[place]!,
      headings: headings[place]!,
      description: descriptions[place]!,
      body: bodies[place]!,
    };
    FOLDED.set(doc, folded);
    return folded;
  });
}

function foldField(docs: readonly Texts[], field: keyof FoldedDoc): ByteText[] {
  return toByteTexts(docs, { textOf: FOLD[field], knownOf: (doc) => FOLDED.get(doc)?.[field] });
}

/** So many docs tell what a scan of all would cost. */
const SAMPLED_DOCS = 32;
/** What it costs to look at one, roughly. */
export const SCANNED_CHARACTER_NS = 0.4;
/** Of one scanned doc, however short. */
const SCANNED_DOC_NS = 40;

/** What it would cost to look for a text in all docs, in nanoseconds: in some it is looked for. */
export function estimateScan(docs: readonly FoldedDoc[], needle: ByteText): number {
  const step = Math.max(1, Math.floor(docs.length / SAMPLED_DOCS));
  let cost = 0;
  let count = 0;
  for (let doc = 0; doc < docs.length; doc += step) {
    cost += SCANNED_DOC_NS + SCANNED_CHARACTER_NS * scannedLength(docs[doc]!, needle);
    count++;
  }
  return (cost / (count || 1)) * docs.length;
}

/** How many characters are looked at before it is plain whether a doc contains a text. */
function scannedLength({ title, description, body }: FoldedDoc, needle: ByteText): number {
  if (title.includes(needle) || description.includes(needle)) return 0;
  const at = body.indexOf(needle);
  return at < 0 ? body.length : at;
}
