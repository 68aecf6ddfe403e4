import { posix } from "node:path";
import { decode, withoutDirective } from "../link/reference.ts";
import type { Resolver } from "../link/resolve.ts";
import { encodeLike, rewriteTarget } from "../link/rewrite-target.ts";
import type { FoundLink } from "../markdown/links.ts";
import type { SiteConfig } from "../sites/site-config.ts";

/** Where a reference leads; two of the same text lead to the same place. */
export type Destination =
  | { readonly kind: "page"; readonly id: string; readonly fragment: string }
  /** To a file that is not a page, by its path from the docs root. */
  | { readonly kind: "file"; readonly path: string }
  /** To something that is not in the tree, by its path from there. */
  | { readonly kind: "address"; readonly address: string }
  /** Nowhere, or elsewhere; it says the same wherever it stands. */
  | { readonly kind: "fixed" };

const FIXED: Destination = { kind: "fixed" };

interface TreeState {
  readonly config: SiteConfig;
  readonly resolver: Resolver;
  /** Tells whether there is a file at a path from the docs root. */
  readonly hasFile: (path: string) => boolean;
}

/** How a destination begins that is a reference of the generator's own: see `SiteModel`. */
const REFERENCE = "ref:";

/** A page that a link should lead to. */
interface MeantPage {
  readonly id: string;
  /** The fragment that the link should have, decoded; empty for none. */
  readonly fragment: string;
  /** That fragment if it is another one than before. */
  readonly newFragment: string | undefined;
}

/** A link or an image with the path of the file that contains it. */
interface PlacedLink {
  readonly link: FoundLink;
  readonly from: string;
}

/** Finds where references lead in one state of a tree, and writes them so that they lead elsewhere. */
export class Destinations {
  readonly #state: TreeState;

  constructor(state: TreeState) {
    this.#state = state;
  }

  /** Returns where a link leads. */
  ofLink(link: FoundLink, from: string): Destination {
    const found = this.#state.resolver.resolve(link, from);
    if (found.kind === "page")
      return { ...found, fragment: withoutDirective(found.fragment ?? "") };
    return found.kind === "outside" ? this.ofFile(link, from) : FIXED;
  }

  /** Returns where the address of an image or a download leads. */
  ofFile({ kind, target }: FoundLink, from: string): Destination {
    const written = pathIn(target);
    if (kind !== "url" || written === "" || isAbsolute(target)) return FIXED;
    const paths = this.#pathsOf(decode(written), from);
    const path = paths.find((each) => this.#state.hasFile(each));
    if (path !== undefined) return { kind: "file", path };
    if (/^[/@~]/.test(written)) return FIXED;
    return { kind: "address", address: posix.join(posix.dirname(from), decode(written)) };
  }

  /** Returns the paths from the docs root that a written path may mean. */
  #pathsOf(written: string, from: string): string[] {
    const { base, site } = this.#state.config;
    const alias = this.#aliasOf(written);
    if (alias !== undefined) {
      const { importAliases } = site.settings;
      const location = posix.join(importAliases[alias]!, written.slice(alias.length));
      return [posix.relative(site.ofPages.docsFolder, location)];
    }
    if (!written.startsWith("/")) return [posix.join(posix.dirname(from), written)];
    const below = `${written}/`.startsWith(`${base}/`) ? [written.slice(base.length)] : [];
    return [...below, written].map((path) => posix.normalize(path).replace(/^\/+/, ""));
  }

