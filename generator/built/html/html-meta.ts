import type { Attributes } from "./elements.ts";
import type { HtmlPage } from "./html-page.ts";

type Meta = Pick<
  HtmlPage,
  "title" | "lang" | "canonical" | "base" | "refresh" | "isNoindex" | "links"
>;

/** Links beyond these are not kept: the form of a site's addresses shows in fewer. */
export const MAX_LINKS = 1_000;

/** Characters of a title. */
const MAX_TITLE = 1_000;

/** `5; url='/new/'`: a number of seconds, and where to go then. */
const REFRESH = /^\s*[\d.]*\s*[;,\s]\s*(?:url\s*=\s*)?(["']?)(.*?)\1\s*$/i;
const OTHER_SCHEME = /^(?!https?:)[a-z][a-z\d+.-]*:/i;

/** Collects what a page says about itself, and its links. */
export class HtmlMeta {
  #title = "";
  #lang: string | null = null;
  #canonical: string | null = null;
  #base: string | null = null;
  #refresh: string | null = null;
  #isNoindex = false;
  readonly #links = new Set<string>();

  see(name: string, attributes: Attributes): void {
    const { href } = attributes;
    switch (name) {
      case "html":
        this.#lang ??= attributes.lang || null;
        break;
      case "base":
        this.#base ??= href || null;
        break;
      case "link":
        if (href && attributes.rel?.toLowerCase() === "canonical") this.#canonical ??= href.trim();
        break;
      case "meta":
        this.#seeMeta(attributes);
        break;
      case "a":
        if (href !== undefined) this.#seeLink(href);
        break;
    }
  }

  /** Takes text of `<title>`. */
  readTitle(data: string): void {
    if (this.#title.length < MAX_TITLE) this.#title += data.slice(0, MAX_TITLE);
  }

  get meta(): Meta {
    return {
      title: this.#title.replace(/\s+/g, " ").trim(),
      lang: this.#lang,
      canonical: this.#canonical,
      base: this.#base,
      refresh: this.#refresh,
      isNoindex: this.#isNoindex,
      links: [...this.#links],
    };
  }

  #seeMeta({ name, content, "http-equiv": equivalent }: Attributes): void {
    if (content === undefined) return;
    if (equivalent?.toLowerCase() === "refresh")
      this.#refresh ??= REFRESH.exec(content)?.[2] || null;
    if (name?.toLowerCase() === "robots") this.#isNoindex ||= /\b(?:noindex|none)\b/i.test(content);
  }

  #seeLink(href: string): void {
    const address = href.trim().replace(/[?#][\s\S]*/, "");
    if (address === "" || OTHER_SCHEME.test(address) || this.#links.size >= MAX_LINKS) return;
    this.#links.add(address);
  }
}
