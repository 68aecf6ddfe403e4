import { type ListName, listNames } from "./page-lists.ts";

/**
 * The selection in an address of this page: a page or one of the lists; a page takes precedence.
 */
export interface Selection {
  /** Id of the selected page, also if no page has that id. */
  readonly id: string | null;
  readonly list: ListName | null;
}

/** Returns the part of an address that selects a page, for example `#guide/essentials/list`. */
export function formatAddress(id: string): string {
  return `#${encodeURIComponent(id).replaceAll("%2F", "/")}`;
}

/** Returns the address of a selection, without a list if a page is selected. */
export function formatSelection({ id, list }: Selection, { pathname }: Location): string {
  if (id !== null) return pathname + formatAddress(id);
  return list === null ? pathname : `${pathname}?pages=${list}`;
}

/** Reads the selection from the address. */
export function parseSelection({ hash, search }: Location): Selection {
  const wanted = new URLSearchParams(search).get("pages");
  return { id: parseAddress(hash), list: listNames.find((name) => name === wanted) ?? null };
}

function parseAddress(hash: string): string | null {
  const text = hash.slice(1);
  if (text === "") return null;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
