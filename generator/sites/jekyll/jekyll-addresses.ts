import { posix } from "node:path";
import { at, textOf, textsOf } from "../data/values.ts";
import type { PageFacts } from "../model.ts";
import { type JekyllDate, readJekyllDate } from "./jekyll-dates.ts";
import type { JekyllSource, SourcePlace } from "./jekyll-source.ts";

/** The permalinks of posts that have a name. */
const STYLES: Readonly<Record<string, string>> = {
  date: "/:categories/:year/:month/:day/:title:output_ext",
  pretty: "/:categories/:year/:month/:day/:title/",
  ordinal: "/:categories/:year/:y_day/:title:output_ext",
  weekdate: "/:categories/:year/W:week/:short_day/:title:output_ext",
  none: "/:categories/:title:output_ext",
};

const DATED_NAME = /^(\d{2,4}-\d{1,2}-\d{1,2})-(.*)$/;

interface AddressOptions {
  readonly data: Readonly<Record<string, unknown>>;
  readonly source: JekyllSource;
  /** True if a README is the index of a folder that has none. */
  readonly hasReadmeIndex: boolean;
}

/** Gives the pages of a Jekyll site their addresses, below the base. */
export class JekyllAddresses {
  readonly #data: Readonly<Record<string, unknown>>;
  readonly #source: JekyllSource;
  readonly #hasReadmeIndex: boolean;

  constructor({ data, source, hasReadmeIndex }: AddressOptions) {
    this.#data = data;
    this.#source = source;
    this.#hasReadmeIndex = hasReadmeIndex;
  }

