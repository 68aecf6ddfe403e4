import { createHash } from "node:crypto";
import { toNfc } from "../../../corpus/text/fold.ts";
import type { BuiltAnswers, BuiltPlace } from "../../sites/built-answers.ts";
import { MAX_LINKS } from "../html/html-meta.ts";
import type { MatchedPage, SiteMatch } from "../match/match.ts";
import type { BuiltPage, BuiltSite } from "../site/built-site.ts";
import { SiteIndex } from "../site/site-index.ts";
import { bareOf, resolveLink } from "../site/site-paths.ts";

interface AnswersOptions {
  readonly site: BuiltSite;
  readonly match: SiteMatch;
  /** The beginning of the site's addresses that those of the corpus leave out: `/project`, or empty. */
  readonly start: string;
}

/** Answers for a tree from the HTML that its pages were matched with. */
export class SiteAnswers implements BuiltAnswers {
  readonly frame: string;
  readonly base: string;
  readonly #site: BuiltSite;
  readonly #index: SiteIndex;
  readonly #start: string;
  readonly #matched: ReadonlyMap<string, BuiltPage>;
  readonly #stale: ReadonlySet<string>;
  readonly #paths = new Map<BuiltPage, string>();
  readonly #ids = new Map<BuiltPage, ReadonlySet<string>>();
  readonly #links = new Map<string, ReadonlySet<string>>();

  constructor({ site, match, start }: AnswersOptions) {
    this.#site = site;
    this.#index = new SiteIndex(site);
    this.#start = start;
    this.base = site.base.slice(start.length);
    this.#matched = new Map(match.matched.map(({ source, page }) => [source.path, page]));
    this.#stale = new Set(match.stale.map(({ source }) => source.path));
    for (const { source, page } of [...match.matched, ...match.stale]) {
      this.#paths.set(page, source.path);
    }
    this.frame = this.#digest();
  }

  addressOf(path: string): string | undefined {
    const page = this.#matched.get(path);
    return page && (page.address.slice(this.#start.length) || "/");
  }

  hasPage(path: string): boolean {
    return this.#matched.has(path) || this.#stale.has(path);
  }

  find(address: string): BuiltPlace | null {
    const whole = this.#start + address;
    const entry = this.#index.find(whole);
    if (entry === null) return null;
    const page = this.#index.pageAt(whole);
    if (page === null) return { path: null, ids: null };
    const path = this.#paths.get(page) ?? null;
    // A page that leads elsewhere loses the fragment.
    return { path, ids: entry.kind === "redirect" ? null : this.#idsOf(page) };
  }

  hasLink(path: string, address: string): boolean | null {
    const page = this.#matched.get(path);
    if (page === undefined) return null;
    const has = this.#linksOf(path, page).has(plainForm(this.#start + address));
    return has || page.html.links.length < MAX_LINKS ? has : null;
  }

  #idsOf(page: BuiltPage): ReadonlySet<string> {
    const known = this.#ids.get(page) ?? new Set(page.html.ids.map(toNfc));
    this.#ids.set(page, known);
    return known;
  }

  #linksOf(path: string, { path: from, address, html }: BuiltPage): ReadonlySet<string> {
    const { base, links } = html;
    let known = this.#links.get(path);
    if (known === undefined) {
      // Browsers see the address, generators the file.
      const starts = new Set([from, address.slice(this.#site.base.length + 1)]);
      const found = Array.from(starts, (start) =>
        links.map((href) => resolveLink({ from: start, base, href }, this.#site)),
      );
      known = new Set(found.flat().flatMap((one) => (one === null ? [] : [plainForm(one)])));
      this.#links.set(path, known);
    }
    return known;
  }

  /** Leaves out what the keys of the pages have: see `answersKey`. */
  #digest(): string {
    const { pages, redirects, aliases, unread, files, ...place } = this.#site;
    const facts = [
      [this.#start, place.base, place.form, [...place.origins].sort()],
      pages.map((page) => [
        page.address,
        this.#paths.get(page) ?? null,
        this.#matched.get(this.#paths.get(page) ?? "") === page ? null : page.html.ids,
      ]),
      redirects.map(({ path, to }) => [path, to?.path ?? null]),
      aliases.map(({ path, original }) => [path, original]),
      unread.map(({ path }) => path),
      [...files],
      [...this.#stale],
    ];
    return createHash("sha256").update(JSON.stringify(facts)).digest("base64url");
  }
}

/** Returns all that is answered for one page, apart from its address, as text. */
export function answersKey({ page: { html }, title, anchors }: MatchedPage): string {
  return JSON.stringify([title, anchors, html.ids, html.base, html.links]);
}

/** Returns an address without what generators change at its end. */
function plainForm(address: string): string {
  return bareOf(toNfc(address));
}
