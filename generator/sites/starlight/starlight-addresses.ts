import type { AstroFile, StarlightLocale } from "./astro-file.ts";

const ONLY: StarlightLocale = { folder: "", label: "", lang: "en" };

/** The addresses of a site of Starlight. */
export class StarlightAddresses {
  readonly #file: Pick<AstroFile, "base" | "trailingSlash" | "format" | "locales">;

  constructor(file: Pick<AstroFile, "base" | "trailingSlash" | "format" | "locales">) {
    this.#file = file;
  }

  /** The end of addresses, as the site's own links have it. */
  get suffix(): "" | "/" | ".html" {
    const { format, trailingSlash } = this.#file;
    if (format === "file") return ".html";
    return trailingSlash === "never" ? "" : "/";
  }

  /** Returns the address of a slug below the base. */
  of(slug: string): string {
    if (slug === "") return "/";
    return slug === "404" ? "/404.html" : `/${slug}${this.suffix}`;
  }

  /** Returns the language of a slug or path from the folder of the docs. */
  localeOf(path: string): StarlightLocale {
    const { locales } = this.#file;
    const [start] = path.split("/", 1);
    const own = locales.find(({ folder }) => folder !== "" && folder === start);
    return own ?? locales.find(({ folder }) => folder === "") ?? locales[0] ?? ONLY;
  }

  /** Returns the address in the default language of one in another, with the base. */
  fallbackOf(address: string): string | null {
    const { base, locales } = this.#file;
    const [first] = locales;
    if (first === undefined || !`${address}/`.startsWith(`${base}/`)) return null;
    const slug = address.slice(base.length).replace(/^\/+|\/+$|\.html$/g, "");
    const locale = this.localeOf(slug);
    if (locale.folder === first.folder) return null;
    const rest = locale.folder === "" ? slug : slug.slice(locale.folder.length + 1);
    return `${base}/${[first.folder, rest].filter(Boolean).join("/")}`;
  }

  /** Returns the whole addresses of a page, in all languages if it is in the default one. */
  everywhere(slug: string): string[] {
    const { base, locales } = this.#file;
    const [first = ONLY, ...others] = locales;
    const whole = (each: string) => `${base}${this.of(each)}`.replace(/(?<=.)\/$/, "");
    if (this.localeOf(slug).folder !== first.folder) return [whole(slug)];
    const rest = first.folder === "" ? slug : slug.slice(first.folder.length + 1);
    const slugs = others.map(({ folder }) => [folder, rest].filter(Boolean).join("/"));
    return [slug, ...slugs].map(whole);
  }
}
