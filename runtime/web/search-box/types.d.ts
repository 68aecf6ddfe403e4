/** The element `<docgate-search>`, which importing `docgate/search-box` defines. */
export interface DocgateSearch extends HTMLElement {
  /** Opens the dialog, as its button does. */
  open(): void;
  /** Closes the dialog; the focus returns to where it was before. */
  close(): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "docgate-search": DocgateSearch;
  }
}
