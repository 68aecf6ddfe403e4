import type { HtmlPage } from "../html/html-page.ts";
import type { SitePlace } from "./site-paths.ts";

/** A page of a built site. */
export interface BuiltPage {
  /** Path relative to the folder. */
  readonly path: string;
  /** The address as the site's own links write it, decoded. */
  readonly address: string;
  readonly html: HtmlPage;
}

/** A page that only leads elsewhere. */
export interface BuiltRedirect {
  readonly path: string;
  readonly address: string;
  /** The address that it leads to, as it is written. */
  readonly target: string;
  /** The page that readers come to in the end; null if that is on another site, or does not exist. */
  readonly to: BuiltPage | null;
}

/** A page that exists, but exceeds a limit or cannot be read: its ids are not known. */
export interface UnreadPage {
  readonly path: string;
  readonly address: string;
  readonly message: string;
}

/** A page that is a symbolic link, or below one. */
export interface BuiltAlias {
  readonly path: string;
  readonly address: string;
  /** The path of the file itself. */
  readonly original: string;
}

/** How a site writes the addresses of its pages. */
export interface AddressForm {
  /** The end of the address of `a/index.html`. */
  readonly index: "/" | "" | "/index.html";
  /** The end of the address of `a.html`. */
  readonly page: ".html" | "";
}

/** A folder of HTML that a site generator has written. Its lists are in code-point order of path. */
export interface BuiltSite extends SitePlace {
  readonly form: AddressForm;
  readonly pages: readonly BuiltPage[];
  readonly redirects: readonly BuiltRedirect[];
  readonly aliases: readonly BuiltAlias[];
  readonly unread: readonly UnreadPage[];
  /** The paths of all other files. */
  readonly files: ReadonlySet<string>;
}
