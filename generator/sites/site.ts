import { builtSiteName } from "../../corpus/built-site.ts";
import { encodeBase, encodePath, idOf, slugOf } from "../../corpus/text/slug.ts";
import type { Config } from "../config/config.ts";
import {
  PAGE_SETTINGS,
  type SiteName,
  type SitePageSettings,
  type SiteSettings,
} from "../config/site-settings.ts";
import { addressBySettings } from "./addresses.ts";
import type { BuiltAnswers } from "./built-answers.ts";
import type { Elsewhere } from "./elsewhere.ts";
import type {
  Checkout,
  FindReference,
  NavItem,
  PageFacts,
  ReferencePage,
  SiteModel,
} from "./model.ts";
import type { SiteFiles } from "./site-files.ts";

/** The site that shows the pages of a tree: its model, with what the configuration says otherwise. */
export class Site {
  readonly generator: SiteName;
  /** True if pages have the addresses of the Documentation Query API. */
  readonly isDocument: boolean;
  /** Location of the folder that included files are in. */
  readonly root: string;
  /** The path that all pages are below, without a final slash. */
  readonly base: string;
  readonly settings: SiteSettings;
  /** Sentences about the site for the report: what was recognised, and what could not be read. */
  readonly notes: readonly string[];
  /** The addresses that it serves without a page. */
  readonly elsewhere: Elsewhere;
  /** The files that pages may show and offer. */
  readonly files: SiteFiles;
  /** The answers of the built site; null if none is read. */
  readonly built: BuiltAnswers | null;
  readonly #options: SiteOptions;
  readonly #model: SiteModel;
  readonly #asOfMs: () => number | null;
  /** The date of the tree once it was needed. */
  #asOf: number | null | undefined;
  readonly #addresses: Readonly<Record<string, string>>;

  constructor(options: SiteOptions) {
    const { generator, model, config, notes, root, asOfMs } = options;
    const { elsewhere, files, built = null } = options;
    const { asOf, addresses = {} } = typeof config.site === "object" ? config.site : {};
    this.generator = generator;
    this.isDocument = isDocument(generator, config);
    this.root = root;
    this.base = config.base ?? options.base ?? model.base;
    this.settings = settingsOf(model, config);
    this.notes = [...notes, ...(model.notes ?? [])];
    this.elsewhere = elsewhere;
    this.files = files;
    this.built = built;
    this.#options = options;
    this.#model = model;
    this.#asOfMs = asOf === undefined ? (asOfMs ?? (() => null)) : () => Date.parse(asOf);
    this.#addresses = addresses;
  }

  /** Its name in the corpus, which says whether the built site was read. */
  get name(): string {
    return this.built === null ? this.generator : builtSiteName(this.generator);
  }

