/** Something that a built site has at an address. */
export interface BuiltPlace {
  /** The path of the page of the tree that readers see there; null if it is none. */
  readonly path: string | null;
  /** The fragments that lead somewhere there, in NFC; null if they are not known, or not judged. */
  readonly ids: ReadonlySet<string> | null;
}

/** The answers of a built site for a tree. Addresses are decoded, and from the root of the site. */
export interface BuiltAnswers {
  /** Text that differs if any answer may. */
  readonly frame: string;
  /** Where the site is, without a final slash: empty, or `/project`. */
  readonly base: string;
  /** Returns the address of a page of the tree; undefined if the model answers for it. */
  addressOf(path: string): string | undefined;
  /** Tells whether the site has a page of the tree, whatever state of it. */
  hasPage(path: string): boolean;
  /** Finds what is at an address; null if nothing is. */
  find(address: string): BuiltPlace | null;
  /**
   * Tells whether the HTML of a page has a link to an address, in whatever form; null if its links are
   * not known.
   */
  hasLink(path: string, address: string): boolean | null;
}
