import { posix } from "node:path";
import { at, isMap, textOf, textsOf } from "../data/values.ts";
import type { PageFacts } from "../model.ts";
import type { HugoConfig } from "./hugo-config.ts";
import type { ContentPath, HugoContent } from "./hugo-content.ts";
import { cleanPath, type PathStyle } from "./hugo-path.ts";
import { expandPermalink, type PermalinkFacts, permalinkOf } from "./hugo-permalinks.ts";

/** Keys of the frontmatter with dates, in the order in which Hugo looks for them. */
export interface DateKeys {
  readonly date: readonly string[];
  readonly publishDate: readonly string[];
  readonly expiryDate: readonly string[];
}

interface AddressOptions {
  readonly config: HugoConfig;
  readonly content: HugoContent;
  readonly dates: DateKeys;
}

/** A date at the beginning of a file's name, and what follows it. */
const DATED_NAME = /^(\d{4}-\d\d-\d\d)-(.+)$/;

/** Gives the pages of a Hugo site their addresses, below the base. */
export class HugoAddresses {
  readonly #data: unknown;
  readonly #content: HugoContent;
  readonly #dates: DateKeys;
  readonly #style: PathStyle;

  constructor({ config: { data }, content, dates }: AddressOptions) {
    this.#data = data;
    this.#content = content;
    this.#dates = dates;
    this.#style = {
      isLowercase: data.disablepathtolower !== true,
      hasAccents: data.removepathaccents !== true,
    };
  }

  /** Returns the address of a page of the content. */
  of(page: PageFacts): string | undefined {
    const place = this.#content.placeOf(page.path);
    if (place === null) return undefined;
    const prefix = this.#content.prefixOf(place.language);
    const isNode = place.name === "_index";
    const facts = this.#permalinkFacts(page, place);
    const own = textOf(factOf(page, "url"));
    if (own !== undefined) return this.#ofUrl(own, { prefix, facts, isNode });
    const isUgly = this.#isUgly(place.folders[0] ?? "");
    const path = this.#pathOf(page, { place, facts });
    const clean = cleanPath(posix.join("/", prefix, path), this.#style).replace(/(?<=.)\/+$/, "");
    if (clean === "/" || clean === prefix) return `${prefix}/`;
    return isUgly ? `${clean}.html` : `${clean}/`;
  }

  /** Returns the further addresses of a page, from the root of the host. */
  aliasesOf(page: PageFacts, base: string): string[] {
    const own = this.of(page);
    if (own === undefined) return [];
    return textsOf(factOf(page, "aliases")).map((alias) => {
      const address = posix.join(alias.startsWith("/") ? "/" : posix.dirname(own), alias);
      return `${base}${cleanPath(address, this.#style)}`;
    });
  }

  /** Returns the date of a page as it is written. */
  dateOf(page: PageFacts): string | undefined {
    for (const key of this.#dates.date) {
      if (key === ":filename") {
        const name = this.#content.placeOf(page.path)?.name ?? "";
        const [, date] = DATED_NAME.exec(name) ?? [];
        if (date !== undefined) return date;
      }
      const value = textOf(factOf(page, key));
      if (value !== undefined) return value;
    }
    return undefined;
  }

  #pathOf(
    page: PageFacts,
    { place, facts }: { readonly place: ContentPath; readonly facts: PermalinkFacts },
  ): string {
    const { folders, name } = place;
    const kind = name === "_index" ? "section" : "page";
    const pattern = permalinkOf(this.#data, { kind, section: folders[0] ?? "" });
    if (pattern !== undefined && folders.length > 0) return expandPermalink(pattern, facts);
    if (kind === "section") return folders.join("/");
    const last = textOf(factOf(page, "slug")) ?? facts.slug ?? facts.name;
    return [...(name === "index" ? folders.slice(0, -1) : folders), last].join("/");
  }

  #permalinkFacts(page: PageFacts, { folders, name }: ContentPath): PermalinkFacts {
    const isBundle = name === "index";
    const isDated = this.#dates.date.includes(":filename");
    const file = isBundle ? (folders.at(-1) ?? "") : name;
    const dated = isDated ? DATED_NAME.exec(file) : null;
    return {
      sections: this.#content.sectionOf(isBundle ? folders.slice(0, -1) : folders),
      name: file,
      title: textOf(factOf(page, "title")) ?? "",
      slug: textOf(factOf(page, "slug")) ?? dated?.[2],
      date: this.dateOf(page),
    };
  }

  /** Returns the address that a page's `url` gives. It stays as it is written, except for a section. */
  #ofUrl(
    url: string,
    {
      prefix,
      facts,
      isNode,
    }: { readonly prefix: string; readonly facts: PermalinkFacts; readonly isNode: boolean },
  ): string {
    const filled = expandPermalink(url, facts);
    const path = posix.join("/", filled.startsWith("/") ? "" : prefix, filled);
    const address = isNode ? cleanPath(path, this.#style) : path;
    const isFile = /\.[^/]*$/.test(address);
    return isFile || address.endsWith("/") ? address : `${address}/`;
  }

  #isUgly(section: string): boolean {
    const setting = at(this.#data, "uglyurls");
    return isMap(setting) ? setting[section.toLowerCase()] === true : setting === true;
  }
}

/** Returns a value of the frontmatter, whose keys may have any letter case. */
export function factOf({ facts }: Pick<PageFacts, "facts">, key: string): unknown {
  if (Object.hasOwn(facts, key)) return facts[key];
  const wanted = key.toLowerCase();
  return Object.entries(facts).find(([name]) => name.toLowerCase() === wanted)?.[1];
}
