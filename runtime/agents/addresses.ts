import { posix } from "node:path";
import type { Corpus } from "../../corpus/open/corpus.ts";
import type { Doc } from "../../corpus/schema.ts";
import { foldCase } from "../../corpus/text/fold.ts";
import { PageFinder, splitAddress } from "./find-page.ts";

interface TargetOptions {
  readonly from: Doc;
  /** Returns true if a link may lead to a page that its target names. */
  readonly leadsTo: (doc: Doc) => boolean;
}

/**
 * The addresses that agents are given. Pages have that of their Markdown, so that a link leads to
 * text that an agent can read, at docgate's own address if it is known; everything else is on the
 * site. No address comes from a request.
 */
export class Addresses {
  readonly finder: PageFinder;
  readonly #own: string;
  readonly #site: string;
  readonly #base: string;
  readonly #byId: ReadonlyMap<string, Doc>;

  /** @param publicUrl Address of docgate itself. Default: addresses are root-relative. */
  constructor(corpus: Corpus, publicUrl?: string) {
    const { siteUrl, base } = corpus.meta;
    this.finder = new PageFinder(corpus, publicUrl);
    this.#own = publicUrl ?? "";
    this.#site = siteUrl?.replace(/\/+$/, "") ?? "";
    this.#base = base;
    this.#byId = new Map(corpus.docs.map((doc) => [doc.id, doc]));
  }

  /** Returns the address of a route of docgate. */
  route(path: string): string {
    return `${this.#own}${path}`;
  }

  /** Returns the address of a page's Markdown. */
  markdown({ slug }: Pick<Doc, "slug">, anchor = ""): string {
    return escapeAddress(`${this.#own}${slug}.md${fragmentOf(anchor)}`);
  }

  /** Returns the address that is a page's Markdown or leads to its page, as a client prefers. */
  negotiated({ slug }: Pick<Doc, "slug">, anchor = ""): string {
    return escapeAddress(`${this.#own}${slug}${fragmentOf(anchor)}`);
  }

  /** Returns the address of a page on the site; null if the site is not known. */
  page({ slug }: Pick<Doc, "slug">): string | null {
    return this.#site === "" ? null : escapeAddress(`${this.#site}${slug}`);
  }

  /** Returns the address for one in a page; null to leave it as it is. */
  forTarget(target: string, from: Doc): string | null {
    return this.#addressFor(target, { from, leadsTo: (doc) => isLinked(from, doc) });
  }

  /** Returns the address for one in a page's description, whose links the generator does not read. */
  forDescription(target: string, from: Doc): string | null {
    return this.#addressFor(target, { from, leadsTo: () => true });
  }

  #addressFor(target: string, { from, leadsTo }: TargetOptions): string | null {
    if (target === "") return null;
    const local = this.finder.localPart(target);
    if (local === null) return null;
    const { path, anchor } = splitAddress(local);
    if (path === "" && local.startsWith("#")) return this.markdown(from, anchor ?? "");
    const doc = path.startsWith("/")
      ? this.finder.atSitePath(path)
      : this.finder.inTree(posix.join("/", posix.dirname(from.path), path));
    if (doc && leadsTo(doc)) return this.markdown(doc, anchor ?? "");
    return this.#elsewhere(local, from);
  }

  /** Returns the address for a wiki link, which leads to one of the pages that the page links to. */
  forWiki(target: string, from: Doc): string | null {
    const whole = this.#findWiki(target, from);
    if (whole) return this.markdown(whole);
    const { path, anchor: heading } = splitAddress(target);
    const doc = path === "" ? from : this.#findWiki(path, from);
    if (!doc) return null;
    const name = heading?.split("#").at(-1) ?? "";
    const isNamed = ({ anchor, text }: Doc["headings"][number]) =>
      anchor === name || foldCase(text) === foldCase(name);
    return this.markdown(doc, doc.headings.findLast(isNamed)?.anchor ?? "");
  }

  /** Finds a page by its path, by the end of its id, or by its title. */
  #findWiki(target: string, from: Doc): Doc | undefined {
    if (target === "") return undefined;
    const folder = posix.dirname(from.path);
    const named = [posix.join("/", folder, target), target].map((path) => this.finder.inTree(path));
    const exact = named.find((doc) => doc && isLinked(from, doc));
    if (exact) return exact;
    const folded = foldCase(target.replace(/\.(?:md|markdown|mdx)$/i, ""));
    const linked = [from, ...from.links.map((id) => this.#byId.get(id)!)];
    return (
      linked.find(({ id }) => `/${foldCase(id)}`.endsWith(`/${folded}`)) ??
      linked.find(({ title }) => foldCase(title) === foldCase(target))
    );
  }

  /** Returns the address of something on the site that is not a page: an image, another part. */
  #elsewhere(local: string, from: Doc): string | null {
    const folder = encodeURI(posix.dirname(from.path));
    const url = URL.parse(local, `http://site.invalid${this.#base}/${folder}/`);
    if (url === null) return null;
    return escapeAddress(`${this.#site}${url.pathname}${url.search}${url.hash}`);
  }
}

/** A link leads to a page only if the generator resolved it so. */
function isLinked(from: Doc, doc: Doc): boolean {
  return doc === from || from.links.includes(doc.id);
}

function fragmentOf(anchor: string): string {
  return anchor === "" ? "" : `#${encodeURI(anchor.toWellFormed())}`;
}

/** Percent-encodes what ends an address in Markdown, HTML or a header. */
function escapeAddress(address: string): string {
  return address.toWellFormed().replace(/[^!-~]|[()<>"'`\\]/gu, (character) => {
    const encoded = encodeURIComponent(character);
    return encoded === character ? `%${character.charCodeAt(0).toString(16)}` : encoded;
  });
}
