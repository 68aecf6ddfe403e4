import type { Doc } from "../../../corpus/schema.ts";
import type { PageFinder, PageNames, PagePlace } from "../find-page.ts";
import type { Answers } from "./answers.ts";

/** The parts of an address that name a place in the docs. */
export interface PlaceAddress {
  /** Still percent-encoded. */
  readonly path: string;
  /** The anchor in the parameter `section`; null for the whole page. */
  readonly section: string | null;
}

/** A place in the docs, or the lack of one, at an address. */
export type Place = { readonly address: PlaceAddress; readonly form: Form } & (
  | { readonly kind: "page"; readonly doc: Doc }
  | { readonly kind: "section" | "missing-section"; readonly doc: Doc; readonly anchor: string }
  | { readonly kind: "moved"; readonly to: PagePlace }
  /** With the page, if only its section is gone. */
  | { readonly kind: "gone"; readonly doc: Doc | null }
  | { readonly kind: "missing" }
);

/**
 * How an address names a page: with `.md` after its name, without, or without it for a name that
 * itself ends in it.
 */
export type Form = "file" | "name" | "name.md";

const EXTENSION = ".md";

/** Finds a page or one of its sections; or where the ledger of redirects leads from there. */
export function findPlace({ addresses, moved }: Answers, address: PlaceAddress): Place {
  const { section } = address;
  const living = lookUp(addresses.finder, address);
  const known = living ?? lookUp(moved.finder, address);
  if (known === undefined) return { address, form: formOf(address), kind: "missing" };
  const at = { address, form: known.form };
  if (living) {
    const { doc } = living;
    if (section === null) return { ...at, kind: "page", doc };
    const isHere = doc.headings.some(({ anchor }) => anchor === section);
    if (isHere) return { ...at, kind: "section", doc, anchor: section };
  }
  const move = moved.follow(known.doc, section);
  if (move?.to) return { ...at, kind: "moved", to: move.to };
  if (move) return { ...at, kind: "gone", doc: living?.doc ?? null };
  return living
    ? { ...at, kind: "missing-section", doc: living.doc, anchor: section! }
    : { ...at, kind: "missing" };
}

function lookUp<Page extends PageNames>(finder: PageFinder<Page>, address: PlaceAddress) {
  const { path } = address;
  const form = formOf(address);
  const named = form === "file" ? finder.find(path.slice(0, -EXTENSION.length)) : undefined;
  if (named) return { form, doc: named.doc };
  const doc = finder.find(path)?.doc;
  return doc && { form: form === "file" ? ("name.md" as const) : form, doc };
}

function formOf({ path }: PlaceAddress): "file" | "name" {
  return path.endsWith(EXTENSION) ? "file" : "name";
}
