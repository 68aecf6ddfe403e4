/** The data of a page that links need. */
export interface Page {
  readonly id: string;
  readonly path: string;
  readonly slug: string;
  readonly title: string;
  /** Further addresses that lead to it, decoded. Default: none. */
  readonly aliases?: readonly string[];
}
