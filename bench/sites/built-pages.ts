import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Parser } from "htmlparser2";
import { decoded, plain } from "./truth.ts";

/** A link on a built page. */
export interface BuiltLink {
  readonly href: string;
  /** True if what it leads to is on the site. */
  readonly works: boolean;
}

/** A page as the site's build has written it. */
interface BuiltPage {
  /** The start of relative links. */
  readonly url: string;
  readonly ids: ReadonlySet<string>;
  readonly hrefs: readonly string[];
  readonly text: string;
}

/** The folder of HTML that a site's build has written. */
export class BuiltPages {
  readonly #pages: ReadonlyMap<string, BuiltPage>;
  /** Addresses of all other files. */
  readonly #files: ReadonlySet<string>;

  constructor(pages: ReadonlyMap<string, BuiltPage>, files: ReadonlySet<string>) {
    this.#pages = pages;
    this.#files = files;
  }

  /** Returns the links of a page to the site itself; null if there is no such page. */
  linksOf(address: string): BuiltLink[] | null {
    const page = this.#pages.get(plain(address));
    if (page === undefined) return null;
    return page.hrefs.flatMap((href) => {
      const url = URL.parse(href, `${SITE}${page.url}`);
      return url?.origin === SITE ? [{ href, works: this.#has(url) }] : [];
    });
  }

  /** Tells whether the text of a page has a text in it, but for white space. */
  shows(address: string, text: string): boolean {
    const wanted = text.replace(/\s+/g, "");
    return this.#pages.get(plain(address))?.text.includes(wanted) ?? false;
  }

  #has({ pathname, hash }: URL): boolean {
    const page = this.#pages.get(plain(pathname));
    if (page === undefined) return this.#files.has(decoded(pathname));
    const id = hash.slice(1);
    return id === "" || id === "top" || page.ids.has(id) || page.ids.has(decoded(id));
  }
}

const SITE = "http://site.invalid";

/** Reads the folder. */
export async function readBuilt(folder: string): Promise<BuiltPages> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const pages = new Map<string, BuiltPage>();
  const files = new Set<string>();
  for (const entry of entries.filter((each) => each.isFile())) {
    const location = join(entry.parentPath, entry.name);
    const address = location.slice(folder.replace(/\/+$/, "").length);
    if (entry.name.endsWith(".html")) {
      pages.set(plain(address), readPage(await readFile(location, "utf8"), address));
    } else files.add(address);
  }
  return new BuiltPages(pages, files);
}

function readPage(html: string, address: string): BuiltPage {
  const ids = new Set<string>();
  const hrefs: string[] = [];
  const texts: string[] = [];
  let hidden = 0;
  const parser = new Parser({
    onopentag(name, { id, name: named, href }) {
      if (id) ids.add(id);
      if (name === "a" && named) ids.add(named);
      if (name === "a" && href !== undefined) hrefs.push(href);
      if (HIDDEN.has(name)) hidden++;
    },
    ontext(text) {
      if (hidden === 0) texts.push(text);
    },
    onclosetag(name) {
      if (HIDDEN.has(name)) hidden--;
    },
  });
  parser.end(html);
  const url = address.replace(/(?<=\/)index\.html$/, "");
  return { url, ids, hrefs, text: texts.join("").replace(/\s+/g, "") };
}

const HIDDEN = new Set(["script", "style"]);
