import { encodeBase, encodePath, idOf, slugOf } from "../../corpus/text/slug.ts";
import type { Config } from "../config/config.ts";
import type { SiteName, SitePageSettings, SiteSettings } from "../config/site-settings.ts";
import { addressBySettings, comparable } from "./addresses.ts";
import type { Checkout, NavItem, PageFacts, SiteModel } from "./model.ts";

/** The site that shows the pages of a tree: its model, with what the configuration says otherwise. */
export class Site {
  readonly generator: SiteName;
  /** Location of the folder that included files are in. */
  readonly root: string;
  /** The path that all pages are below, without a final slash. */
  readonly base: string;
  readonly settings: SiteSettings;
  /** Sentences about the site for the report: what was recognised, and what could not be read. */
  readonly notes: readonly string[];
  /** Patterns of addresses that it serves without a page. */
  readonly elsewhere: readonly string[];
  readonly #model: SiteModel;
  readonly #asOfMs: () => number | null;
  readonly #addresses: Readonly<Record<string, string>>;
  /** By comparable address; made when it is needed. */
  #redirects: ReadonlyMap<string, string> | undefined;

  constructor({ generator, model, config, notes, root, asOfMs }: SiteOptions) {
    const own = typeof config.site === "object" ? config.site : {};
    const { generator: _, file: __, asOf, addresses = {}, ...changes } = own;
    const settings = { ...model.settings, ...withoutUndefined(changes) };
    this.generator = generator;
    this.root = root;
    this.base = config.base ?? model.base;
    this.settings = { ...settings, anchors: config.anchors ?? settings.anchors };
    this.notes = [...notes, ...(model.notes ?? [])];
    this.elsewhere = [...config.elsewhere, ...this.settings.elsewhere];
    this.#model = model;
    this.#asOfMs = asOf === undefined ? (asOfMs ?? (() => null)) : () => Date.parse(asOf);
    this.#addresses = addresses;
  }

  /** True if pages have the addresses of the Documentation Query API. */
  get isDocument(): boolean {
    return this.generator === "document";
  }

  /** The settings that reading a page depends on. */
  get ofPages(): SitePageSettings {
    const { anchors, ids, drafts, unlisted, mdx, frontmatter, includes, syntax } = this.settings;
    const { addressKeys, aliasKeys, publishDate, expiryDate } = this.settings;
    const { keys = [], docsFolder = "" } = this.#model;
    const read = [
      ...addressKeys,
      ...aliasKeys,
      ...unlisted,
      ...publishDate,
      ...expiryDate,
      ...keys,
    ];
    const page = { anchors, ids, drafts, unlisted, mdx, frontmatter, includes, syntax, docsFolder };
    return { ...page, keys: [...new Set(read)] };
  }

  /** Returns the slug of a page: its address, percent-encoded. */
  slugOf(page: PageFacts): string {
    const exception = this.#addresses[page.path];
    if (exception !== undefined) return encodePath(exception);
    if (this.isDocument) return slugOf(idOf(page.path), encodeBase(this.base));
    const address = this.#model.addressOf?.(page) ?? addressBySettings(page, this.settings);
    const slug = `${encodeBase(this.base)}${encodePath(address)}`;
    return address === "/" && this.base !== "" && this.settings.indexSuffix === ""
      ? encodeBase(this.base)
      : slug;
  }

  /** Text that differs if anything about links may. */
  get frame(): string {
    return JSON.stringify([this.generator, this.settings, this.#addresses]);
  }

  /** Tells whether a page is published at the date of the tree. */
  isPublished({ facts }: Pick<PageFacts, "facts">): boolean {
    const { publishDate, expiryDate } = this.settings;
    const asOf = this.#asOfMs();
    if (asOf === null) return true;
    const dateOf = (keys: readonly string[]) => {
      const value = keys.map((key) => facts[key]).find((each) => each !== undefined);
      return typeof value === "string" ? Date.parse(value) : Number.NaN;
    };
    // A date that cannot be read is not one: comparing it is false.
    return !(dateOf(publishDate) > asOf) && !(dateOf(expiryDate) <= asOf);
  }

  aliasesOf(page: PageFacts): readonly string[] {
    return this.#model.aliasesOf?.(page) ?? [];
  }

  fallbackOf(address: string): string | null {
    return this.#model.fallbackOf?.(address) ?? null;
  }

  /** The checkout that links lead into; null if they lead to addresses of the site. */
  get checkout(): Checkout | null {
    return this.#model.checkout ?? null;
  }

  /** Returns a fragment without the beginning that the site adds to ids. */
  anchorOf(fragment: string): string {
    const { idPrefix = "" } = this.#model;
    return fragment.startsWith(idPrefix) ? fragment.slice(idPrefix.length) : fragment;
  }

  /** Returns where an address, decoded, is redirected to; null if it is not. */
  redirectOf(address: string): string | null {
    this.#redirects ??= new Map(
      Array.from(this.#model.redirects ?? [], ([from, to]) => [comparable(from), to]),
    );
    return this.#redirects.get(comparable(address)) ?? null;
  }

  order(pages: readonly PageFacts[]): readonly NavItem[] {
    return this.#model.order?.(pages) ?? [];
  }
}

function withoutUndefined<Keys extends object>(
  keys: Keys,
): { [Key in keyof Keys]: Exclude<Keys[Key], undefined> } {
  const given = Object.entries(keys).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [Key in keyof Keys]: Exclude<Keys[Key], undefined> };
}

export interface SiteOptions {
  readonly generator: SiteName;
  readonly model: SiteModel;
  readonly config: Config;
  readonly notes: readonly string[];
  /** Location of the folder that included files are in. */
  readonly root: string;
  /**
   * Returns the date of the tree, in milliseconds since 1970; null if it is not known. Default: it is
   * not. Called only if a page has a date.
   */
  readonly asOfMs?: () => number | null;
}
