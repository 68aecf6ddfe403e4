import type { Doc } from "../schema.ts";
import { foldCase } from "../text.ts";
import { BLOCK_BYTES, type ByteText, toByteTexts } from "./byte-text.ts";

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

/** Docs side by side, whose texts are parts of the same long strings. */
interface Group {
  readonly docs: readonly Texts[];
  readonly folded: readonly FoldedDoc[];
}

export interface FoldedDocs {
  /** Of each doc, as byte texts. */
  readonly texts: readonly FoldedDoc[];
  readonly groups: readonly Group[];
}

/** In each group but those at an end or before one that is taken over. */
const GROUP_DOCS = 256;

/** As byte texts. */
const FOLDED = new WeakMap<Texts, FoldedDoc>();

/**
 * Folds the texts of docs, each doc only once.
 *
 * @param before Docs folded before: groups that are the same are taken over as they are.
 */
export function foldDocs(docs: readonly Texts[], before?: FoldedDocs): FoldedDocs {
  const whole = before?.groups.filter((group) => group.docs.length === GROUP_DOCS) ?? [];
  const byFirst = new Map(whole.map((group) => [group.docs[0]!, group]));
  const scratch = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  const groups: Group[] = [];
  /** Where those that are in a group end. */
  let done = 0;

  function foldUpTo(end: number): void {
    if (done < end) groups.push(foldGroup(docs.slice(done, end), scratch));
    done = end;
  }

  for (let at = 0; at < docs.length; ) {
    const same = byFirst.get(docs[at]!);
    if (same?.docs.every((doc, place) => doc === docs[at + place])) {
      foldUpTo(at);
      groups.push(same);
      at += GROUP_DOCS;
      done = at;
    } else {
      at++;
      if (at - done === GROUP_DOCS) foldUpTo(at);
    }
  }
  foldUpTo(docs.length);
  return { texts: groups.flatMap(({ folded }) => folded), groups };
}

function foldGroup(docs: readonly Texts[], scratch: Buffer): Group {
  const fold = (field: keyof FoldedDoc): ByteText[] =>
    toByteTexts(docs, {
      textOf: FOLD[field],
      knownOf: (doc) => FOLDED.get(doc)?.[field],
      scratch,
    });
  const [titles, headings] = [fold("title"), fold("headings")];
  const [descriptions, bodies] = [fold("description"), fold("body")];
  const folded = docs.map((doc, place) => {
    const texts = {
      title: titles[place]!,
      headings: headings[place]!,
      description: descriptions[place]!,
      body: bodies[place]!,
    };
    FOLDED.set(doc, texts);
    return texts;
  });
  return { docs, folded };
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
