import type { Corpus } from "../../corpus/open/corpus.ts";
import type { Doc } from "../../corpus/schema.ts";
import { markdownSlugOf } from "../../corpus/text/slug.ts";
import { PageFinder } from "./find-page.ts";

/**
 * The addresses that agents are given. Pages have that of their Markdown, so that a link leads to
 * text that an agent can read, at docgate's own address if it is known; everything else is on the
 * site. No address comes from a request.
 */
export class Addresses {
  readonly finder: PageFinder;
  readonly #own: string;
  readonly #routes: string;
  readonly #site: string;
  readonly #byId: ReadonlyMap<string, Doc>;

  /**
   * @param publicUrl Address of docgate itself. Default: addresses are root-relative.
   * @param prefix Path that the routes over this corpus are below. Default: none.
   */
  constructor(corpus: Corpus, publicUrl?: string, prefix = "") {
    const { siteUrl } = corpus.meta;
    this.finder = new PageFinder(corpus, publicUrl);
    this.#own = publicUrl ?? "";
    this.#routes = `${this.#own}${prefix}`;
    this.#site = siteUrl?.replace(/\/+$/, "") ?? "";
    this.#byId = new Map(corpus.docs.map((doc) => [doc.id, doc]));
  }

  /** Returns the address of a route of docgate. */
  route(path: string): string {
    return `${this.#routes}${path}`;
  }

  /** Returns the address of a page's Markdown. */
  markdown({ slug }: Pick<Doc, "slug">, anchor = ""): string {
    return escapeAddress(`${this.#own}${markdownSlugOf(slug)}${fragmentOf(anchor)}`);
  }

  /** Returns the address that is a page's Markdown or leads to its page, as a client prefers. */
  negotiated({ slug }: Pick<Doc, "slug">, anchor = ""): string {
    return escapeAddress(`${this.#own}${slug}${fragmentOf(anchor)}`);
  }

  /** Returns the address of a page on the site; null if the site is not known. */
  page({ slug }: Pick<Doc, "slug">): string | null {
    return this.#site === "" ? null : escapeAddress(`${this.#site}${slug}`);
  }

  /** Returns the address for the target of a link in a page: see `marks` in `corpus/schema.ts`. */
  ofTarget(target: number | string, from: Doc): string {
    const { path, anchor } = splitTarget(target);
    if (path === "") return this.markdown(from, anchor);
    const linked = path.startsWith("/")
      ? this.finder.atSlug(path)
      : this.#byId.get(from.links[Number(path)]!);
    return linked ? this.markdown(linked, anchor) : escapeAddress(`${this.#site}${target}`);
  }
}

function splitTarget(target: number | string): { path: string; anchor: string } {
  const [path = "", ...rest] = String(target).split("#");
  return { path, anchor: rest.join("#") };
}

function fragmentOf(anchor: string): string {
  return anchor === "" ? "" : `#${encodeURI(anchor.toWellFormed())}`;
}

/** Percent-encodes what ends an address in Markdown, HTML or a header. */
export function escapeAddress(address: string): string {
  return address.toWellFormed().replace(/[^!-~]|[()<>"'`\\]/gu, (character) => {
    const encoded = encodeURIComponent(character);
    return encoded === character ? `%${character.charCodeAt(0).toString(16)}` : encoded;
  });
}