  /** Returns the same site with what the built one says, or with another base. */
  with(changes: Pick<SiteOptions, "built" | "base">): Site {
    return new Site({ ...this.#options, ...changes });
  }

  /** The settings that reading a page depends on. */
  get ofPages(): SitePageSettings {
    const { settings } = this;
    const { addressKeys, aliasKeys, publishDate, expiryDate } = settings;
    const { keys = [], docsFolder = "" } = this.#model;
    const read = [...addressKeys, ...aliasKeys, ...publishDate, ...expiryDate, ...keys];
    const page = Object.fromEntries(PAGE_SETTINGS.map((key) => [key, settings[key]]));
    return {
      ...(page as Pick<SiteSettings, (typeof PAGE_SETTINGS)[number]>),
      docsFolder,
      keys: [...new Set(read)],
    };
  }

  /** Returns the slug of a page: its address, percent-encoded. */
  slugOf(page: PageFacts): string {
    const built = this.built?.addressOf(page.path);
    if (built !== undefined) return encodePath(built);
    const exception = this.#addresses[page.path];
    if (exception !== undefined) return encodePath(exception);
    if (this.isDocument) return slugOf(idOf(page.path), encodeBase(this.base));
    const address = this.#model.addressOf?.(page) ?? addressBySettings(page, this.settings);
    const slug = `${encodeBase(this.base)}${encodePath(address)}`;
    return address === "/" && this.base !== "" && this.settings.indexSuffix === ""
      ? encodeBase(this.base)
      : slug;
  }

  /** Tells whether a generator's rules, or an exception, give a page its address. */
  knowsAddressOf(path: string): boolean {
    return !this.isDocument || Object.hasOwn(this.#addresses, path);
  }

  /** Text that differs if anything about links may. */
  get frame(): string {
    const { generator, settings, elsewhere, built } = this;
    return JSON.stringify([
      generator,
      settings,
      this.#addresses,
      elsewhere.frame,
      built?.frame ?? null,
    ]);
  }

  /** Tells whether a page is published at the date of the tree. */
  isPublished(page: PageFacts): boolean {
    const { facts } = page;
    const { publishDate, expiryDate } = this.settings;
    const first = (keys: readonly string[]) =>
      keys.map((key) => facts[key]).find((each) => each !== undefined);
    const published = msOf(this.#model.publishDateOf?.(page) ?? first(publishDate));
    const expired = msOf(first(expiryDate));
    // Most pages have no date, and the date of the tree takes a process of git.
    if (Number.isNaN(published) && Number.isNaN(expired)) return true;
    if (this.#asOf === undefined) this.#asOf = this.#asOfMs();
    const asOf = this.#asOf;
    // A date that cannot be read is not one: comparing it is false.
    return asOf === null || (!(published > asOf) && !(expired <= asOf));
  }

  aliasesOf(page: PageFacts): readonly string[] {
    return this.#model.aliasesOf?.(page) ?? [];
  }

  /**
   * Returns the paths of the files that are not pages, apart from drafts. One that the configuration
   * gives an address is a page.
   */
  leftOut(pages: readonly PageFacts[]): ReadonlySet<string> {
    const leftOut = this.#model.leftOut?.(pages) ?? new Set<string>();
    return new Set([...leftOut].filter((path) => !Object.hasOwn(this.#addresses, path)));
  }

  /** Finds pages by the references of the generator's own; null if it has none. */
  references(pages: readonly ReferencePage[]): FindReference | null {
    return this.#model.references?.(pages) ?? null;
  }

  fallbackOf(address: string): string | null {
    return this.#model.fallbackOf?.(address) ?? null;
  }

  /** Tells whether the site has a page of a file that the tree lacks, by its path. */
  hasOtherFile(path: string): boolean {
    return this.#model.otherFiles?.has(path) ?? false;
  }

  /** Returns the language and version of a page by its path, or of an address below the base without its `/`. */
  editionOf(path: string): string {
    return this.#model.editionOf?.(path) ?? "";
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

  order(pages: readonly PageFacts[]): readonly NavItem[] {
    return this.#model.order?.(pages) ?? [];
  }
}

/** Tells whether a configuration names no site, and describes none. */
export function isDocument(generator: SiteName, { site }: Pick<Config, "site">): boolean {
  if (generator !== "document" || typeof site !== "object") return generator === "document";
  const { generator: named, file, asOf, ...changes } = site;
  return Object.keys(withoutUndefined(changes)).length === 0;
}

/** Returns the settings of a site: those of its model, with the changes of the configuration. */
export function settingsOf(model: SiteModel, { site, anchors, base }: Config): SiteSettings {
  const { generator, file, asOf, addresses, ...changes } = typeof site === "object" ? site : {};
  const settings = { ...model.settings, ...baseChange(model, base), ...withoutUndefined(changes) };
  return anchors === null ? settings : { ...settings, anchors };
}

/**
 * Returns what changes with a base that its own configuration does not say: links may leave it out as
 * they could the other, and what is outside of the docs is not known.
 */
function baseChange(
  { base: own, settings }: SiteModel,
  base: string | null,
): Partial<Pick<SiteSettings, "linkBase" | "judged">> {
  if (base === null || base === own) return {};
  return {
    ...(settings.linkBase === own && settings.judged.includes("outside") && { linkBase: base }),
    judged: settings.judged.filter((links) => links !== "outside"),
  };
}

function msOf(date: unknown): number {
  return typeof date === "string" ? Date.parse(date) : Number.NaN;
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
  readonly elsewhere: Elsewhere;
  readonly files: SiteFiles;
  readonly notes: readonly string[];
  /** Location of the folder that included files are in. */
  readonly root: string;
  /**
   * Returns the date of the tree, in milliseconds since 1970; null if it is not known. Default: it is
   * not. Called only if a page has a date.
   */
  readonly asOfMs?: () => number | null;
  /** The answers of the built site. Default: none is read. */
  readonly built?: BuiltAnswers;
  /** The path that all pages are below, unless the configuration has one. Default: that of the model. */
  readonly base?: string;
}
