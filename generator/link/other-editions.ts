import { createHash } from "node:crypto";
import { posix } from "node:path";
import type { Edition } from "../../corpus/schema.ts";
import type { ParsedFile } from "../markdown/parse.ts";
import type { Site } from "../sites/site.ts";
import { PageFragments } from "./page-fragments.ts";
import { decode, withoutDirective } from "./reference.ts";
import type { LinkTarget, Resolution } from "./resolution.ts";

/** Finds pages in the tree of an edition. */
interface Finder {
  resolve(link: LinkTarget, from: string): Resolution;
  pageOf(id: string): { readonly path: string; readonly slug: string };
}

/** An edition whose pages have been read. */
export interface ReadEdition {
  readonly edition: Edition;
  /** Absolute path of its docs root, with forward slashes. */
  readonly root: string;
  /** Without a final slash. */
  readonly base: string;
  readonly site: Site;
  /** Its pages by path. */
  readonly files: ReadonlyMap<string, ParsedFile>;
  /** Differs if an address of its pages does, see `addressesDigest`. */
  readonly addresses: string;
  readonly resolver: Finder;
}

/** Where a link is, and the address that it has on the site, if it leads there. */
interface Place {
  /** Path of the page that has the link. */
  readonly from: string;
  /** The target with the path from the root of the site; null for another host. */
  readonly address: string | null;
}

/** The pages of other editions that links from one can lead to. */
export class OtherEditions {
  /** Text that differs if any answer may. */
  readonly frame: string;
  readonly #own: ReadEdition;
  readonly #others: readonly ReadEdition[];
  readonly #fragments = new Map<ParsedFile, PageFragments>();

  constructor(own: ReadEdition, all: readonly ReadEdition[]) {
    this.#own = own;
    this.#others = all.filter((each) => each !== own);
    this.frame = JSON.stringify([
      all.map(({ edition, root, base }) => [edition, root, base]),
      this.#others.map(({ addresses }) => addresses),
    ]);
  }

  /** Finds where a link leads in another edition; null if it does not lead into one. */
  resolve({ kind, target }: LinkTarget, { from, address }: Place): Resolution | null {
    if (kind === "wiki") return null;
    const isRelative = !target.startsWith("/") && address !== null;
    return (
      (isRelative ? this.#atFile(target, from) : null) ??
      (address === null ? null : this.#atAddress(address))
    );
  }

  #atFile(target: string, from: string): Resolution | null {
    const { path, rest } = split(target);
    const file = posix.join(this.#own.root, posix.dirname(from), decode(path));
    const below = (each: ReadEdition) => pathBelow(each.root, file);
    const other = this.#innermost((each) => (below(each) === null ? null : each.root.length));
    return other && this.#ask(other, `${encodeURI(`.${below(other)}`)}${rest}`);
  }

  #atAddress(address: string): Resolution | null {
    const { path } = split(address);
    const other = this.#innermost(({ base }) =>
      pathBelow(base, decode(path)) === null ? null : base.length,
    );
    return other && this.#ask(other, address);
  }

  /** Returns the other edition that something is in; null if it is in none, or further inside the own one. */
  #innermost(depthIn: (edition: ReadEdition) => number | null): ReadEdition | null {
    const least = depthIn(this.#own) ?? -1;
    let found: { readonly edition: ReadEdition; readonly depth: number } | null = null;
    for (const edition of this.#others) {
      const depth = depthIn(edition);
      if (depth === null || depth <= (found?.depth ?? least)) continue;
      found = { edition, depth };
    }
    return found?.edition ?? null;
  }

  #ask(other: ReadEdition, target: string): Resolution {
    const { name, access } = other.edition;
    if (access !== "public") {
      return { kind: "dead", target, suggestion: null, edition: { name, isPrivate: true } };
    }
    const found = other.resolver.resolve({ kind: "url", target }, "");
    if (found.kind === "dead") {
      return { kind: "dead", target: found.target, suggestion: null, edition: { name } };
    }
    if (found.kind !== "page") return { kind: "outside" };
    const { path, slug } = other.resolver.pageOf(found.id);
    const file = other.files.get(path)!;
    const fragment = withoutDirective(found.fragment ?? "");
    const address = fragment === "" ? slug : `${slug}#${fragment}`;
    if (this.#hasFragment(file, fragment, other.site)) return { kind: "outside", address };
    const place = `"${found.id}" of edition "${name}"`;
    return { kind: "outside", address, missing: { place, anchor: fragment } };
  }

  #hasFragment(file: ParsedFile, fragment: string, { settings }: Site): boolean {
    if (["", "top", ...settings.pageIds].includes(fragment)) return true;
    const fragments = this.#fragments.get(file) ?? new PageFragments(file);
    this.#fragments.set(file, fragments);
    return fragments.has(fragment);
  }
}

/** Returns a digest of the addresses of pages, and of the places in them. */
export function addressesDigest(files: readonly ParsedFile[], site: Site): string {
  const addresses = files.map((file) => [file.path, site.slugOf(file), file.fragments]);
  return createHash("sha256").update(JSON.stringify(addresses)).digest("hex");
}

/** Returns a path below a folder, with its `/`; null if it is not below it. */
function pathBelow(folder: string, path: string): string | null {
  return `${path}/`.startsWith(`${folder}/`) ? path.slice(folder.length) : null;
}

/** Splits off the query and the fragment. */
function split(target: string): { readonly path: string; readonly rest: string } {
  const [path = ""] = target.split(/[?#]/, 1);
  return { path, rest: target.slice(path.length) };
}
