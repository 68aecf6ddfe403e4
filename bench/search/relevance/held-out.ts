import { foldCase } from "../../../corpus/text/fold.ts";

/**
 * Tells whether a text is held out of the index, as a query: half of all labels and descriptions are,
 * by the hash of the text, so that no query finds itself in what is indexed.
 */
export function isHeldOut(text: string): boolean {
  // FNV-1a (Fowler, Noll and Vo); its upper bits are the better ones.
  let hash = 0x811c9dc5;
  for (const character of foldCase(text)) {
    hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193);
  }
  return ((hash >>> 16) & 1) === 1;
}
