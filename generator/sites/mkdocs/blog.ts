import { posix } from "node:path";
import { idOf } from "../../../corpus/text/slug.ts";
import { automaticAnchor } from "../../markdown/anchors/anchors.ts";
import type { PageFacts } from "../model.ts";
import { isOptions, type MkdocsFile, type Options } from "./settings-file.ts";

/** The addresses of a blog's posts. */
interface BlogAddresses {
  readonly keys: readonly string[];
  readonly drafts: readonly string[];
  /** Pages that only list posts. */
  readonly elsewhere: readonly string[];
  /** Returns the address of a post without its end; null for other pages. */
  readonly addressOf: (page: PageFacts) => string | null;
}

const NONE: BlogAddresses = { keys: [], drafts: [], elsewhere: [], addressOf: () => null };

/** Reads the options of the plugin `blog` of Material for MkDocs. */
export function createBlogAddresses({ plugins }: MkdocsFile): BlogAddresses {
  const options = plugins.get("blog") ?? plugins.get("material/blog");
  if (options === undefined || options.enabled === false) return NONE;
  const text = (key: string, standard: string) =>
    typeof options[key] === "string" ? (options[key] as string) : standard;
  const blog = text("blog_dir", "blog").replace(/^\.$/, "");
  const inBlog = (path: string) => posix.join(blog, path);
  const posts = posix.normalize(text("post_dir", "{blog}/posts").replace("{blog}", blog || "."));
  const form = text("post_url_format", "{date}/{slug}");
  const dateForm = text("post_url_date_format", "yyyy/MM/dd");
  const generated = ["archive", "category", "page", "author"];
  return {
    keys: ["date", "slug", "draft"],
    drafts: options.draft === true ? [] : ["draft"],
    elsewhere: generated.map((name) => `/${inBlog(name)}/**`),
    addressOf: ({ path, title, facts }) => {
      if (!path.startsWith(`${posts}/`)) return null;
      const date = dateOf(facts.date);
      if (date === null) return null;
      const slug = typeof facts.slug === "string" ? facts.slug : slugOf(title, options);
      const address = form
        .replaceAll("{date}", formatted(date, dateForm))
        .replaceAll("{slug}", slug)
        .replaceAll("{file}", posix.basename(idOf(path)));
      return `/${inBlog(address)}`;
    },
  };
}

function slugOf(title: string, options: Options): string {
  const separator = options.post_slugify_separator;
  const slug = automaticAnchor(title, "pymdownx");
  return typeof separator === "string" ? slug.replaceAll("-", separator) : slug;
}

/** Reads `date: 2024-01-31` or `date: { created: 2024-01-31 }`. */
function dateOf(value: unknown): RegExpExecArray | null {
  const date = isOptions(value) ? value.created : value;
  return /^(\d{4})-(\d{2})-(\d{2})/.exec(date instanceof Date ? date.toISOString() : String(date));
}

/** Follows the patterns of dates of Unicode, as far as they are numbers. */
function formatted([, year = "", month = "", day = ""]: RegExpExecArray, form: string): string {
  const parts: Readonly<Record<string, string>> = {
    yyyy: year,
    y: year,
    yy: year.slice(2),
    MM: month,
    M: String(Number(month)),
    dd: day,
    d: String(Number(day)),
  };
  return form.replace(/y+|M+|d+/g, (letters) => parts[letters] ?? letters);
}