  #aliasOf(path: string): string | undefined {
    const { importAliases } = this.#state.config.site.settings;
    return Object.keys(importAliases).find((start) => path.startsWith(start));
  }

  /**
   * Writes a link to a page in the form that its author chose; in another one if the site gives that
   * form another meaning.
   *
   * @param newFragment Undefined for the one that it has.
   * @returns null if there is no way
   */
  toPage({ link, from }: PlacedLink, { id, fragment, newFragment }: MeantPage): string | null {
    const candidates = this.#formsOf({ link, from }, { id, fragment, newFragment });
    const start = isReference(link) ? REFERENCE : "";
    for (const target of candidates) {
      const found = this.ofLink({ ...link, target: start + target }, from);
      if (found.kind === "page" && found.id === id && found.fragment === fragment) return target;
    }
    return null;
  }

  #formsOf({ link, from }: PlacedLink, { id, newFragment }: MeantPage): string[] {
    const page = this.#state.resolver.pageOf(id);
    const isOwn = page.path === from && pathIn(link.target) === "";
    const written = isReference(link)
      ? { ...link, target: link.target.slice(REFERENCE.length) }
      : link;
    const own = rewriteTarget(written, {
      ...this.#state.config,
      from,
      page: isOwn ? undefined : page,
      fragment: newFragment,
    });
    const forms = own === null ? [] : [own];
    if (link.kind === "wiki") {
      if (newFragment === undefined) return forms;
      const [path = ""] = written.target.split("#", 1);
      return [...forms, `${path}#${newFragment}`];
    }
    const end =
      newFragment === undefined ? (/#.*$/s.exec(written.target)?.[0] ?? "") : `#${newFragment}`;
    const ids = [page.path, `/${page.path}`, page.id, `/${page.id}`];
    const slug = this.#slugOf(from);
    const others = [page.slug, relativeAddress(slug, page.slug), relativePath(from, page.path)];
    return [...forms, ...[...(isReference(link) ? ids : []), ...others].map((each) => each + end)];
  }

  #slugOf(path: string): string {
    const { config, resolver } = this.#state;
    return resolver.pageAt(path)?.slug ?? `${config.base}/${path}`;
  }

  /** Writes the address of a file that is not a page. Null if there is no way. */
  toFile({ link, from }: PlacedLink, path: string): string | null {
    const written = pathIn(link.target);
    const rest = link.target.slice(written.length);
    const form = this.#inFormOf(decode(written), { path, from });
    if (form === null) return null;
    const target = encodeLike(written, form) + rest;
    const found = this.ofFile({ ...link, target }, from);
    return found.kind === "file" && found.path === path ? target : null;
  }

  #inFormOf(
    written: string,
    { path, from }: { readonly path: string; readonly from: string },
  ): string | null {
    const { base, site } = this.#state.config;
    const alias = this.#aliasOf(written);
    if (alias !== undefined) {
      const folder = site.settings.importAliases[alias]!;
      const rest = posix.relative(folder, posix.join(site.ofPages.docsFolder, path));
      return rest.startsWith("..") ? null : alias + rest;
    }
    if (!written.startsWith("/"))
      return withDotOf(written, posix.relative(posix.dirname(from), path));
    const start = `${written}/`.startsWith(`${base}/`) ? base : "";
    return path.startsWith("..") ? null : `${start}/${path}`;
  }

  /** Writes a path that is relative to a moved file so that it leads to the same address. */
  toAddress({ link, from }: PlacedLink, { before }: { readonly before: string }): string {
    const written = pathIn(link.target);
    const path = posix.join(posix.dirname(before), decode(written));
    const form = withDotOf(written, posix.relative(posix.dirname(from), path) || ".");
    const slash = written.endsWith("/") && !form.endsWith("/") ? "/" : "";
    return encodeLike(written, form) + slash + link.target.slice(written.length);
  }
}

/** Returns the path in a reference to a file, without query and fragment. */
function pathIn(target: string): string {
  return /^[^?#]*/.exec(target)![0];
}

function isReference({ target }: FoundLink): boolean {
  return target.startsWith(REFERENCE);
}

function isAbsolute(target: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(target);
}

/** Begins a path with `./` if the written one does. */
export function withDotOf(written: string, path: string): string {
  return written.startsWith("./") && !/^\.\.?(?:\/|$)/.test(path) ? `./${path}` : path;
}

function relativePath(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith("../") ? path : `./${path}`;
}

function relativeAddress(from: string, to: string): string {
  const folder = from.slice(0, from.lastIndexOf("/") + 1) || "/";
  return (posix.relative(folder, to) || ".") + (to.endsWith("/") ? "/" : "");
}
