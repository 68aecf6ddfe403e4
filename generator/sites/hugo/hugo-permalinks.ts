import { at, isMap, textOf } from "../data/values.ts";

/** The values that the parts of a permalink are made of. */
export interface PermalinkFacts {
  /** The folders of the section that the page belongs to. */
  readonly sections: readonly string[];
  /** The name of its file, or of the folder of its bundle. */
  readonly name: string;
  readonly title: string;
  readonly slug: string | undefined;
  /** The date as it is written. Default: the first day that there is. */
  readonly date: string | undefined;
}

const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );
const DAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

/**
 * Finds the permalink of a section's pages in the configuration.
 *
 * @param kind of the pages: those with content, or the section's own
 */
export function permalinkOf(
  data: unknown,
  { kind, section }: { readonly kind: "page" | "section"; readonly section: string },
): string | undefined {
  const all = at(data, "permalinks");
  const ofKind = at(all, kind);
  const own = isMap(ofKind) ? at(ofKind, section.toLowerCase()) : undefined;
  return textOf(own) ?? (kind === "page" ? textOf(at(all, section.toLowerCase())) : undefined);
}

/** Fills the tokens of a permalink: `/:year/:slug/`. Others stay. */
export function expandPermalink(pattern: string, facts: PermalinkFacts): string {
  return pattern.replace(/:(\w+)(\[[^\]]*\])?/g, (all, token: string, range = "") => {
    return tokenValue(token.toLowerCase(), { facts, range }) ?? all;
  });
}

function tokenValue(
  token: string,
  { facts, range }: { readonly facts: PermalinkFacts; readonly range: string },
): string | null {
  const { sections, name, title, slug, date } = facts;
  switch (token) {
    case "section":
      return partOf(sections[0] ?? "");
    case "sections":
      return selected(sections, range).map(partOf).join("/");
    case "title":
      return partOf(title);
    case "slug":
      return partOf(slug ?? title);
    case "slugorfilename":
    case "slugorcontentbasename":
      return partOf(slug ?? name);
    case "filename":
    case "contentbasename":
      return partOf(name);
    default:
      return datePart(token, date ?? "0001-01-01");
  }
}

/** A value is one part of a path. */
function partOf(text: string): string {
  return text.replaceAll("/", "-");
}

/** Selects as `[1:]`, `[:last]` or `[0]` says. */
function selected(sections: readonly string[], range: string): readonly string[] {
  if (range === "") return sections;
  const place = (text: string, missing: number) =>
    text === "last" ? sections.length - 1 : text === "" ? missing : Number(text);
  const [from = "", to] = range.slice(1, -1).split(":");
  const start = place(from, 0);
  return sections.slice(start, to === undefined ? start + 1 : place(to, sections.length));
}

/** Takes the date as it is written, whatever its time zone. */
function datePart(token: string, date: string): string | null {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(date) ?? [];
  if (year === undefined) return null;
  const time = new Date(`${year}-${month}-${day}T00:00:00Z`);
  const parts: Readonly<Record<string, string>> = {
    year,
    month: month!,
    monthname: MONTHS[Number(month) - 1] ?? "",
    day: day!,
    weekday: String(time.getUTCDay()),
    weekdayname: DAYS[time.getUTCDay()]!,
    yearday: String(1 + (time.getTime() - Date.parse(`${year}-01-01T00:00:00Z`)) / 86_400_000),
  };
  return parts[token] ?? null;
}
