import {
  type FolderRedirect,
  FolderRedirects,
  folderIn,
} from "../../../corpus/folder-redirects.ts";
import { parseAddress, RedirectMap } from "../../../corpus/redirects.ts";
import type { Redirect } from "../../../corpus/schema.ts";
import { documentAddresses, type PrintedAddresses } from "./printed-addresses.ts";

/** A redirect in addresses of the site, percent-encoded. */
export interface PrintedRedirect {
  /** A slug, or the address of a folder, which readers write with and without the slash at its end. */
  readonly from: string;
  /** A slug or the address of a folder, with or without a fragment; null if the page is gone for good. */
  readonly to: string | null;
}

/** A redirect of everything below a folder, in addresses with a slash at their end. */
export interface PrintedFolder {
  readonly from: string;
  /** The folder in which everything has the rest of its address; null for one address. */
  readonly folder: string | null;
  /** Where everything leads if that is one address; null if it is gone for good. */
  readonly page: string | null;
}

/** A redirect of a fragment, which no server sees. */
export interface PrintedFragment {
  readonly from: string;
  readonly anchor: string;
  readonly to: string;
}

/** A ledger as hosts need it: without chains, loops, and pages that are in the docs. */
export interface PrintedLedger {
  readonly pages: readonly PrintedRedirect[];
  /** Folders below which the docs have nothing: the longest addresses come first. */
  readonly folders: readonly PrintedFolder[];
  /** The pages that those folders stand for, for a host without rules for folders. */
  readonly inFolders: readonly PrintedRedirect[];
  readonly fragments: readonly PrintedFragment[];
}

interface PrintOptions {
  /** Of the pages in the docs. */
  readonly ids: ReadonlySet<string>;
  readonly base: string;
  /** Default: the addresses of the Documentation Query API. */
  readonly addresses?: PrintedAddresses;
}

/**
 * Returns the redirects of a ledger, in the addresses that readers have. One that a host could take
 * for a redirect of an address to itself is left out.
 */
export function printLedger(
  redirects: readonly Redirect[],
  { ids, base, addresses }: PrintOptions,
): PrintedLedger {
  const sources = new Set(redirects.map(({ from }) => from));
  const places = addresses ?? documentAddresses({ base, ids, sources });
  const slugs = new Set(Array.from(ids, (id) => pathOf(places.of(id))));
  const map = new RedirectMap(redirects, {
    hasPage: (id) => ids.has(id) || (id.startsWith("/") && slugs.has(pathOf(id))),
    // Which fragments a page has is not known here; a script that finds one does nothing.
    hasAnchor: () => false,
  });
  const printer = new Printer({ map, places, ids, slugs });
  const single = [...sources].filter((source) => folderIn(source) === null);
  const { pages, fragments } = printer.single(single);
  const known = new Set(pages.map(({ from }) => from));
  const folders = new FolderRedirects(redirects).all.map((each) => printer.folder(each));
  const others = folders.map(({ exact }) => exact.filter(({ from }) => !known.has(from)));
  return {
    pages: [
      ...pages,
      ...folders.flatMap(({ rule }, at) => (rule === null ? others[at]! : [])),
    ].concat(folders.flatMap(({ rule, odd }) => (rule === null ? [] : odd))),
    folders: folders
      .flatMap(({ rule }) => rule ?? [])
      .sort((left, right) => right.from.length - left.from.length),
    inFolders: folders.flatMap(({ rule }, at) => (rule === null ? [] : others[at]!)),
    fragments,
  };
}

interface PrinterOptions {
  readonly map: RedirectMap;
  readonly places: PrintedAddresses;
  readonly ids: ReadonlySet<string>;
  /** Addresses of the pages in the docs, without slashes at their ends. */
  readonly slugs: ReadonlySet<string>;
}

interface FolderForms {
  /** Null if the docs have something below the folder. */
  readonly rule: PrintedFolder | null;
  /** The pages that the folder stands for, one by one. */
  readonly exact: readonly PrintedRedirect[];
  /** Those of them that the rule would lead elsewhere. */
  readonly odd: readonly PrintedRedirect[];
}

class Printer {
  readonly #options: PrinterOptions;

  constructor(options: PrinterOptions) {
    this.#options = options;
  }

  single(sources: readonly string[]): Pick<PrintedLedger, "pages" | "fragments"> {
    const { map, places } = this.#options;
    const pages: PrintedRedirect[] = [];
    const fragments: PrintedFragment[] = [];
    for (const source of sources) {
      const { id, anchor } = parseAddress(source);
      const arrival = map.follow({ id, anchor });
      if (arrival === null || arrival.kind === "loop") continue;
      const to = arrival.kind === "gone" ? null : this.#addressOf(arrival.at);
      const forms = places.before(id);
      if (anchor === null) pages.push(...redirectsFrom(forms, to));
      else if (to !== null) {
        fragments.push({ from: forms[0]!, anchor: encodeFragment(anchor), to });
      }
    }
    return { pages, fragments };
  }

  folder({ from, folder, page }: FolderRedirect): FolderForms {
    const { places, slugs } = this.#options;
    const start = places.folder(from);
    const target = folder === null ? null : places.folder(folder);
    const rule: PrintedFolder = {
      from: start,
      folder: target,
      page: page === null ? null : this.#addressOf(parseAddress(page)),
    };
    const isLiving = [...slugs].some((slug) => `${slug}/`.startsWith(start));
    const exact = folder === null ? [] : this.#pagesOf(from, folder);
    const isOdd = ({ from: source, to }: PrintedRedirect): boolean =>
      target === null ||
      // Not every host takes the address of a folder for something below it.
      source === start ||
      !source.startsWith(start) ||
      to === null ||
      pathOf(to) !== pathOf(target + source.slice(start.length));
    return { rule: isLiving ? null : rule, exact, odd: exact.filter(isOdd) };
  }

  /** Returns the redirects to the pages of a folder. */
  #pagesOf(from: string, folder: string): PrintedRedirect[] {
    const { ids, places, map } = this.#options;
    const below = [...ids].filter((id) => id.startsWith(folder));
    return below.flatMap((id) => {
      const source = from + id.slice(folder.length);
      const arrival = map.follow({ id: source, anchor: null });
      if (arrival?.kind !== "place") return [];
      return redirectsFrom(places.before(source), this.#addressOf(arrival.at));
    });
  }

  #addressOf({ id, anchor }: { readonly id: string; readonly anchor: string | null }): string {
    const address = this.#options.places.of(id);
    return anchor === null ? address : `${address}#${encodeFragment(anchor)}`;
  }
}

function redirectsFrom(forms: readonly string[], to: string | null): PrintedRedirect[] {
  const others = forms.filter((each) => to === null || pathOf(each) !== pathOf(to));
  return others.map((from) => ({ from, to }));
}

/** Returns the path of an address without the slash at its end, which many hosts do not look at. */
export function pathOf(address: string): string {
  return address.replace(/#.*/, "").replace(/\/$/, "");
}

/** Percent-encodes a fragment as browsers do (the URL standard, "fragment percent-encode set"). */
function encodeFragment(anchor: string): string {
  return anchor.replace(/[^!#-;=?-_a-~]+/gu, encodeURIComponent);
}
