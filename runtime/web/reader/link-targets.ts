/** The host of files in this reckoning: addresses on it are paths of the tree. */
const TREE = "https://tree.invalid/";
const EXTENSION = /\.(?:md|markdown|mdx|html)$/i;
const INDEX = /(?:^|\/)(?:index|readme)$/i;

interface PageOptions {
  /** Path of the page's file. */
  readonly path: string;
  /** The beginning of every slug. */
  readonly base: string;
}

/** Finds where the links of a page lead: to the pages that the corpus says it links to. */
export class LinkTargets {
  /** Id, and folder of an index → address. */
  readonly #addresses = new Map<string, string>();
  /** Title, folded → address. */
  readonly #byTitle = new Map<string, string>();
  readonly #options: PageOptions;

  constructor(links: Iterable<HTMLAnchorElement>, options: PageOptions) {
    this.#options = options;
    this.#add(options.path.replace(EXTENSION, ""), "");
    for (const link of links) {
      const address = link.getAttribute("href")!;
      this.#add(link.dataset.id!, address);
      this.#byTitle.set(link.textContent.toLowerCase(), address);
    }
  }

  /** Finds the targets in the list of what the page links to. */
  static ofPage(options: PageOptions): LinkTargets {
    return new LinkTargets(document.querySelectorAll<HTMLAnchorElement>("[data-id]"), options);
  }

  #add(id: string, address: string): void {
    this.#addresses.set(id, address);
    if (INDEX.test(id)) this.#addresses.set(id.replace(INDEX, ""), address);
  }

  /** Makes a link lead to the page that it means; other links stay as they are. */
  lead(link: HTMLAnchorElement): void {
    const written = link.getAttribute("href");
    if (written === null || written.startsWith("#")) return;
    const address = this.#find(written);
    if (address !== undefined) link.setAttribute("href", address);
  }

  /** Finds the page of a wiki link: by its path, by the end of its id, or by its title. */
  findWiki(target: string): string | undefined {
    const [name = "", heading] = target.split("#");
    if (name === "") return undefined;
    const wanted = name.toLowerCase();
    const ending = [...this.#addresses].find(([id]) =>
      `/${id}`.toLowerCase().endsWith(`/${wanted}`),
    );
    const found = this.#find(name) ?? ending?.[1] ?? this.#byTitle.get(wanted);
    return found === undefined || heading === undefined ? found : `${found}#${heading}`;
  }

  #find(written: string): string | undefined {
    const url = URL.parse(written, TREE + encodeURI(this.#options.path));
    if (url === null || !url.href.startsWith(TREE)) return undefined;
    const path = decode(url.pathname);
    const below = `${decode(this.#options.base)}/`;
    const inTree = path.startsWith(below) ? path.slice(below.length - 1) : path;
    const address = this.#at(inTree) ?? this.#at(path);
    return address === undefined ? undefined : address + url.hash || "#";
  }

  #at(path: string): string | undefined {
    const id = path.replace(/^\/|\/$/g, "");
    return this.#addresses.get(id) ?? this.#addresses.get(id.replace(EXTENSION, ""));
  }
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path).normalize("NFC");
  } catch {
    return path;
  }
}
