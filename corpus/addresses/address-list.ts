import { type CorpusFile, type Doc, hash, type Redirect, redirectsShape } from "../schema.ts";
import { constant, list, name, nullable, object, text, type ValueOf } from "../shape.ts";

const VERSION = 1;

export const addressListShape = object({
  version: constant(VERSION),
  corpus: hash,
  name: text,
  siteUrl: nullable(text),
  base: text,
  pages: list(object({ id: name, slug: name, anchors: list(text) })),
  redirects: redirectsShape,
  links: list(object({ from: name, to: list(name) })),
});

/**
 * Every address of a corpus: pages, their anchors and redirects; and the addresses of other hosts that
 * its pages link to. It is what two documentations have to know of each other.
 */
export type AddressList = ValueOf<typeof addressListShape>;

/** The parts of a corpus that have addresses. */
export interface AddressedCorpus extends Pick<CorpusFile, "sha256"> {
  readonly meta: Pick<CorpusFile["meta"], "name" | "siteUrl" | "base">;
  readonly docs: readonly Pick<Doc, "id" | "slug" | "headings" | "fragments" | "externalLinks">[];
  readonly redirects: readonly Redirect[];
}

/** Returns the pages of docs, each with the fragments that lead somewhere in it. */
export function pageAddresses(docs: AddressedCorpus["docs"]): AddressList["pages"] {
  return docs.map(({ id, slug, headings, fragments }) => {
    const anchors = fragments ?? [...new Set(headings.map(({ anchor }) => anchor))];
    return { id, slug, anchors: [...anchors] };
  });
}

/** Returns the addresses of a corpus; pages, entries and links are in its order. */
export function addressListOf({ sha256, meta, docs, redirects }: AddressedCorpus): AddressList {
  const links = docs.flatMap(({ id, externalLinks = [] }) =>
    externalLinks.length === 0 ? [] : [{ from: id, to: [...externalLinks] }],
  );
  const entries = redirects.map(({ from, to }) => ({ from, to }));
  return {
    version: VERSION,
    corpus: sha256,
    name: meta.name,
    siteUrl: meta.siteUrl,
    base: meta.base,
    pages: pageAddresses(docs),
    redirects: entries,
    links,
  };
}

/** Writes the addresses of a corpus as a file has them: the same bytes for the same corpus. */
export function formatAddressList(corpus: AddressedCorpus): string {
  return `${JSON.stringify(addressListOf(corpus))}\n`;
}
