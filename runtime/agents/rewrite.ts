import { applyEdits, type Edit, editsOf } from "../../corpus/markdown/edits.ts";
import { type Address, findMarkup } from "../../corpus/markdown/find-markup.ts";
import { withoutInvisible } from "../../corpus/text/invisible.ts";

/**
 * Returns the address that agents are given for one in a page.
 *
 * @returns null to leave it as it is
 */
export type AddressFor = (target: string, kind: Address["kind"]) => string | null;

/**
 * Finds what agents read differently than the source of a page: links get other addresses, and what
 * readers do not see is left out.
 *
 * @returns the changes, in order and apart from each other
 */
export function findEdits(markdown: string, addressFor: AddressFor): readonly Edit[] {
  const { hidden, addresses } = findMarkup(markdown);
  return editsOf(markdown, {
    hidden,
    others: addresses.flatMap((one) => changeOf(one, addressFor)),
  });
}

/**
 * Returns a description as agents read it. The name of an element in it, such as `<template>`, hides
 * nothing: what follows is text.
 */
export function rewriteText(text: string, addressFor: AddressFor): string {
  const { hidden, addresses } = findMarkup(text);
  const closed = hidden.filter(({ isClosed }) => isClosed !== false);
  const others = addresses.flatMap((one) => changeOf(one, addressFor));
  return applyEdits(text, editsOf(text, { hidden: closed, others }));
}

function changeOf({ kind, target, label, start, end }: Address, addressFor: AddressFor): Edit[] {
  const address = addressFor(target, kind);
  if (address === null) return [];
  if (kind === "wiki") {
    return [{ start, end, text: `[${withoutInvisible(label || target)}](${address})` }];
  }
  const text = kind === "attribute" ? `"${address.replaceAll("&", "&amp;")}"` : address;
  return [{ start, end, text }];
}