  /** Returns the address of a page. */
  of(page: PageFacts): string | undefined {
    const place = this.#source.placeOf(page.path);
    const { collection } = place;
    if (collection === null) return undefined;
    const own = textOf(this.valueOf(page, "permalink"));
    if (collection === "pages") return clean(this.#ofPage(place, own));
    const template = own ?? this.#templateOf(collection);
    return clean(fill(template, (token) => this.#valueOfToken(token, { page, place })));
  }

  /** Returns a value of a page's frontmatter, otherwise that of the configuration's defaults. */
  valueOf(page: PageFacts, key: string): unknown {
    const own = page.facts[key];
    return own ?? this.#source.defaultOf(this.#source.placeOf(page.path), key);
  }

  /** Returns the date of a page of a collection; null if it has none. */
  dateOf(page: PageFacts): JekyllDate | null {
    const place = this.#source.placeOf(page.path);
    if (place.collection === null || place.collection === "pages") return null;
    const own = this.valueOf(page, "date");
    const written = textOf(own) ?? DATED_NAME.exec(posix.basename(place.name))?.[1];
    return written === undefined ? null : readJekyllDate(written, textOf(this.#data.timezone));
  }

  #ofPage({ name }: SourcePlace, own: string | undefined): string {
    const folder = posix.dirname(name) === "." ? "" : posix.dirname(name);
    const basename = posix.basename(name);
    if (own !== undefined) {
      return fill(own, (token) =>
        token === "path" ? folder : token === "basename" ? basename : tokenOfOutput(token),
      );
    }
    const isIndex = basename === "index" || (this.#hasReadmeIndex && basename === "README");
    return isIndex ? `/${folder}/` : `/${folder}/${basename}${this.#ending()}`;
  }

  /** Returns how addresses end without an explicit permalink. */
  #ending(): string {
    const style = textOf(this.#data.permalink) ?? "date";
    if (style === "pretty" || style.endsWith("/")) return "/";
    return ["date", "ordinal", "none"].includes(style) || style.endsWith(":output_ext")
      ? ".html"
      : "";
  }

  #templateOf(collection: string): string {
    const own = textOf(at(this.#data, "collections", collection, "permalink"));
    if (own !== undefined) return own;
    if (collection !== "posts") return `/:collection/:path${this.#ending()}`;
    const style = textOf(this.#data.permalink) ?? "date";
    return STYLES[style] ?? style;
  }

  #valueOfToken(token: string, { page, place }: PlacedPage): string | undefined {
    const { name, collection } = place;
    const basename = posix.basename(name);
    const isPost = collection === "posts";
    const slug = textOf(this.valueOf(page, "slug")) ?? DATED_NAME.exec(basename)?.[2] ?? basename;
    switch (token) {
      case "collection":
        return collection!;
      case "path":
        return name;
      case "name":
        return slugify(basename);
      case "title":
        return prettySlug(slug);
      case "slug":
        return slugify(slug);
      case "categories":
        return this.#categoriesOf(page, place)
          .map((each) => each.toLowerCase())
          .join("/");
      case "slugified_categories":
        return this.#categoriesOf(page, place).map(slugify).join("/");
      default: {
        const date = this.dateOf(page);
        const part = date === null ? undefined : datePart(token, date.day);
        return tokenOfOutput(token) ?? part ?? (isPost ? undefined : "");
      }
    }
  }

  #categoriesOf(page: PageFacts, { categories }: SourcePlace): string[] {
    const all = this.valueOf(page, "categories");
    const several = typeof all === "string" ? all.split(/\s+/).filter(Boolean) : textsOf(all);
    const one = textsOf(this.valueOf(page, "category"));
    return [...new Set([...categories, ...several, ...one])];
  }
}

interface PlacedPage {
  readonly page: PageFacts;
  readonly place: SourcePlace;
}

function tokenOfOutput(token: string): string | undefined {
  return token === "output_ext" ? ".html" : undefined;
}

/** Fills the placeholders of a permalink; one that is not known stays. */
function fill(template: string, read: (token: string) => string | undefined): string {
  return template.replace(/:([a-z_]+)/g, (all, token: string) => {
    const value = read(token);
    if (value !== undefined) return value;
    const shorter = token.endsWith("_") ? read(token.slice(0, -1)) : undefined;
    return shorter === undefined ? all : `${shorter}_`;
  });
}

function clean(address: string): string {
  return `/${address}`
    .replaceAll("..", "/")
    .replaceAll("./", "")
    .replace(/\/{2,}/g, "/");
}

function slugify(text: string): string {
  return trimmed(text.replace(/[^\p{M}\p{L}\p{Nd}]+/gu, "-")).toLowerCase();
}

/** Keeps letter case, and what addresses can have as it is. */
function prettySlug(text: string): string {
  return trimmed(text.replace(/[^\p{M}\p{L}\p{Nd}._~!$&'()+,;=@]+/gu, "-"));
}

function trimmed(slug: string): string {
  return slug.replace(/^-|-$/g, "");
}

const DAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );

function datePart(token: string, day: string): string | undefined {
  const [year, month, date] = day.split("-") as [string, string, string];
  const time = new Date(`${day}T00:00:00Z`);
  const yearDay = 1 + (time.getTime() - Date.UTC(Number(year), 0)) / 86_400_000;
  const parts: Readonly<Record<string, string>> = {
    year,
    month,
    day: date,
    short_year: year.slice(2),
    i_month: String(Number(month)),
    i_day: String(Number(date)),
    short_month: MONTHS[Number(month) - 1]!.slice(0, 3),
    long_month: MONTHS[Number(month) - 1]!,
    short_day: DAYS[time.getUTCDay()]!.slice(0, 3),
    long_day: DAYS[time.getUTCDay()]!,
    w_day: String(time.getUTCDay() || 7),
    y_day: String(yearDay).padStart(3, "0"),
    ...weekOf(time),
  };
  return parts[token];
}

/** Returns the week of a date, and the year it belongs to (ISO 8601). */
function weekOf(time: Date): { readonly week: string; readonly w_year: string } {
  const thursday = new Date(time);
  thursday.setUTCDate(time.getUTCDate() + 4 - (time.getUTCDay() || 7));
  const year = thursday.getUTCFullYear();
  const week = Math.ceil((1 + (thursday.getTime() - Date.UTC(year, 0)) / 86_400_000) / 7);
  return { week: String(week).padStart(2, "0"), w_year: String(year) };
}
